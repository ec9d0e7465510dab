/**
 * The parts of a rule set that the engine uses.
 */
import type { Model } from '../model/model.js'
import type { Offspring } from '../model/cross/cross.js'
import type { EstimateWork } from '../model/cross/cross-work.js'
import type { Genotypes } from '../model/phenotype/genotypes.js'

/** Shared by everything that answers from a rule set. */
export interface Rules {
  readonly model: Model
  readonly genotypes: Genotypes
  readonly offspring: Offspring
  /** Estimates the cost of a cross of two known parents. */
  readonly estimateWork: EstimateWork
}
