/**
 * Without a population: how small and how large the share of each coat can be, over everything that is not known.
 * Guarantees: exact. A share is linear in what is known of either parent, so that its extremes lie where each is one
 * genotype; components of a coat vary independently, so that the least product is the product of the least.
 * What is not known of phase stays equally likely.
 * Leaves to others: which genotypes a parent can have (completions.ts), the shares in each cross (share-bounds.ts).
 */
import { coatTables, splitComponents, type Component } from '../../../model/by-coat/components.js'
import type { HorseGenotype, LocusGenotype } from '../../../model/model.js'
import type { BoundedAnswer, Work } from '../../answer.js'
import type { Known } from '../../facts/known.js'
import { A_BOUND, A_CROSS, A_MEETING, A_TALLIED, planned } from '../../network/cost.js'
import type { Rules } from '../../rules.js'
import { completionsOf, sizeIn, withoutMiddle, type Completions } from './completions.js'
import { ordered } from './row-order.js'
import { boundsOf, overall } from './share-bounds.js'

/** The tables of a coat, and the linkage groups that they read, apart from each other where they can be. */
export function componentsOf({ model }: Rules): readonly Component[] {
  return splitComponents(model.groups, coatTables(model.tables))
}

/** @param components of the rules @param most operations after which planning may end */
export function foalBounds(
  rules: Rules,
  components: readonly Component[],
  known: Known,
  mother: number,
  father: number,
  most: number,
): Work<BoundedAnswer> {
  const together = [mother, father].map(
    (horse) => known.reading.question.horses[horse]?.together ?? new Map(),
  )
  const completions = [mother, father].map((horse) => completionsOf(rules, known, horse))
  const few = completions.reduce((product, { count }) => product * count, A_CROSS)
  if (few > most) return { operations: few, run: () => ({ rows: [] }) }
  const [dams = [], sires = []] = completions.map(({ list }, p) =>
    together[p]?.size === 0 ? list(withoutMiddle) : list(),
  )
  const sizeOf = (all: Completions, { groups }: Component): number =>
    groups.reduce((product, g) => product * sizeIn(rules, all, g), 1)
  const works = planned(most, pairsOf(dams, sires), ([dam, sire], left) => {
    const crosses = components.reduce((some, each) => some + sizeOf(dam, each) * sizeOf(sire, each), 0)
    if (crosses * A_CROSS > left) return { operations: crosses * A_CROSS, coats: 0, dam, sire }
    const { meetings, sums } = rules.estimateWork(dearest(dam), dearest(sire))
    const { states, coats } = sums()
    const summing = crosses * (A_CROSS + meetings * A_MEETING + states * A_TALLIED)
    return { operations: summing + coats * A_BOUND, coats, dam, sire }
  })
  return {
    operations: Math.ceil(works.reduce((sum, { operations }) => sum + operations, 0)),
    rows: { most: works.reduce((sum, { coats }) => sum + coats, 0), operations: 0 },
    run: () => {
      const tables = works.map(({ dam, sire }) => boundsOf(rules, components, dam, sire, together))
      return { rows: ordered(overall(tables)) }
    },
  }
}

/** Every dam with every sire; each is worked out when it is met first. */
function* pairsOf<Item>(dams: Iterable<Item>, sires: Iterable<Item>): Generator<readonly [Item, Item]> {
  const met: Item[] = []
  for (const dam of dams) {
    if (met.length > 0) for (const sire of met) yield [dam, sire]
    else
      for (const sire of sires) {
        met.push(sire)
        yield [dam, sire]
      }
  }
}

/** Of each locus the genotype that can hand on the most. */
function dearest(all: Completions): HorseGenotype {
  const handed = ({ layouts }: LocusGenotype): number =>
    new Set(layouts.flat().map((copy) => copy.join())).size
  return all.map((own) => own.reduce((most, each) => (handed(each) > handed(most) ? each : most)))
}
