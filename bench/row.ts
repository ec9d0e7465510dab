/**
 * What a row of the benchmark is: a name, what is set against what, and the figures it comes to.
 * Guarantees: figures are plain data, so that a row can run in a process of its own.
 * Leaves to others: the rows (rows/), their order (rows/index.ts).
 */
import type { Bound, Spread } from './figures.js'

export interface Figure {
  /** What is set against what. */
  readonly what: string
  /** Undefined: not measured, and `beside` says why. */
  readonly value: Spread | undefined
  /** `×`, ` ms` or nothing; written behind the number. */
  readonly unit: string
  readonly floor?: Bound
  readonly stretch?: Bound
  /** Absolute figures and honest remarks. */
  readonly beside: string
}

/** How long and how often to measure. */
export interface Effort {
  readonly smoke: boolean
  /** Adjacent pairs of HTTP bursts, and how long each burst is. */
  readonly pairs: number
  readonly burstMs: number
  /** Interleaved rounds in process, and about how long each side of a round is. */
  readonly rounds: number
  readonly sideMs: number
  /** Whether the servers measured tell where their time goes. */
  readonly profile: boolean
  /** Where the growth curves are to be drawn, if anywhere. */
  readonly chart?: string
}

export interface Row {
  readonly id: string
  readonly title: string
  readonly measure: (effort: Effort) => Promise<readonly Figure[]>
}

export const FULL: Effort = { smoke: false, pairs: 16, burstMs: 1000, rounds: 9, sideMs: 150, profile: false }
export const SMOKE: Effort = { smoke: true, pairs: 1, burstMs: 100, rounds: 1, sideMs: 10, profile: false }

export function notMeasured(what: string, why: string, floor?: Bound, stretch?: Bound): Figure {
  return {
    what,
    value: undefined,
    unit: '×',
    beside: `not measured: ${why}`,
    ...(floor && { floor }),
    ...(stretch && { stretch }),
  }
}
