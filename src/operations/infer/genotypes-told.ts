/**
 * What an animal may carry, and what lies together in it, as answers tell it.
 * Guarantees: alleles are written as requests take them.
 */
import { copyText, type Copy } from '../../genetics/locus.js'
import type { Pair } from '../../genetics/genotype.js'
import type { LocusShares } from '../../inference/answer.js'
import type { PhaseShares } from '../../inference/answers/genotype-shares.js'
import { onceEach } from '../../common/memo.js'
import type { ModelLocus } from '../../model/model.js'
import type { RuleBook } from '../rule-book.js'
import { percentOfOne } from './shapes.js'

export type GeneShare = ReturnType<typeof genotypesTold>['genotypes'][number]
export type PhaseTold = ReturnType<typeof phaseTold>[number]

export function genotypesTold({ model, genotypes }: RuleBook, shares: readonly LocusShares[]) {
  const written = (index: number, pair: Pair) => {
    const locus = model.loci[index] as ModelLocus
    return { gene: locus.key, alleles: genotypes.of(locus, [pair]).alleles }
  }
  return {
    genotypes: shares.flatMap(({ locus, shares: pairs }) =>
      pairs.map(({ pair, probability }) => ({
        ...written(locus, pair),
        percentage: percentOfOne(probability),
      })),
    ),
    /** What the facts force among the alleles that the population knows; a note tells where it leaves alleles out. */
    certain: shares.flatMap(({ locus, certain }) => (certain === undefined ? [] : [written(locus, certain)])),
  }
}

export function phaseTold({ model }: RuleBook, groups: readonly PhaseShares[]) {
  return groups.map(({ loci: indices, isOpen, shares }) => {
    const loci = indices.map((index) => model.loci[index] as ModelLocus)
    // The same few haplotypes lie in many pairs.
    const texts = onceEach((copies: readonly Copy[]) =>
      copies.map((copy, i) => copyText(loci[i] as ModelLocus, copy)),
    )
    return {
      genes: loci.map(({ key }) => key),
      /** False: the animal is not heterozygous at two of them, so that there is no phase to speak of. */
      is_open: isOpen,
      phases: shares.map(({ copies, probability }) => ({
        together: texts(copies[0]),
        copies: copies.map(texts),
        percentage: percentOfOne(probability),
      })),
    }
  })
}
