/** What the package offers. */
export { RobeClient, type RobeClientOptions } from './client.js'
export { RobeError } from './error.js'
export type { CallOptions } from './exchange.js'
export type { Retry } from './retry.js'
export type { Rows } from './rows.js'
export type {
  AnyCoatQuestion,
  AnyOffspringQuestion,
  AnyParent,
  ApiInfo,
  Coat,
  CoatQuestion,
  ErrorCode,
  Genes,
  Inferred,
  InferQuestion,
  Language,
  Offspring,
  OffspringQuestion,
  OffspringSummary,
  OpenCoat,
  OpenOffspring,
  OpenOffspringSummary,
  OpenRow,
  Parent,
  PartlyTestedCoatQuestion,
  PartlyTestedOffspringQuestion,
  PartlyTestedParent,
  PictureQuestion,
  Possibility,
  Report,
  ReportQuestion,
  Sex,
  Sexes,
} from './types.js'
