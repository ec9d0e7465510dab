/**
 * The recombination fractions of a parent's own meiosis.
 * Guarantees: of the rows between two neighbours the first that holds for the parent decides.
 */
import { dosageOf } from '../../genetics/genotype.js'
import type { HorseGenotype, LinkageGroup } from '../model.js'
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
  return group.intervals.map((rows) => {
    const row = rows.find(({ when }) =>
      when.every(({ locus, condition }) => {
        const genotype = parent[locus]
        const layout = genotype?.layouts[0]
        return genotype !== undefined && layout !== undefined
          ? conditionHolds(condition, dosageOf(genotype.locus, layout))
          : false
      }),
    )
    return row?.thousandths[fractions] ?? INDEPENDENT
  })
}
