/**
 * The shapes of what Robe answers: a coat, the possible foals.
 * Guarantees: plain JSON values, equal whether asked by HTTP, command line or library.
 * Leaves to others: the catalogue of genes (genes.ts), how an answer is found (result.ts, offspring.ts) and sent (http/).
 */

import type { RemarkKind } from '../rules/tables.js'

/** A source as answers cite it. */
export interface Citation {
  readonly title: string
  readonly doi?: string
  readonly omia?: string
  readonly url?: string
  readonly verified: boolean
}

export interface CitedReference extends Citation {
  readonly id: string
}

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

/** What is said of a rule wherever it is cited. */
interface RuleTold {
  readonly rule: string
  readonly verified: boolean
  readonly references: readonly CitedReference[]
}

export interface ExplainedRule extends RuleTold {
  readonly table: string
  readonly status: 'fired' | 'overridden'
  readonly tokens: readonly string[]
  /** In the answer's language. */
  readonly why?: string
  /** Share of the horses with this genotype that show it, 0 to 1, where it is known not to be all. */
  readonly penetrance?: number
}

/** Something a rule tells beside the name: what is carried unseen, health, what is seen but not named. */
export interface Remark extends RuleTold {
  readonly id: string
  /** In the answer's language. */
  readonly text: string
}

export interface Explanation extends Readonly<Record<RemarkKind, readonly Remark[]>> {
  /** Tokens of the visible phenotype, in table order. */
  readonly visible: readonly string[]
  readonly hidden: readonly { readonly token: string; readonly by: string }[]
  readonly rules: readonly ExplainedRule[]
  readonly viability?: ViabilityAnswer
  /** All of it for people, sentence by sentence, in the answer's language. */
  readonly text: readonly string[]
}

export interface ResultAnswer {
  readonly base: GenotypeGroup
  readonly others: GenotypeGroup
  /** Where a locus on the sex chromosome was named. */
  readonly sex?: 'f' | 'm'
  readonly translate: string
  readonly notes?: readonly Note[]
  readonly explain?: Explanation
}

export interface Possibility {
  readonly coat: string
  readonly percentage: number
  /** The whole genotype, flat; with `group_by=coat` the most probable one of this coat. */
  readonly genotype: GenotypeGroup
  /** Where a parent names a locus on the sex chromosome; with `group_by=coat` only if it is grouped by sex too. */
  readonly sex?: 'f' | 'm'
  /** With `group_by=coat`: how many distinct genotypes this element sums. */
  readonly genotypes?: number
  readonly viability?: ViabilityAnswer
  /** With `recombination_band=true`: the percentage with all fractions at their low, and all at their high ends. */
  readonly percentage_band?: { readonly low: number; readonly high: number }
}

export interface OffspringAnswer {
  readonly results: readonly Possibility[]
  readonly has_kit_linkage: boolean
  readonly has_IDK: boolean
  /** With `sexes`: which half of the foals all percentages are of. */
  readonly of?: 'daughters' | 'sons'
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
export interface OffspringListing {
  readonly envelope: Omit<OffspringAnswer, 'results'>
  readonly rows: Iterable<Possibility>
  /**
   * The whole answer as JSON. Rows that say something new are checked before their bytes are given away.
   * @param memory what chunks are written to; absent: memory of their own
   */
  readonly bytes: (check: CheckRows, memory?: ChunkMemory) => Iterable<Uint8Array>
}

/** Provides exactly so many bytes, of which a chunk is the first; nobody else writes to them while the chunk is in use. */
export type ChunkMemory = (bytes: number) => Uint8Array

/** A cross whose fields were read and found without a fault. */
export interface OffspringQuestion {
  readonly language: string
  /** Whether its answer is few rows and about a millisecond of work, so that an event loop may be held for it. */
  readonly isSmall: boolean
  /** Without group_by, limit and recombination_band: such a question is never refused for what it costs. */
  readonly isPlain: boolean
  /** Throws ContractError RESULT_TOO_LARGE, before the work where it is the work that is too much. */
  readonly list: () => OffspringListing
}

/** An answer and the language it is written in. */
export interface Answered<Body> {
  readonly body: Body
  readonly language: string
}

/** A request's fields by name, group fields already decoded from JSON (see decode-fields.ts). */
export type Fields = Readonly<Record<string, unknown>>
