/**
 * What may be held against an answer to a fuzzed request.
 * Guarantees: reads only the served document and what a client can see.
 * Leaves to others: whether what is answered is true (the oracles), what becomes of the process (fuzz.ts).
 */
import type { Conformance } from '../contract/conformance.js'
import { secretsIn } from '../process/secrets.js'
import type { Case } from './fuzz-cases.js'
import type { Answer } from './fuzz-client.js'

/** In the words of the report. */
export const FAULTS = [
  'a 5xx that is not "come again"',
  'an answer that breaks the contract',
  'a result without a key that may have it',
  'a secret or a stack in an answer',
] as const

export type FaultKind = (typeof FAULTS)[number]

export interface Fault {
  readonly kind: FaultKind
  readonly detail: string
}

const OPERATIONS = new Set(['/coats/result', '/coats/generateChild', '/coats/genes', '/coats/api-info'])
const MAY_HAVE_RESULTS = new Set(['good', 'limited', 'narrow'])

/** Nothing of this has anything to do with coats, and no case sends it. */
const INSIDE =
  /node_modules|\bat [\w.<>]+ \(|file:\/\/|\/build\/src\/|libsql|SQLITE_|json-rules-engine|tinyhttp/

/** Looking for secrets takes time by the length of what is looked at. */
const MOST_LOOKED_AT = 16 * 1024

export function faultsOf(
  sent: Case,
  { status, headers, text }: Answer,
  contract: Conformance,
): readonly Fault[] {
  const faults: Fault[] = []
  const add = (kind: FaultKind, detail: string): void => void faults.push({ kind, detail })
  const path = sent.path.replace(/\?.*$/s, '')

  if (status >= 500 && !isComeAgain(status, headers, text)) add(FAULTS[0], `${status} ${text.slice(0, 200)}`)
  if (!isBareRefusal(status, headers, text)) {
    const broken = contract.faultsOf({ method: sent.method, path: sent.path, status, headers, text })
    if (broken.length > 0) add(FAULTS[1], `${status}: ${broken.join('; ')}`)
  }
  const isRightful =
    MAY_HAVE_RESULTS.has(sent.caller) && (sent.caller !== 'narrow' || path !== '/coats/result')
  if (status === 200 && OPERATIONS.has(path) && !isRightful)
    add(FAULTS[2], `${sent.caller}: ${text.slice(0, 100)}`)
  const seen = `${JSON.stringify([...headers])}${text.slice(0, MOST_LOOKED_AT)}`
  // The public pages speak of files and packages by right.
  const shown = [...secretsIn(seen), ...(OPERATIONS.has(path) ? (INSIDE.exec(seen) ?? []) : [])]
  if (shown.length > 0) add(FAULTS[3], shown.join(' '))
  return faults
}

/** The only 5xx a client may meet: it is told when to come again. */
export function isComeAgain(status: number, headers: Headers, text: string): boolean {
  return (
    status === 503 &&
    text.includes('"code":"SERVICE_UNAVAILABLE"') &&
    /^[1-9]\d*$/.test(headers.get('retry-after') ?? '')
  )
}

/** What the parser of HTTP refuses before there is a request has no body, and its connection ends. */
function isBareRefusal(status: number, headers: Headers, text: string): boolean {
  return [400, 408, 431].includes(status) && text === '' && headers.get('connection') === 'close'
}

/** Whether it stands on the bill: what was asked for was admitted, whatever came of it. */
export function isCharged(sent: Case, { status, headers }: Answer): boolean {
  return [200, 400, 413, 415].includes(status) && sent.method === 'POST' && headers.has('x-ratelimit-limit')
}
