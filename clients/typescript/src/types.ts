/**
 * What is asked and answered, under names to import.
 * Guarantees: each is the type that openapi.yaml gives the operation's JSON, so that nothing is described twice.
 */
import type { components, operations } from './contract.generated.js'

interface JsonContent {
  readonly content: { readonly 'application/json': unknown }
}
type JsonOf<Part extends JsonContent> = Part['content']['application/json']

/** One horse: `base`, and if you like `others`, `lang`, `explain`. */
export type CoatQuestion = JsonOf<operations['calculateCoat']['requestBody']>
export type Coat = components['schemas']['Result']
/** Of a horse of which not everything is known. */
export type OpenCoat = components['schemas']['OpenResult']

/** One horse: `base`, and if you like `others`, `lang`, `age`. */
export type PictureQuestion = JsonOf<operations['drawCoat']['requestBody']>

/** Two parents, each with `base` and if you like `others`, and how the answer is wanted. */
export type OffspringQuestion = JsonOf<operations['calculateOffspring']['requestBody']>
export type Offspring = components['schemas']['Offspring']
/** Of parents of which not everything is known. */
export type OpenOffspring = components['schemas']['OpenOffspring']
export type Parent = OffspringQuestion['mother']
/** One of the foals that are possible. */
export type Possibility = Offspring['results'][number]
/** The offspring's answer without its rows. */
export type OffspringSummary = Omit<Offspring, 'results'>

/** What is known of some horses, and what is asked of them. */
export type InferQuestion = JsonOf<operations['infer']['requestBody']>
export type Inferred = JsonOf<operations['infer']['responses'][200]>

export type ApiInfo = JsonOf<operations['apiInfo']['responses'][200]>
export type Genes = JsonOf<operations['genes']['responses'][200]>

export type ErrorBody = components['schemas']['Error']
export type ErrorCode = ErrorBody['code']
