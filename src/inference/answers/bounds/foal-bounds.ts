/**
 * The foals of two animals without a population: the least and the greatest probability of each coat, over every completion of
 * the parents.
 * Guarantees: exact. A probability is linear in the distribution of either parent's genotype, so that its extremes lie where
 * each parent has one genotype; components of a coat vary independently, so that the least product is the product of the
 * least. Phases that nobody declared are equally likely.
 * Leaves to others: the completions (completions.ts), the probabilities in each cross (probability-bounds.ts).
 */
import { coatTables, splitComponents, type Component } from '../../../model/by-coat/components.js'
import type { HorseGenotype, LocusGenotype } from '../../../model/model.js'
import type { BoundedAnswer } from '../../answer.js'
import type { Evidence } from '../../facts/evidence.js'
import { neverRun, type AnswerDraft } from '../../planning/planning.js'
import { A_BOUND, A_CROSS, A_MEETING, A_TALLIED } from '../../planning/weights.js'
import type { Rules } from '../../rules.js'
import { completionsOf, sizeIn, sizesOf, withoutMiddle, type Completions } from './completions.js'
import { boundsOf, overall } from './probability-bounds.js'
import { ordered } from './row-order.js'

/** The tables of a coat with the linkage groups that they read, split where they are independent. */
export function componentsOf({ model }: Rules): readonly Component[] {
  return splitComponents(model.groups, coatTables(model.tables))
}

/** @param components of the rules */
export function foalBounds(
  rules: Rules,
  components: readonly Component[],
  byFacts: Evidence,
  mother: number,
  father: number,
): AnswerDraft<BoundedAnswer> {
  const together = [mother, father].map(
    (animal) => byFacts.reading.question.horses[animal]?.together ?? new Map(),
  )
  const completions = [mother, father].map((animal) => completionsOf(rules, byFacts, animal))
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

/** Every dam with every sire; each is computed once, when it is first needed. */
function* pairsOf<Item>(dams: Iterable<Item>, sires: Iterable<Item>): Generator<readonly [Item, Item]> {
  const known: Item[] = []
  for (const dam of dams) {
    if (known.length > 0) for (const sire of known) yield [dam, sire]
    else
      for (const sire of sires) {
        known.push(sire)
        yield [dam, sire]
      }
  }
}

/** At each locus the genotype with the most different copies to hand on. */
function dearest(all: Completions): HorseGenotype {
  const copiesOf = ({ layouts }: LocusGenotype): number =>
    new Set(layouts.flat().map((copy) => copy.join())).size
  return all.map((own) => own.reduce((most, each) => (copiesOf(each) > copiesOf(most) ? each : most)))
}
