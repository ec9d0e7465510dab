/**
 * Without a population: how small and how large the share of each coat can be, over everything that is not known.
 * Guarantees: exact. A share is linear in what is known of either parent, so that its extremes lie where each is one
 * genotype; components of a coat vary independently, so that the least product is the product of the least.
 * What is not known of phase stays equally likely.
 * Leaves to others: which genotypes a parent can have (completions.ts), the shares in each cross (share-bounds.ts).
 */
import { coatTables, splitComponents, type Component } from '../../../model/by-coat/components.js'
import type { HorseGenotype, LocusGenotype } from '../../../model/model.js'
import type { BoundedAnswer } from '../../answer.js'
import type { Known } from '../../facts/known.js'
import { A_BOUND, A_CROSS, A_MEETING, A_TALLIED } from '../../planning/cost.js'
import type { Rules } from '../../rules.js'
import { neverRun, type AnswerDraft } from '../work.js'
import { completionsOf, sizeIn, sizesOf, withoutMiddle, type Completions } from './completions.js'
import { boundsOf, ordered, overall } from './share-bounds.js'

/** The tables of a coat, and the linkage groups that they read, apart from each other where they can be. */
export function componentsOf({ model }: Rules): readonly Component[] {
  return splitComponents(model.groups, coatTables(model.tables))
}

/** @param components of the rules */
export function foalBounds(
  rules: Rules,
  components: readonly Component[],
  known: Known,
  mother: number,
  father: number,
): AnswerDraft<BoundedAnswer> {
  const together = [mother, father].map(
    (horse) => known.reading.question.horses[horse]?.together ?? new Map(),
  )
  const completions = [mother, father].map((horse) => completionsOf(rules, known, horse))
  const few = completions.reduce((product, { count }) => product * count, A_CROSS)
  const [dams = [], sires = []] = completions.map(({ list }, p) =>
    together[p]?.size === 0 ? list(withoutMiddle) : list(),
  )
  const sizeOf = (sizes: readonly number[], { groups }: Component): number =>
    groups.reduce((product, g) => product * sizeIn(rules, sizes, g), 1)
  /** How many pairs of genotypes are crossed. @param sizes of both parents */
  const crossesOf = (dam: readonly number[], sire: readonly number[]): number =>
    components.reduce((sum, each) => sum + sizeOf(dam, each) * sizeOf(sire, each), 0)
  const [leastDam = [], leastSire = []] = completions.map(({ least }) => least)
  const least = crossesOf(leastDam, leastSire) * A_CROSS
  const plan: AnswerDraft<BoundedAnswer>['plan'] = (left) => {
    let [operations, most] = [0, 0]
    const pairs: (readonly [Completions, Completions])[] = []
    if (Math.max(few, least) > left) return { operations: Math.max(few, least), run: neverRun }
    for (const [dam, sire] of pairsOf(dams, sires)) {
      const crosses = crossesOf(sizesOf(dam), sizesOf(sire))
      operations += crosses * A_CROSS
      if (operations > left) break
      const { meetings, sums } = rules.estimateWork(dearest(dam), dearest(sire))
      const { states, coats } = sums()
      operations += crosses * (meetings * A_MEETING + states * A_TALLIED) + coats * A_BOUND
      if (operations > left) break
      most += coats
      pairs.push([dam, sire])
    }
    return {
      operations: Math.ceil(operations),
      rows: { most, operations: 0 },
      run: () => {
        const tables = pairs.map(([dam, sire]) => boundsOf(rules, components, dam, sire, together))
        return { rows: ordered(overall(tables)) }
      },
    }
  }
  return { least, plan }
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
