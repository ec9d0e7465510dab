/**
 * Genotypes and phases of an animal as answers write them.
 * Guarantees: alleles are written as requests accept them.
 */
import { copyText, type Copy } from '../../genetics/locus.js'
import type { Pair } from '../../genetics/genotype.js'
import type { LocusPosterior, PhasePosterior } from '../../inference/answer.js'
import { onceEach } from '../../common/memo.js'
import type { ModelLocus } from '../../model/model.js'
import type { Ruleset } from '../ruleset.js'
import { percentOfOne } from './shapes.js'

export type GenotypePercentages = ReturnType<typeof genotypesAnswer>['genotypes'][number]
export type PhaseAnswer = ReturnType<typeof phaseAnswer>[number]

export function genotypesAnswer({ model, genotypes }: Ruleset, posteriors: readonly LocusPosterior[]) {
  const written = (index: number, pair: Pair) => {
    const locus = model.loci[index] as ModelLocus
    return { gene: locus.key, alleles: genotypes.of(locus, [pair]).alleles }
  }
  return {
    genotypes: posteriors.flatMap(({ locus, pairs }) =>
      pairs.map(({ pair, probability }) => ({
        ...written(locus, pair),
        percentage: percentOfOne(probability),
      })),
    ),
    /** What the facts determine among alleles with a frequency above 0; a note says where the population leaves alleles out. */
    certain: posteriors.flatMap(({ locus, certain }) =>
      certain === undefined ? [] : [written(locus, certain)],
    ),
  }
}

export function phaseAnswer({ model }: Ruleset, groups: readonly PhasePosterior[]) {
  return groups.map(({ loci: indices, hasPhase, phases }) => {
    const loci = indices.map((index) => model.loci[index] as ModelLocus)
    // Few haplotypes are in many pairs.
    const texts = onceEach((copies: readonly Copy[]) =>
      copies.map((copy, i) => copyText(loci[i] as ModelLocus, copy)),
    )
    return {
      genes: loci.map(({ key }) => key),
      /** False: the animal is not heterozygous at two of them, so that it has no phase. */
      is_open: hasPhase,
      phases: phases.map(({ copies, probability }) => ({
        together: texts(copies[0]),
        copies: copies.map(texts),
        percentage: percentOfOne(probability),
      })),
    }
  })
}
