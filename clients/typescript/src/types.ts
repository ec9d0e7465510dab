/**
 * Questions and answers, under names to import.
 * Guarantees: each is the type that openapi.yaml gives the operation's JSON, so that nothing is described twice. Two things
 * are stricter here: `sex` and `sexes` are unions, and questions about tested and partly tested horses are told apart,
 * since their answers differ.
 */
import type { components, operations } from './contract.generated.js'

interface JsonContent {
  readonly content: { readonly 'application/json': unknown }
}
type JsonOf<Part extends JsonContent> = Part['content']['application/json']
type Schemas = components['schemas']

/** A language of the names, alone or with a region: `en`, `en-GB`. */
export type Language = Schemas['Language'] | `${Schemas['Language']}-${string}`
export type Sex = Schemas['Sex']
export type Sexes = 'daughters' | 'sons'

/** Fields that the contract describes in words, since other rule sets give them other values. */
interface Closed {
  readonly lang?: Language | null
  readonly sex?: Sex | null
  readonly sexes?: Sexes | null
}
/** The question with these fields closed, and without those that are replaced. */
type Narrowed<Question, Replaced extends PropertyKey = never> = Omit<Question, keyof Closed | Replaced> &
  Pick<Closed, keyof Closed & keyof Question>

/** One horse, all of whose genes are tested or left out as wild type. */
export interface Parent {
  readonly base: Schemas['RequestBaseGenes']
  readonly others?: Schemas['RequestOtherGenes'] | Schemas['Nothing']
  /** Makes a horse partly tested. */
  readonly seen?: null
  /** Makes a horse partly tested. */
  readonly untested?: null
}

type UnknownAllele = Schemas['UnknownCopy']
/** At least one of the gene's alleles is unknown. */
type WithUnknown<Alleles> = Alleles extends readonly (infer Allele)[]
  ? readonly [UnknownAllele, ...(Allele | UnknownAllele)[]] | readonly [...Allele[], UnknownAllele]
  : never
/** At least one gene of the group has an unknown allele. */
type SomeUnknown<Open, Tested> = {
  [Gene in keyof Tested]-?: Omit<Open, Gene> & { readonly [G in Gene]: WithUnknown<NonNullable<Tested[G]>> }
}[keyof Tested]

/** One horse that may be partly tested; whether it is, only its values tell. */
export type AnyParent = Schemas['Parent']
/** One horse of which something is unknown: an allele such as `?`, `seen`, or `untested`. */
export type PartlyTestedParent = AnyParent &
  (
    | { readonly seen: NonNullable<Schemas['SeenAsked']> }
    | { readonly untested: 'population' }
    | { readonly base: SomeUnknown<Schemas['OpenBaseGenes'], Schemas['RequestBaseGenes']> }
    | { readonly others: SomeUnknown<Schemas['OpenOtherGenes'], Schemas['RequestOtherGenes']> }
  )

type ResultRequest = JsonOf<operations['calculateCoat']['requestBody']>
type CoatOptions = Narrowed<ResultRequest, keyof AnyParent>
/** One horse: `base`, and if you like `others`, `lang`, `explain`, `tokens`. */
export type CoatQuestion = CoatOptions & Parent
export type PartlyTestedCoatQuestion = CoatOptions & PartlyTestedParent
export type AnyCoatQuestion = CoatOptions & AnyParent
export type Coat = Schemas['Result']
/** The coats that a partly tested horse can have. */
export type OpenCoat = Schemas['OpenResult']

/** One horse: `base`, and if you like `others`, `lang`, `age`. */
export type PictureQuestion = Narrowed<JsonOf<operations['drawCoat']['requestBody']>>

type OffspringRequest = JsonOf<operations['calculateOffspring']['requestBody']>
type OffspringOptions = Narrowed<OffspringRequest, 'mother' | 'father' | 'untested' | 'foals' | 'foals_for'>
/** Two tested parents, and the form of the answer. */
export type OffspringQuestion = OffspringOptions & {
  readonly mother: Parent
  readonly father: Parent
  /** Makes both parents partly tested. */
  readonly untested?: null
  /** Has the answer of partly tested parents. */
  readonly foals?: null
  /** Has the answer of partly tested parents. */
  readonly foals_for?: null
}
export type AnyOffspringQuestion = Narrowed<OffspringRequest>
export type PartlyTestedOffspringQuestion = AnyOffspringQuestion &
  (
    | { readonly mother: PartlyTestedParent }
    | { readonly father: PartlyTestedParent }
    | { readonly untested: 'population' }
    | { readonly foals: number }
    | { readonly foals_for: number }
  )
export type Offspring = Schemas['Offspring']
/** The foals of partly tested parents. */
export type OpenOffspring = Schemas['OpenOffspring']
/** One possible foal. */
export type Possibility = Offspring['results'][number]
/** One possible coat of partly tested horses or of their foals. */
export type OpenRow = Schemas['OpenRow']
/** The offspring's answer without its rows. */
export type OffspringSummary = Omit<Offspring, 'results'>
export type OpenOffspringSummary = Omit<OpenOffspring, 'results'>

type InferRequest = JsonOf<operations['infer']['requestBody']>
type Pedigree = { readonly horses: readonly Narrowed<InferRequest['horses'][number]>[] }
/** Horses with what is known of them, and what to tell about them. */
export type InferQuestion = Narrowed<InferRequest, 'horses'> & Pedigree
export type Inferred = JsonOf<operations['infer']['responses'][200]>

export type ApiInfo = JsonOf<operations['apiInfo']['responses'][200]>
export type Genes = JsonOf<operations['genes']['responses'][200]>

/** A coat's name, and if you like `lang`, `loose`, `limit`. */
export type GenotypesOfQuestion = Narrowed<JsonOf<operations['genotypesOf']['requestBody']>>
export type GenotypesOf = JsonOf<operations['genotypesOf']['responses'][200]>

export type ErrorBody = Schemas['Error']
export type ErrorCode = ErrorBody['code']

/** One line of a batch. */
export interface BatchQuestion {
  /** Repeated in the answer. */
  readonly id?: string | number
  /** The endpoint of an operation that answers POST with JSON, such as `coats.result`. */
  readonly op: string
  /** The body that the operation takes. */
  readonly fields: object
}

/** The answer to one line of a batch. */
export interface BatchAnswer {
  /** The number of the question, counted from 1. */
  readonly line: number
  readonly id?: string | number
  /** The status that a request of its own would have. */
  readonly status: number
  /** The body that a request of its own would have, or the error. */
  readonly body: Readonly<Record<string, unknown>>
}

export interface BatchOptions {
  /** Default: a new one for each call, which its retries share. Name one to send the same batch again later. */
  readonly idempotencyKey?: string
  /** The language of answers whose questions name none. */
  readonly lang?: Language
}
