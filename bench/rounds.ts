/**
 * Two sides measured in this process: interleaved rounds, the order flipped each round.
 * Guarantees: both sides are warm before the first round; each round compares work done next to each other in time;
 * what a side needs beforehand is made outside of its time.
 * Leaves to others: what the sides do, and that they do the same.
 */
import { performance } from 'node:perf_hooks'
import { spreadOf, type Spread } from './figures.js'
import type { Effort } from './row.js'

/** Does its work this many times. @returns the milliseconds it took, where not all that was done counts */
export type Work = (times: number) => number | void

export interface Side {
  /** Makes the work ready to be timed. */
  readonly prepare: (times: number) => Work
  /** How many times larger the whole work is than what is done here, where the whole would take too long. */
  readonly part?: number
}

export interface Compared {
  /** Time of the second side ÷ time of the first: how many times faster the first is. */
  readonly faster: Spread
  /** Microseconds of one time. */
  readonly first: Spread
  readonly second: Spread
}

const MOST_TIMES = 5000
/** How many times as much work a side does before its time counts. */
const RUN_UP = 2

export function side(work: () => void, part = 1): Side {
  return {
    part,
    prepare: () => (times) => {
      for (let i = 0; i < times; i++) work()
    },
  }
}

/** A side whose work uses something up, which is made each time just before: many at once fill the memory. */
export function sideOn<Need>(make: () => Need, work: (need: Need) => void): Side {
  return {
    prepare: () => (times) => {
      let took = 0
      for (let i = 0; i < times; i++) {
        const need = make()
        const started = performance.now()
        work(need)
        took += performance.now() - started
      }
      return took
    },
  }
}

export function interleave(effort: Effort, first: Side, second: Side): Compared {
  const times = [first, second].map((each) => timesFor(each, effort.sideMs))
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

/** Microseconds that one time of the whole work takes, over so many times. */
function microsOf({ prepare, part = 1 }: Side, times: number): number {
  const again = times > 1 ? RUN_UP * times : 0
  const [warmUp, work] = [prepare(again), prepare(times)]
  globalThis.gc?.()
  // A full collection throws away compiled code that knew what has gone, and code that rested while the other side was
  // measured: it is compiled anew before the time counts.
  if (again > 0) warmUp(again)
  const started = performance.now()
  const own = work(times)
  return (1000 * part * (own ?? performance.now() - started)) / times
}

/**
 * How often a side must be done to fill the time; warms it up by the way. The number counts only once the side was done that
 * often: code that is still being compiled is slower, and would fill the time with less.
 */
function timesFor(each: Side, milliseconds: number): number {
  for (let times = 1; ; times *= 2) {
    const took = microsOf(each, times) / (each.part ?? 1) / 1000
    const filling = Math.min(MOST_TIMES, Math.max(1, Math.round(milliseconds / took)))
    if (filling <= times) return filling
  }
}
