/**
 * Finds answers that are certain only because of a population's allele frequencies: the facts alone would allow others.
 */
import type { Study } from '../../inference/create-inference.js'
import type { Model, ModelLocus } from '../../model/model.js'
import type { Ask } from '../read/pedigree/asks.js'
import type { AskAnswer, AskContext } from './ask-works.js'

export interface Certainty {
  /** Whether some answer depends on frequencies. */
  readonly isEstimated: boolean
  /** Animals with a single possible coat that is certain only because of frequencies. */
  readonly coatByPriors: readonly number[]
  /** Loci with a genotype that is certain only because of frequencies. */
  readonly lociByPriors: readonly ModelLocus[]
}

/** @param answers one for each ask */
export function certaintyOf(
  model: Model,
  { study, question }: Pick<AskContext, 'study' | 'question'>,
  asks: readonly Ask[],
  answers: readonly AskAnswer[],
): Certainty {
  const isEstimated = question.population !== undefined && study.needsPriors()
  const coatByPriors = answers.flatMap((answer, i) => {
    const ask = asks[i]
    const isSole = answer.ask === 'coat' && (answer.total_results ?? answer.results.length) === 1
    return isEstimated && isSole && ask?.kind === 'coat' && !hasOneCoat(study, ask.horse) ? [ask.horse] : []
  })
  const lociByPriors = answers.flatMap((answer, i) => {
    const ask = asks[i]
    if (answer.ask !== 'genotype' || ask?.kind !== 'genotype') return []
    const genes = answer.certain.map(({ gene }) => gene)
    return model.loci.filter(({ key, index }) => genes.includes(key) && !study.isDetermined(ask.horse, index))
  })
  return { isEstimated, coatByPriors, lociByPriors }
}

/** Budget for each animal. */
const MAX_OPERATIONS = 10_000

/** Whether the facts alone leave one coat. Also false if finding out exceeds MAX_OPERATIONS. */
function hasOneCoat(study: Study, animal: number): boolean {
  const { operations, run } = study.coatBounds(animal).plan(MAX_OPERATIONS)
  return operations <= MAX_OPERATIONS && run().rows.length === 1
}
