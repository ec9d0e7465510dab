/** What is entered in the views that compare, check and plan: a wanted coat, stallions, a foal, a mate. */
import { NOTHING, type Facts } from '../relatives.js'

/** The coat that is wanted: a name, parts, or a name with parts. */
export interface Wanted {
  readonly coat: string
  /** Tokens. */
  readonly has: readonly string[]
}

export const NOT_WANTED: Wanted = { coat: '', has: [] }

export interface NamedFacts extends Facts {
  readonly name: string
}

/** What a test is to tell: the coats of foals, or what the animal carries. */
export const GOALS = ['carries', 'foal'] as const
export type Goal = (typeof GOALS)[number]

export interface PlanState {
  readonly wanted: Wanted
  readonly sires: readonly NamedFacts[]
  /** The foal whose parentage is in doubt. */
  readonly child: Facts
  /** The mate of the animal that is to be tested. */
  readonly mate: Facts
  readonly goal: Goal
}

export const NO_PLAN: PlanState = {
  wanted: NOT_WANTED,
  sires: [],
  child: NOTHING,
  mate: NOTHING,
  goal: 'carries',
}

export function isWanted({ coat, has }: Wanted): boolean {
  return coat !== '' || has.length > 0
}
