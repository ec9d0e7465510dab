/** What the package offers. */
export { RobeClient, type RobeClientOptions } from './client.js'
export { RobeError } from './error.js'
export type { CallOptions } from './exchange.js'
export type { Retry } from './retry.js'
export type { Rows } from './rows.js'
export type {
  ApiInfo,
  Coat,
  CoatQuestion,
  ErrorCode,
  Genes,
  Inferred,
  InferQuestion,
  Offspring,
  OffspringQuestion,
  OffspringSummary,
  OpenCoat,
  OpenOffspring,
  Parent,
  Possibility,
} from './types.js'
