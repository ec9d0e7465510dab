/**
 * The recombination fractions of a parent's own meiosis.
 * Guarantees: of the rows between two neighbours the first that holds for the parent decides.
 */
import { dosageOf, type Pair } from '../../genetics/genotype.js'
import type { FractionRow, HorseGenotype, LinkageGroup, LocusGenotype } from '../model.js'
import { conditionHolds } from '../compile/predicate.js'

/** Fraction between loci that no file links: they assort independently. */
const INDEPENDENT = 500

/** Which value of each fraction's interval is taken. */
export type Fractions = 'best' | 'low' | 'high'

/** Fractions between neighbours in the meiosis of this parent, in thousandths. */
export function fractionsFor(
  group: LinkageGroup,
  parent: HorseGenotype,
  fractions: Fractions,
): readonly number[] {
  const holds = ({ locus, condition }: FractionRow['when'][number]): boolean => {
    const genotype = parent[locus] as LocusGenotype
    return conditionHolds(condition, dosageOf(genotype.locus, genotype.layouts[0] as Pair))
  }
  return group.intervals.map((rows) => {
    const row = rows.find(({ when }) => when.every(holds))
    return row?.thousandths[fractions] ?? INDEPENDENT
  })
}
