/**
 * Linkage groups that are not independent of each other, since a constraint on several of them leaves several rectangles.
 */
import type { Known } from '../facts/known.js'
import type { Reading } from '../facts/reading.js'
import type { Options } from '../facts/rectangles.js'
import { relativesOf } from './pedigree.js'

/** A constraint with several rectangles on several groups. */
export interface Tie {
  readonly all: Options
  readonly size: number
  readonly groups: readonly number[]
}

/** @param among of these animals and their relatives; of all, where there are none */
export function tiesOf({ reading, facts, possible }: Known, among: readonly number[] = []): readonly Tie[] {
  const related = relativesOf(reading.animals, among)
  return facts.flatMap((fact) =>
    fact.constraints.flatMap((all) => {
      if (!related.has(fact.place.horse)) return []
      const left = possible.leftOf(all)
      const groups = left.length > 1 ? groupsOfRectangles(reading, left) : []
      return groups.length > 1 ? [{ all, size: left.length, groups }] : []
    }),
  )
}

/** Sets of groups that are tied to each other, each in ascending order; every group of the model stands in one. */
export function tiedGroups({ reading }: Known, ties: readonly Tie[]): readonly (readonly number[])[] {
  return ties.reduce<readonly (readonly number[])[]>(
    (sets, { groups }) => {
      const met = sets.filter((set) => set.some((group) => groups.includes(group)))
      return [...sets.filter((set) => !met.includes(set)), met.flat().sort((a, b) => a - b)]
    },
    reading.model.groups.map((_, g) => [g]),
  )
}

/** The linkage groups that rectangles say something of. */
export function groupsOfRectangles({ model }: Reading, options: Options): readonly number[] {
  const loci = new Set(options.flatMap((option) => [...option.keys()]))
  return model.groups.flatMap(({ loci: own }, g) => (own.some(({ index }) => loci.has(index)) ? [g] : []))
}
