/**
 * Builds tests, the facts of a question about one gene. A test is a list of pairs of copy patterns. For an animal with one copy,
 * one pattern stands for the other sex chromosome.
 */
import type { Pair } from '../../../genetics/genotype.js'
import type { CopyPattern, Test } from '../../../inference/question.js'
import type { LocusGenotype, ModelLocus } from '../../../model/model.js'
import { ANYTHING, exactly } from '../genes/unknown-alleles.js'

/** The animal has one of the layouts of this genotype. */
export function pairsOf({ layouts }: LocusGenotype): Test['pairs'] {
  return layouts.map(patternsOf)
}

function patternsOf([first, second]: Pair): readonly [CopyPattern, CopyPattern] {
  return [exactly(first), exactly(second)]
}

/** Prefix of the text of a test for a gene that was left out. */
export const LEFT_OUT = 'left out, which means '

/**
 * A gene that was left out, which the contract defines as its wild type.
 * @param copies number of copies of a sex-linked locus; undefined if the animal's parents determine it
 * @returns undefined if the gene has no wild type
 */
export function leftOut(locus: ModelLocus, field: string, copies: 1 | 2 | undefined): Test | undefined {
  const { wildType, noCopy, alleles } = locus
  if (wildType === null) return undefined
  const text = `${LEFT_OUT}${alleles[wildType] ?? ''}`
  return { field, text, pairs: samePattern(exactly([wildType]), noCopy, copies) }
}

/** A gene with two unknown alleles. */
export function untested({ noCopy }: ModelLocus, field: string, copies: 1 | 2 | undefined): Test {
  return { field, text: 'not tested', pairs: samePattern(ANYTHING, noCopy, copies) }
}

/** Two copies of the same pattern, one copy, or, if the number of copies is unknown, either. */
function samePattern(copy: CopyPattern, noCopy: number | null, copies: 1 | 2 | undefined): Test['pairs'] {
  const both = [copy, copy] as const
  if (noCopy === null || copies === 2) return [both]
  const one = [copy, exactly([noCopy])] as const
  return copies === 1 ? [one] : [both, one]
}
