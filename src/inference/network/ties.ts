/**
 * Linkage groups that are not independent of each other, since a constraint on several of them leaves several rectangles.
 */
import type { FractionRow } from '../../model/model.js'
import type { Options } from '../facts/coats-seen.js'
import type { Fact } from '../facts/fact.js'
import type { Reading } from '../facts/reading.js'
import type { Known } from './known.js'

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
export function groupsOf(reading: Reading, { crossing }: Fact, options: Options): readonly number[] {
  const own = new Set(groupsOfRectangles(reading, options))
  return reading.model.groups.flatMap(({ intervals }, g) => {
    const isCrossed =
      crossing !== undefined && intervals.some((rows) => rows.some(({ when }) => when.includes(crossing)))
    return isCrossed || own.has(g) ? [g] : []
  })
}

export function groupsOfRectangles({ model, levels }: Reading, options: Options): readonly number[] {
  const loci = new Set(
    options.flatMap((option) => [...option.keys()].flatMap((level) => levels[level]?.loci ?? [])),
  )
  return model.groups.flatMap(({ loci: own }, g) => (own.some(({ index }) => loci.has(index)) ? [g] : []))
}

/**
 * Whether a condition on a locus of another group holds for a parent. The first rectangle of a crossing is that it does.
 * @param ties of what was worked out @param chosen the rectangle of each
 */
export function crossingTruth(
  { facts, possible }: Known,
  parent: number,
  when: FractionRow['when'][number],
  ties: readonly { readonly all: Options }[],
  chosen: readonly number[],
): boolean {
  const fact = facts.find(({ place, crossing }) => place.horse === parent && crossing === when)
  const [all = []] = fact?.constraints ?? []
  const left = possible.options.get(all) ?? all
  const tie = ties.findIndex((each) => each.all === all)
  return left[tie < 0 ? 0 : (chosen[tie] ?? 0)] === all[0]
}
