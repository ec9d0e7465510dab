/**
 * The tables that fill in what is not known of an animal: frequencies in populations, and coats that look alike.
 * Guarantees: immutable values; every author-written thing carries the place it was written at.
 * Leaves to others: making them (population-table.ts, lookalike-rows.ts), whether the words in them exist (model/compile/).
 */
import type { FrequenciesYaml, PopulationYaml } from '../file-types.js'
import type { AtPlace, Placed, Sourced } from './placed.js'

/** How frequent one copy is; numbers of at most nine decimals. */
export interface FrequencyRow extends AtPlace {
  /** An allele, or several of one copy joined by `+`. */
  readonly copy: string
  /** The share: so many of so many. */
  readonly share: number
  readonly of: number
  readonly low: number
  readonly high: number
}

/** The figures of one locus in a population. */
export interface FrequencyTable extends AtPlace, Sourced, Pick<FrequenciesYaml, 'method' | 'why'> {
  readonly locus: string
  readonly copies: readonly FrequencyRow[]
  readonly interval: 'wilson' | 'stated' | 'unknown'
}

/** One file of rules/populations/. */
export interface PopulationTable
  extends
    AtPlace,
    Pick<PopulationYaml, 'population' | 'name' | 'others'>,
    Required<Pick<PopulationYaml, 'covers'>> {
  readonly loci: readonly FrequencyTable[]
}

/** Coats that look alike, or something that can be there unseen. */
export interface LookalikeRow extends Placed, Sourced {
  readonly id: string
  /** Lists of tokens; none where something is unseen. */
  readonly alike: readonly (readonly string[])[]
  readonly unless: readonly string[]
  readonly unseen?: string
  /** A token that no animal is born with. */
  readonly acquired?: string
  readonly why?: string
}
