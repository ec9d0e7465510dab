/**
 * The shapes of the catalogue of genes: what may be asked, in the words of the loaded rule set.
 * Guarantees: plain JSON values.
 */
import type { Citation } from './citation.js'

/** How one gene may be spelled in requests; the served contract's gene schemas are made from these. */
export interface GeneVocabulary {
  readonly gene: string
  readonly group: 'base' | 'others'
  readonly required: boolean
  readonly listed: boolean
  /** True: one chromosome copy may carry several variants, joined by `+`. */
  readonly cis: boolean
  readonly notation: 'pair' | 'compact'
  /** Canonical spellings in file order, alleles that stand for another gene's included. */
  readonly alleles: readonly string[]
  /** Every accepted spelling: the canonical ones and their aliases. */
  readonly spellings: readonly string[]
  /** Those that may stand joined with others on one chromosome copy; none where it is not `cis`. */
  readonly joined: readonly string[]
  /** Beside the only copy of a locus on a sex chromosome, the other chromosome may be written; null elsewhere. */
  readonly noCopy: string | null
  /** The most items that its array can hold. */
  readonly mostItems: number
}

export interface CatalogueAllele {
  readonly allele: string
  readonly name: string
  readonly aliases: readonly string[]
  readonly stands_for?: { readonly gene: string; readonly allele: string }
  readonly verified: boolean
  readonly references: readonly string[]
}

export interface CatalogueGene extends Omit<
  GeneVocabulary,
  'alleles' | 'spellings' | 'joined' | 'noCopy' | 'mostItems'
> {
  readonly name: string
  /** HGNC-style symbol of the gene itself. */
  readonly symbol: string
  readonly chromosome: string
  readonly wild_type: string | null
  readonly linkage_group: string | null
  readonly inheritance: 'autosomal' | 'sex-linked'
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
  readonly references: Readonly<Record<string, Citation>>
}
