/**
 * How a command ends: with a report that is printed, or with the reason why it cannot do its work.
 * Guarantees: nothing is printed before the work is done; such a reason stands on stderr, with exit code 1; a fault of
 * a genotype is told with the field, the value and what was expected.
 */
import { styleText } from 'node:util'
import type { Command } from 'commander'
import { KeyRefusal } from '../access/keys/change-key.js'
import { ClientError } from '../operations/client-error.js'
import { ConfigError } from '../service/config.js'
import { formatDiagnostic, type Diagnostic } from '../rules/diagnostic.js'
import { StoreError } from '../stores/opening.js'
import { textOf } from './terminal.js'

/** What goes to stdout, and remarks for people that go to stderr. */
export interface Report {
  readonly text?: string
  readonly remarks?: readonly string[]
  /** The command did its work, and ends with exit code 1. */
  readonly failed?: boolean
}

/** Why a command cannot do its work, as it is printed. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/** The work as an action of commander. It gets the arguments, and the options with those of the groups above. */
export function action<Arguments extends unknown[]>(
  work: (...args: Arguments) => Promise<string | Report>,
): (...passed: [...Arguments, Command]) => Promise<void> {
  return async (...passed) => {
    const command = passed.at(-1) as Command
    const args = [...passed.slice(0, -2), command.optsWithGlobals()] as Arguments
    try {
      print(command, await work(...args))
    } catch (error) {
      const reason = reasonOf(error)
      if (reason === undefined) throw error
      // What failed is no matter of spelling, so there is no word of help.
      command.showHelpAfterError(false).error(reason)
    }
  }
}

function print(command: Command, done: string | Report): void {
  const { text, remarks = [], failed = false } = typeof done === 'string' ? { text: done } : done
  const output = command.configureOutput()
  for (const line of remarks) output.writeErr?.(`${line}\n`)
  if (text !== undefined) output.writeOut?.(text.endsWith('\n') ? text : `${text}\n`)
  if (failed) process.exitCode = 1
}

/** Undefined for a defect of ours. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof Refusal) return error.message
  const isPlain = error instanceof StoreError || error instanceof KeyRefusal || error instanceof ConfigError
  if (isPlain) return `error: ${error.message}`
  return error instanceof ClientError ? faultText(error) : undefined
}

/** A client's fault as the command line tells it: the sentence, the field, the value, what was expected. */
function faultText({ message, details }: ClientError): string {
  if (details === undefined) return message
  const { field, value, expected } = details
  const texts = expected.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
  return textOf(
    message,
    `  field:    ${field}`,
    `  value:    ${JSON.stringify(value)}`,
    texts.length > 0 && `  expected: ${texts.join(', ')}`,
  )
}

const STYLES = { error: 'red', warning: 'yellow', hint: 'dim' } as const

/** @param head what stands before the diagnostics */
export function refusalOf(diagnostics: readonly Diagnostic[], ...head: readonly string[]): Refusal {
  return new Refusal(textOf(head, diagnostics.map(paintedForStderr)))
}

/**
 * The first line of a diagnostic in the colour of its severity, which also stands there as a word.
 * @param stream where it is printed: colour is for terminals
 */
function paintedFor(stream: NodeJS.WriteStream, diagnostic: Diagnostic): string {
  const [first = '', ...rest] = formatDiagnostic(diagnostic).split('\n')
  const { severity, code } = diagnostic
  const label = styleText(STYLES[severity], `${severity} ${code}`, { stream })
  return [first.replace(` ${code} `, ` ${label} `), ...rest].join('\n')
}

export function painted(diagnostic: Diagnostic): string {
  return paintedFor(process.stdout, diagnostic)
}

export function paintedForStderr(diagnostic: Diagnostic): string {
  return paintedFor(process.stderr, diagnostic)
}

/** Counts of genotypes may pass what a JSON number holds, so they are text. */
export function jsonText(value: unknown): string {
  const replaced = (_: string, part: unknown): unknown => (typeof part === 'bigint' ? String(part) : part)
  return JSON.stringify(value, replaced, 2)
}
