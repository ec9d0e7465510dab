/**
 * What was seen while fuzzing, held against what is promised.
 */
import { FAULTS } from './fuzz-judge.js'
import type { FuzzRun } from './fuzz-run.js'
import type { Finding } from './part.js'

export interface FuzzSeen {
  readonly cases: FuzzRun
  readonly raw: FuzzRun
  /** Units on the bills of all keys but that of what is smuggled. */
  readonly charged: number
  readonly smuggled: number
  readonly left: Finding
  /** Milliseconds until half requests were cut off; none when there was no time to wait. */
  readonly cutAfter: readonly number[]
  readonly isFree: boolean
  /** Lines of the log that tell of a defect. */
  readonly defects: readonly string[]
  /** 5xx by the server's own count, without 503. */
  readonly failures: number
  readonly isAlive: boolean
  readonly isSameAnswer: boolean
  readonly code: number | null
}

/** The parser's own limit is 15 s, looked at once a second. */
export const LONGEST_SILENCE_MS = 17_000

export function findingsOf(seen: FuzzSeen): readonly Finding[] {
  const { cases, raw, charged, smuggled, left, cutAfter, isFree, defects, failures, code } = seen
  const count = (kind: string): number => (cases.counts.get(kind) ?? 0) + (raw.counts.get(kind) ?? 0)
  const none = (promise: string, kind: string): Finding => ({
    promise,
    measured: String(count(kind)),
    held: count(kind) === 0,
  })
  return [
    none('no 5xx but the 503 that says when to come again', FAULTS[0]),
    none('no answer breaks the served contract (status, headers, media type, body)', FAULTS[1]),
    none('no result without a key that may have it', FAULTS[2]),
    none('no secret, stack or file name in an answer', FAULTS[3]),
    none('every request gets an answer in 20 s, every client that has finished an end in 10 s', 'hang'),
    none('no request is cut off before its answer', 'cut'),
    none('a slow request is answered like any other', 'a slow request without its answer'),
    {
      promise: 'what is smuggled behind another request reaches nobody',
      measured: `${smuggled} charged`,
      held: smuggled === 0,
    },
    ...(cutAfter.length === 0 ? [] : [cutFinding(cutAfter)]),
    {
      promise: 'charged is what was answered after admission',
      measured: `${charged} charged, ${cases.charged} answered`,
      held: charged === cases.charged,
    },
    left,
    { promise: 'all connections are given back', measured: isFree ? 'all' : 'not all', held: isFree },
    {
      promise: 'no defect in the log or in the metrics',
      measured: `${defects.length} lines, ${failures} counted`,
      held: defects.length === 0 && failures === 0,
    },
    {
      promise: 'the same process answers the same question as before, and ends well',
      measured: `alive: ${seen.isAlive}, same answer: ${seen.isSameAnswer}, exit code ${code}`,
      held: seen.isAlive && seen.isSameAnswer && code === 0,
    },
  ]
}

function cutFinding(cutAfter: readonly number[]): Finding {
  const [least, most] = [Math.min(...cutAfter) / 1000, Math.max(...cutAfter) / 1000]
  return {
    promise: `half a request is cut off within ${LONGEST_SILENCE_MS / 1000} s`,
    measured: `${cutAfter.length} cut after ${least.toFixed(1)} to ${most.toFixed(1)} s`,
    held: most * 1000 <= LONGEST_SILENCE_MS,
  }
}

/** The first cases of each kind of fault, as they were sent. */
export function shownNotes(...runs: readonly FuzzRun[]): readonly string[] {
  return runs.flatMap(({ shown }) =>
    [...shown].flatMap(([kind, cases]) => cases.map((each) => `*${kind}*: \`${each.replaceAll('`', "'")}\``)),
  )
}

export function statusText({ statuses }: FuzzRun): string {
  return [...statuses]
    .sort(([one], [other]) => one - other)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')
}
