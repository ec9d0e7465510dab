/**
 * What the engine needs of a rule set.
 */
import type { Model } from '../model/model.js'
import type { Offspring } from '../model/cross/cross.js'
import type { EstimateWork } from '../model/cross/cross-work.js'
import type { Genotypes } from '../model/phenotype/genotypes.js'

/** What a rule set offers to all who answer from it. */
export interface Rules {
  readonly model: Model
  readonly genotypes: Genotypes
  readonly offspring: Offspring
  /** What a cross of two known parents costs. */
  readonly estimateWork: EstimateWork
}
