/**
 * What an animal may carry, and what lies together in it, as answers tell it.
 * Guarantees: alleles are written as requests take them.
 */
import { copyText, type Copy } from '../../genetics/locus.js'
import type { Pair } from '../../genetics/genotype.js'
import type { LocusShares, PhaseShares } from '../../inference/answer.js'
import type { ModelLocus } from '../../model/model.js'
import type { RuleBook } from '../rule-book.js'
import { percentOfOne, type GeneShare, type PhaseTold } from './shapes.js'

export function genotypesTold(
  { model, genotypes }: RuleBook,
  shares: readonly LocusShares[],
): { readonly genotypes: readonly GeneShare[]; readonly certain: readonly Omit<GeneShare, 'percentage'>[] } {
  const written = (locus: ModelLocus, pair: Pair): Omit<GeneShare, 'percentage'> => ({
    gene: locus.key,
    alleles: genotypes.of(locus, [pair]).alleles,
  })
  const known = shares.flatMap((each) => {
    const locus = model.loci[each.locus]
    return locus === undefined ? [] : [{ ...each, locus }]
  })
  return {
    genotypes: known.flatMap(({ locus, shares: pairs }) =>
      pairs.map(({ pair, probability }) => ({
        ...written(locus, pair),
        percentage: percentOfOne(probability),
      })),
    ),
    certain: known.flatMap(({ locus, certain }) => (certain === undefined ? [] : [written(locus, certain)])),
  }
}

export function phaseTold({ model }: RuleBook, groups: readonly PhaseShares[]): readonly PhaseTold[] {
  return groups.map(({ loci: indices, isOpen, shares }) => {
    const loci = indices.flatMap((index) => model.loci[index] ?? [])
    const written = (copies: readonly Copy[]): readonly string[] =>
      copies.flatMap((copy, i) => {
        const locus = loci[i]
        return locus === undefined ? [] : [copyText(locus, copy)]
      })
    // The same few haplotypes lie in many pairs.
    const known = new Map<readonly Copy[], readonly string[]>()
    const texts = (copies: readonly Copy[]): readonly string[] => {
      const text = known.get(copies) ?? written(copies)
      known.set(copies, text)
      return text
    }
    return {
      genes: loci.map(({ key }) => key),
      is_open: isOpen,
      phases: shares.map(({ copies, probability }) => ({
        together: texts(copies[0]),
        copies: copies.map(texts),
        percentage: percentOfOne(probability),
      })),
    }
  })
}
