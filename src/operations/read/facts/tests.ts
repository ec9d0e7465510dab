/**
 * What is known of a gene as a test, which is a fact of a question: two patterns of copies, of which one stands for the other
 * sex chromosome where an animal has one copy.
 */
import type { Pair } from '../../../genetics/genotype.js'
import type { CopyPattern, Test } from '../../../inference/question.js'
import type { LocusGenotype, ModelLocus } from '../../../model/model.js'
import { ANYTHING, exactly } from '../genes/unknown-alleles.js'

/** That the animal has one of the layouts of this genotype. */
export function pairsOf({ layouts }: LocusGenotype): Test['pairs'] {
  return layouts.map(patternsOf)
}

function patternsOf([first, second]: Pair): readonly [CopyPattern, CopyPattern] {
  return [exactly(first), exactly(second)]
}

/** How the text of a test begins of a gene that was left out. */
export const LEFT_OUT = 'left out, which means '

/**
 * That a gene was left out, which the contract reads as its wild type.
 * @param copies that the animal has of a locus on the sex chromosome; undefined where it has parents that tell it
 */
export function leftOut(locus: ModelLocus, field: string, copies: 1 | 2 | undefined): Test | undefined {
  const { wildType, noCopy, alleles } = locus
  if (wildType === null) return undefined
  const text = `${LEFT_OUT}${alleles[wildType] ?? ''}`
  return { field, text, pairs: alike(exactly([wildType]), noCopy, copies) }
}

/** That nothing is known of a gene. */
export function untested({ noCopy }: ModelLocus, field: string, copies: 1 | 2 | undefined): Test {
  return { field, text: 'not tested', pairs: alike(ANYTHING, noCopy, copies) }
}

/** Two copies alike, or of a locus on the sex chromosome perhaps an only one. */
function alike(copy: CopyPattern, noCopy: number | null, copies: 1 | 2 | undefined): Test['pairs'] {
  const both = [copy, copy] as const
  if (noCopy === null || copies === 2) return [both]
  const one = [copy, exactly([noCopy])] as const
  return copies === 1 ? [one] : [both, one]
}
