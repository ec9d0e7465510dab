/**
 * What commands that ask the rules need of the process around them, and how they end.
 * Guarantees: why a command cannot do its work is printed on stderr, with exit code 1; a fault of a genotype with the
 * field, the value and what was expected.
 */
import type { Command } from 'commander'
import type { Coats } from '../coats/answers.js'
import { ContractError } from '../coats/contract-error.js'
import type { OpenedRuleBook } from '../coats/open-rule-book.js'
import type { Paint } from './terminal.js'

/** Options of every `rules` command. */
export interface RulesOptions {
  /** A folder that holds `rules` and `locales`, instead of those of the environment. */
  readonly in?: string
  readonly json?: boolean
}

export interface CommandIo {
  /** Answers by the rule set of the environment, and the language used when none is asked for. Throws Refusal. */
  readonly openCoats: () => Promise<{ readonly coats: Coats; readonly language: string }>
  /** The rule set of the environment or of `in`, with everything that is wrong with it. Throws Refusal. */
  readonly open: (options: RulesOptions) => Promise<OpenedRuleBook>
  /** Another rule set: a folder, or a git revision of this one. Throws Refusal. */
  readonly openOther: (options: RulesOptions, where: string) => Promise<OpenedRuleBook>
  /** The language of the option, else of the environment, else the first of the rule set. Throws Refusal. */
  readonly languageOf: (languages: readonly string[], option: string | undefined) => string
  /** YYYY-MM-DD. */
  readonly today: () => string
  readonly paint: Paint
  /** Does the work while a line on the terminal says what is being waited for. */
  readonly during: <Result>(what: string, work: () => Result | Promise<Result>) => Promise<Result>
  readonly print: (text: string) => void
  readonly printError: (text: string) => void
  readonly exit: (code: number) => void
}

/** Why a command ends with exit code 1, as it is printed. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** A command's action. The work gets all options, those of the groups above included, and the words. */
export function action<Options extends object>(
  io: Pick<CommandIo, 'printError' | 'exit'>,
  work: (options: Options, words: readonly string[]) => Promise<void>,
): (...passed: unknown[]) => Promise<void> {
  return async (...passed) => {
    const command = passed.at(-1) as Command
    try {
      await work(command.optsWithGlobals<Options>(), command.args)
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof ContractError)) throw error
      io.printError(error instanceof Refusal ? error.message : faultText(error))
      io.exit(1)
    }
  }
}

/** A client's fault as the command line tells it: the sentence, the field, the value, what was expected. */
function faultText({ message, details }: ContractError): string {
  if (details === undefined) return message
  const expected = details.expected.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
  return [
    message,
    `  field:    ${details.field}`,
    `  value:    ${JSON.stringify(details.value)}`,
    ...(expected.length === 0 ? [] : [`  expected: ${expected.join(', ')}`]),
  ].join('\n')
}

export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
