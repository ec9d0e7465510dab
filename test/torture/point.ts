/**
 * A legal request as the search for the heaviest sees it: a point with neighbours, which differ in a thing or two.
 * Leaves to others: which points there are (question.ts, pedigree.ts), which are heavy (cost-search.ts).
 */
import type { Ask } from '../support/ask.js'
import type { Random } from '../phenotypes/random-horse.js'

export interface Point {
  readonly ask: Ask
  /** What it says, place by place. */
  readonly says: Readonly<Record<string, unknown>>
  readonly inWords: string
  readonly neighbour: (random: Random) => Point
}

/** In how many places two points differ. */
export function distance({ says: one }: Point, { says: other }: Point): number {
  const places = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return places.filter((place) => JSON.stringify(one[place]) !== JSON.stringify(other[place])).length
}
