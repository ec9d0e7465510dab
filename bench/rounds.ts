/**
 * Two sides measured in this process: interleaved rounds, the order flipped each round.
 * Guarantees: both sides are warm before the first round; each round compares work done next to each other in time.
 * Leaves to others: what the sides do, and that they do the same.
 */
import { performance } from 'node:perf_hooks'
import { spreadOf, type Spread } from './figures.js'
import type { Effort } from './row.js'

/** One side: does its work this many times. */
export type Side = (times: number) => void

export interface Compared {
  /** Time of the second side ÷ time of the first: how many times faster the first is. */
  readonly faster: Spread
  /** Microseconds of one time. */
  readonly first: Spread
  readonly second: Spread
}

export function interleave(effort: Effort, first: Side, second: Side): Compared {
  const times = [first, second].map((side) => timesFor(side, effort.sideMs))
  const micros: [number[], number[]] = [[], []]
  for (let round = 0; round < effort.rounds; round++) {
    const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
    for (const at of order) micros[at].push(microsOf(at === 0 ? first : second, times[at] ?? 1))
  }
  return {
    faster: spreadOf(micros[0].map((own, round) => (micros[1][round] ?? NaN) / own)),
    first: spreadOf(micros[0]),
    second: spreadOf(micros[1]),
  }
}

/** Microseconds that one time takes, over so many times. */
export function microsOf(side: Side, times: number): number {
  globalThis.gc?.()
  const started = performance.now()
  side(times)
  return (1000 * (performance.now() - started)) / times
}

/** How often a side must be done to fill the time; warms it up by the way. */
function timesFor(side: Side, milliseconds: number): number {
  for (let times = 1; ; times *= 2) {
    const took = (microsOf(side, times) * times) / 1000
    if (took >= milliseconds / 2) return Math.max(1, Math.round((times * milliseconds) / took))
  }
}
