/**
 * The values of `robe keys` options: text from a terminal to checked values.
 * Guarantees: each function throws commander's InvalidArgumentError with what was expected; commander adds
 * the option's name and the value.
 */
import { InvalidArgumentError, type Command } from 'commander'
import { parseAddressList } from '../../access/client-address.js'
import { ENDPOINTS } from '../../access/endpoints.js'
import { LARGEST_LIMIT } from '../../access/plan.js'
import type { WindowName } from '../../access/window.js'

/** Begins a command of `robe keys`. */
export function keyCommand(keys: Command, name: string, description: string): Command {
  return keys.command(name).description(description).option('--json', 'print JSON')
}

/** A label for people. */
export function readName(text: string): string {
  return readLine(text, 1, 100, '1 to 100')
}

/** A remark of the operator's; may be empty. */
export function readNote(text: string): string {
  return readLine(text, 0, 500, 'up to 500')
}

/** One line, trimmed. */
function readLine(text: string, least: number, most: number, expected: string): string {
  const line = text.trim()
  if (line.length >= least && line.length <= most && !/\p{Cc}/u.test(line)) return line
  throw new InvalidArgumentError(`Expected ${expected} characters on one line.`)
}

/** Requests per window. */
export function readLimit(text: string): number {
  const limit = Number(text)
  if (!/^\d+$/.test(text) || limit < 1 || limit > LARGEST_LIMIT) {
    throw new InvalidArgumentError(`Expected a whole number from 1 to ${LARGEST_LIMIT}.`)
  }
  return limit
}

export interface LimitOptions<Limit> {
  readonly limitHour?: Limit
  readonly limitDay?: Limit
  readonly limitMonth?: Limit
}

/** The limits of its own that a key is given by options, window by window. */
export function limitsIn<Limit>({ limitHour, limitDay, limitMonth }: LimitOptions<Limit>): {
  readonly [Window in WindowName]?: Limit
} {
  return {
    ...(limitHour !== undefined && { hour: limitHour }),
    ...(limitDay !== undefined && { day: limitDay }),
    ...(limitMonth !== undefined && { month: limitMonth }),
  }
}

/** A key's number. */
export function readId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text))
    throw new InvalidArgumentError('Expected the number of a key, such as 1.')
  return Number(text)
}

/** Identifiers of endpoints, each once. */
export function readEndpoints(text: string): readonly string[] {
  const asked = entriesOf(text)
  const unknown = asked.find((entry) => !ENDPOINTS.some((endpoint) => endpoint === entry))
  if (asked.length === 0 || unknown !== undefined) {
    const what = unknown === undefined ? '' : `There is no endpoint "${unknown}". `
    throw new InvalidArgumentError(`${what}Expected a comma-separated list of ${ENDPOINTS.join(', ')}.`)
  }
  return asked
}

/** Addresses and CIDR ranges, each once. */
export function readIps(text: string): readonly string[] {
  const asked = entriesOf(text)
  if (asked.length === 0)
    throw new InvalidArgumentError('Expected a comma-separated list of addresses or CIDR ranges.')
  try {
    parseAddressList(asked)
  } catch (error) {
    throw new InvalidArgumentError(`${error instanceof Error ? error.message : String(error)}.`)
  }
  return asked
}

function entriesOf(text: string): readonly string[] {
  const entries = text.split(',').map((entry) => entry.trim())
  return [...new Set(entries.filter((entry) => entry !== ''))]
}
