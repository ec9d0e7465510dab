/**
 * A row of the benchmark: what a user notices, and the figures that measure it.
 * Guarantees: figures are plain data, so that a row can run in a process of its own.
 */
import type { Spread, Target } from './figures.js'

export interface Figure {
  /** What is divided by what, or what is timed. */
  readonly what: string
  readonly value: Spread
  /** ` ×`, ` ms` or nothing; printed after the number. */
  readonly unit: string
  readonly target?: Target
  /** Absolute figures and remarks. */
  readonly beside: string
}

/** How long and how often to measure. */
export interface Effort {
  readonly smoke: boolean
  /** Adjacent pairs of HTTP bursts, and the length of a burst. */
  readonly pairs: number
  readonly burstMs: number
  /** Rounds of everything else. */
  readonly rounds: number
}

export interface Row {
  readonly id: string
  readonly title: string
  /** Who notices when the row gets worse. */
  readonly noticedBy: string
  readonly measure: (effort: Effort) => Promise<readonly Figure[]>
}

export const FULL: Effort = { smoke: false, pairs: 16, burstMs: 1000, rounds: 9 }
export const SMOKE: Effort = { smoke: true, pairs: 1, burstMs: 100, rounds: 1 }
