/**
 * The shapes of what Robe answers, one screen: a coat, the possible foals, the catalogue of genes.
 * Guarantees: plain JSON values, equal whether asked by HTTP, command line or library.
 * Leaves to others: how an answer is found (result.ts, offspring.ts, genes.ts) and sent (http/).
 */

/** gene key → alleles in canonical order. */
export type GenotypeGroup = Readonly<Record<string, readonly string[]>>

export interface Note {
  readonly code: string
  /** The request field it speaks of, such as `kit_linkage.mother`, or `results`. */
  readonly field: string
  readonly text: string
}

export interface ViabilityAnswer {
  readonly status: 'lethal' | 'suspected'
  readonly evidence: string
  /** In the answer's language. */
  readonly cause: string
}

export interface ExplainedRule {
  readonly table: string
  readonly rule: string
  readonly status: 'fired' | 'overridden'
  readonly tokens: readonly string[]
  /** In the answer's language. */
  readonly why?: string
  /** Share of the horses with this genotype that show it, 0 to 1, where it is known not to be all. */
  readonly penetrance?: number
  readonly verified: boolean
  readonly references: readonly CitedReference[]
}

export interface CitedReference {
  readonly id: string
  readonly title: string
  readonly doi?: string
  readonly omia?: string
  readonly url?: string
  readonly verified: boolean
}

/** Something a rule tells beside the name: what is carried unseen, health, what is seen but not named. */
export interface Remark {
  readonly id: string
  /** In the answer's language. */
  readonly text: string
  readonly rule: string
  readonly verified: boolean
  readonly references: readonly CitedReference[]
}

export interface Explanation {
  /** Tokens of the visible phenotype, in table order. */
  readonly visible: readonly string[]
  readonly hidden: readonly { readonly token: string; readonly by: string }[]
  readonly rules: readonly ExplainedRule[]
  readonly carries: readonly Remark[]
  readonly health: readonly Remark[]
  readonly reports: readonly Remark[]
  readonly viability?: ViabilityAnswer
  /** All of it for people, sentence by sentence, in the answer's language. */
  readonly text: readonly string[]
}

export interface ResultAnswer {
  readonly base: GenotypeGroup
  readonly others: GenotypeGroup
  readonly translate: string
  readonly notes?: readonly Note[]
  readonly explain?: Explanation
}

export interface Possibility {
  readonly coat: string
  readonly percentage: number
  /** The whole genotype, flat; with `group_by=coat` the most probable one of this coat. */
  readonly genotype: GenotypeGroup
  /** With `group_by=coat`: how many distinct genotypes this element sums. */
  readonly genotypes?: number
  readonly viability?: ViabilityAnswer
  /** With `recombination_band=true`: the percentage with all fractions at their low, and all at their high ends. */
  readonly percentage_band?: PercentageBand
}

export interface PercentageBand {
  readonly low: number
  readonly high: number
}

export interface OffspringAnswer {
  readonly results: readonly Possibility[]
  readonly has_kit_linkage: boolean
  readonly has_IDK: boolean
  readonly live_foal_percentage?: number
  readonly suspected_loss_percentage?: number
  /** With `limit`: how many elements there are in all. */
  readonly total_results?: number
  /** With `limit`: the sum of the percentages returned. */
  readonly returned_percentage?: number
  readonly notes?: readonly Note[]
}

/** Throws when one of the rows breaks the contract. */
export type CheckRows = (rows: readonly Possibility[]) => void

/** The answer to a cross: everything but its rows, and the rows as they are taken. */
export interface OffspringListing extends RenderedRows {
  readonly language: string
  readonly envelope: Omit<OffspringAnswer, 'results'>
  readonly count: number
  readonly rows: Iterable<Possibility>
}

/** Rows as JSON, separated by commas. Rows that say something new are checked before any of their text is given away. */
export interface RenderedRows {
  /** In one piece, for few rows; the first of them is checked in any case. */
  readonly text: (check: CheckRows) => string
  /** In chunks, for many rows. */
  readonly rendered: (check: CheckRows) => Iterable<Uint8Array>
}

export interface CatalogueAllele {
  readonly allele: string
  readonly name: string
  readonly aliases: readonly string[]
  readonly stands_for?: { readonly gene: string; readonly allele: string }
  readonly verified: boolean
  readonly references: readonly string[]
}

export interface CatalogueGene {
  readonly gene: string
  readonly group: 'base' | 'others'
  readonly name: string
  /** HGNC-style symbol of the gene itself. */
  readonly symbol: string
  readonly chromosome: string
  readonly required: boolean
  readonly listed: boolean
  /** True: one chromosome copy may carry several variants, joined by `+`. */
  readonly cis: boolean
  readonly notation: 'pair' | 'compact'
  readonly wild_type: string | null
  readonly linkage_group: string | null
  readonly alleles: readonly CatalogueAllele[]
}

export interface CatalogueSynonym {
  /** Tokens. */
  readonly of: readonly string[]
  /** The word the service uses. */
  readonly term: string
  readonly synonyms: readonly string[]
}

export interface GenesAnswer {
  readonly language: string
  readonly languages: readonly string[]
  readonly ruleset_version: string
  readonly genes: readonly CatalogueGene[]
  /** Other words for parts of names. */
  readonly synonyms: readonly CatalogueSynonym[]
  readonly references: Readonly<Record<string, Omit<CitedReference, 'id'>>>
}

/** An answer and the language it is written in. */
export interface Answered<Body> {
  readonly body: Body
  readonly language: string
}

/** How one gene may be spelled in requests; the served contract's gene schemas are made from these. */
export interface GeneVocabulary {
  readonly gene: string
  readonly group: 'base' | 'others'
  readonly required: boolean
  readonly listed: boolean
  readonly cis: boolean
  readonly notation: 'pair' | 'compact'
  /** Canonical spellings in file order, alleles that stand for another gene's included. */
  readonly alleles: readonly string[]
  /** Every accepted spelling: the canonical ones and their aliases. */
  readonly spellings: readonly string[]
}

/** A request's fields by name, group fields already decoded from JSON (see fields.ts). */
export type Fields = Readonly<Record<string, unknown>>

/** The three questions, bound to one loaded rule set. Methods throw ContractError for the client's faults. */
export interface Coats {
  readonly rulesetVersion: string
  readonly languages: readonly string[]
  readonly maxResults: number
  readonly vocabulary: readonly GeneVocabulary[]
  /** Every spelling that a declaration of phase may hold. */
  readonly linkageSpellings: readonly string[]
  result(fields: Fields, fallbackLanguage: string): Answered<ResultAnswer>
  offspring(fields: Fields, fallbackLanguage: string): Answered<OffspringAnswer>
  /** The same answer as a listing, so that a large one is never held as a whole. */
  offspringListed(fields: Fields, fallbackLanguage: string): OffspringListing
  genes(fields: Fields, fallbackLanguage: string): Answered<GenesAnswer>
  /** Makes now what the first of some questions would have to wait for, a few milliseconds. Changes no answer. */
  ready(): void
}
