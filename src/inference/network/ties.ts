/**
 * Linkage groups that are not independent of each other, since a constraint on several of them leaves several rectangles.
 */
import type { Options } from '../facts/coats-seen.js'
import type { Fact, Reading } from '../facts/reading.js'
import type { Known } from './build.js'

/** Sets of groups that are tied to each other, each in ascending order; every group of the model stands in one. */
export function tiedGroups({
  reading,
  facts,
  possible,
}: Pick<Known, 'reading' | 'facts' | 'possible'>): readonly (readonly number[])[] {
  let sets: readonly (readonly number[])[] = reading.model.groups.map((_, g) => [g])
  for (const fact of facts) {
    for (const all of fact.constraints) {
      const left = possible.options.get(all) ?? all
      if (left.length < 2) continue
      const tie = groupsOf(reading, fact, left)
      const met = sets.filter((set) => set.some((group) => tie.includes(group)))
      const joined = met.flat().sort((a, b) => a - b)
      sets = [...sets.filter((set) => !met.includes(set)), joined]
    }
  }
  return sets.filter(({ length }) => length > 0)
}

/** The linkage groups that some rectangles of a fact say something of. */
export function groupsOf(
  { model, levels }: Reading,
  { crossing }: Fact,
  options: Options,
): readonly number[] {
  const loci = new Set(
    options.flatMap((option) => [...option.keys()].flatMap((level) => levels[level]?.loci ?? [])),
  )
  return model.groups.flatMap((group, g) => {
    const isCrossed =
      crossing !== undefined &&
      group.intervals.some((rows) => rows.some(({ when }) => when.includes(crossing)))
    return isCrossed || group.loci.some(({ index }) => loci.has(index)) ? [g] : []
  })
}
