/**
 * Runs a command and prints its report, or the reason why it failed.
 * Guarantees: nothing is printed before the work is done; failures go to stderr, with exit code 1; errors in a
 * genotype come with the field, the value and what was expected.
 */
import { styleText } from 'node:util'
import type { Command } from 'commander'
import { KeyRefusal } from '../access/keys/change-key.js'
import { ClientError } from '../operations/client-error.js'
import { ConfigError } from '../service/config.js'
import { formatDiagnostic, type Diagnostic } from '../rules/diagnostic.js'
import { StoreError } from '../stores/opening.js'
import { textOf } from './terminal.js'

/** `text` goes to stdout, `remarks` for people to stderr. */
export interface Report {
  readonly text?: string
  readonly remarks?: readonly string[]
  /** The command did its work, but exits with code 1. */
  readonly failed?: boolean
  /** The command did its work, but exits with this code. */
  readonly exitCode?: number
}

/** Why a command failed, in the words to print. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
}

/**
 * Wraps the work as a commander action. It receives the arguments and the options, including those of parent
 * commands.
 */
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
      // This is not a usage error, so do not point to the help.
      command.showHelpAfterError(false).error(reason)
    }
  }
}

function print(command: Command, done: string | Report): void {
  const { text, remarks = [], failed = false, exitCode } = typeof done === 'string' ? { text: done } : done
  const output = command.configureOutput()
  for (const line of remarks) output.writeErr?.(`${line}\n`)
  if (text !== undefined) output.writeOut?.(text.endsWith('\n') ? text : `${text}\n`)
  if (failed || exitCode !== undefined) process.exitCode = exitCode ?? 1
}

/** Undefined for an internal error. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof Refusal) return error.message
  const isPlain = error instanceof StoreError || error instanceof KeyRefusal || error instanceof ConfigError
  if (isPlain) return `error: ${error.message}`
  return error instanceof ClientError ? faultText(error) : undefined
}

/** A client error as text: the message, the field, the value, and what was expected. */
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

/** @param head lines before the diagnostics */
export function refusalOf(diagnostics: readonly Diagnostic[], ...head: readonly string[]): Refusal {
  return new Refusal(textOf(head, diagnostics.map(paintedForStderr)))
}

/**
 * A diagnostic with its severity added in colour to the first line.
 * @param stream where it is printed: only terminals get colour
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

/** Writes bigints as strings, because counts of genotypes can exceed the range of JSON numbers. */
export function jsonText(value: unknown): string {
  const replaced = (_: string, part: unknown): unknown => (typeof part === 'bigint' ? String(part) : part)
  return JSON.stringify(value, replaced, 2)
}
