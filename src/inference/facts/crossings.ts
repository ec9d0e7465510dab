/**
 * Where a fraction of recombination depends on the parent's copies at a locus of another linkage group: whether the
 * condition holds, as a constraint that leaves both.
 */
import { dosageOf } from '../../genetics/genotype.js'
import { conditionHolds } from '../../model/compile/predicate.js'
import type { FractionRow, Model } from '../../model/model.js'
import type { Fact } from './fact.js'
import type { LocusCopies } from './copies.js'
import type { Level } from './levels.js'
import type { Rectangle } from './rectangles.js'

/** @param parents the horses that hand something on */
export function crossingsAmong(
  model: Model,
  copies: readonly LocusCopies[],
  levels: readonly Level[],
  parents: readonly number[],
): readonly Fact[] {
  const elsewhere = model.groups.flatMap(({ loci, intervals }) =>
    intervals
      .flat()
      .flatMap(({ when }) => when.filter(({ locus }) => loci.every(({ index }) => index !== locus))),
  )
  return elsewhere.flatMap((crossing) => {
    const level = levels.find(({ loci }) => loci.length === 1 && loci[0] === crossing.locus)
    const rectangles = [true, false].map((wanted) => rectangleWhere(copies, level, crossing, wanted))
    return parents.map((horse): Fact => ({
      place: { kind: 'alive', horse },
      constraints: [[...rectangles]],
      crossing,
    }))
  })
}

function rectangleWhere(
  copies: readonly LocusCopies[],
  level: Level | undefined,
  { locus, condition }: FractionRow['when'][number],
  wanted: boolean,
): Rectangle {
  const own = copies[locus]
  if (own === undefined || level === undefined) return new Map()
  const n = own.examples.length
  const set = new Uint8Array(n * n)
  own.examples.forEach((a, i) =>
    own.examples.forEach((b, j) => {
      set[i * n + j] = conditionHolds(condition, dosageOf(own.locus, [a, b])) === wanted ? 1 : 0
    }),
  )
  return new Map([[level.index, set]])
}
