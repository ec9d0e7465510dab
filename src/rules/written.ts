/**
 * The shapes of the YAML files as authors write them, before defaults: what the JSON Schemas accept.
 * Guarantees: mirrors schemas/*.schema.json, one interface per kind of file.
 * Leaves to others: the shapes everybody else uses (tables.ts).
 */
import type { ExpectedShare, Predicate, Reference, Term, Viability } from './tables.js'

type OneOrMore = string | readonly string[]
type Alleles = Readonly<Record<string, readonly string[]>>
type Conditions = Readonly<Record<string, Predicate>>
export type References = Readonly<Record<string, Reference>>

export interface WrittenManifest {
  readonly version: string
  readonly schema: number
  readonly loci: readonly string[]
  readonly tables: readonly string[]
  readonly languages: readonly string[]
}

export interface WrittenAllele {
  readonly name: string
  readonly aliases?: readonly string[]
  readonly variant?: string
  readonly expression?: string
  readonly stands_for?: { readonly locus: string; readonly allele: string }
  readonly cite?: readonly string[]
  readonly verified?: boolean
  readonly review_by?: string
  readonly note?: string
}

export interface WrittenGene {
  readonly locus: string
  readonly group: 'base' | 'others'
  readonly listed?: boolean
  readonly required?: boolean
  readonly gene: string
  readonly name: string
  readonly chromosome: string
  readonly position?: string
  readonly omia?: string
  readonly cis?: boolean
  readonly notation?: 'pair' | 'compact'
  readonly alleles: Readonly<Record<string, WrittenAllele>>
  readonly wild_type?: string
  readonly references?: References
  readonly examples?: readonly WrittenNameExample[]
}

/** What an example may state beside names or tokens. */
export interface WrittenExpectations {
  readonly viability?: 'none' | Viability['status'] | (Partial<Viability> & Pick<Viability, 'status'>)
  readonly notes?: readonly string[]
  readonly carries?: readonly string[]
  readonly health?: readonly string[]
  readonly reports?: readonly string[]
}

/** Beside these keys, one per language: the expected name. */
export interface WrittenNameExample extends WrittenExpectations {
  readonly title?: string
  readonly given: Alleles
  readonly synonyms?: Readonly<Record<string, readonly string[]>>
  readonly source?: string
}

export interface WrittenRule {
  readonly id: string
  /** Loci, and beside them `token` and `no_token`. */
  readonly when: Readonly<Record<string, Predicate | OneOrMore>>
  readonly then: readonly string[]
  readonly hides?: 'all' | readonly string[]
  readonly but?: readonly string[]
  readonly viability?: Viability
  readonly note?: OneOrMore
  readonly carries?: OneOrMore
  readonly health?: OneOrMore
  readonly reports?: OneOrMore
  readonly penetrance?: number
  readonly why?: string
  readonly cite?: readonly string[]
  readonly verified?: boolean
  readonly review_by?: string
}

export interface WrittenTable {
  readonly table: string
  readonly reads: readonly string[]
  readonly hit: 'unique' | 'first' | 'collect'
  readonly rules: readonly WrittenRule[]
  readonly references?: References
  readonly examples?: readonly WrittenTokenExample[]
}

export interface WrittenTokenExample extends WrittenExpectations {
  readonly title?: string
  readonly given: Alleles
  readonly expect: readonly string[]
}

export interface WrittenRecombination {
  readonly between: readonly [string, string]
  readonly fraction: number
  readonly interval: readonly [number, number]
  readonly when?: Conditions
  readonly why?: string
  readonly cite?: readonly string[]
  readonly verified?: boolean
  readonly review_by?: string
}

export interface WrittenLinkage {
  readonly group: string
  readonly chromosome: string
  readonly order: readonly string[]
  readonly recombination: readonly WrittenRecombination[]
  readonly references?: References
  readonly examples?: readonly WrittenGameteExample[]
}

export interface WrittenGameteExample {
  readonly title?: string
  readonly given: Alleles
  readonly together?: readonly string[]
  readonly gametes: readonly ExpectedShare[]
}

/** The list stands under one of the two keys. */
export interface WrittenHorses {
  readonly animals?: readonly WrittenNameExample[]
  readonly horses?: readonly WrittenNameExample[]
  readonly references?: References
}

export interface WrittenModifier {
  readonly token?: string
  readonly tokens?: readonly string[]
  readonly term?: Term
  readonly place?: 'before' | 'after'
  readonly wrap?: Term
}

export interface WrittenLocale {
  readonly language: string
  readonly kind?: 'language' | 'registry'
  readonly extends?: string
  readonly name: string
  readonly agreement?: { readonly gender: 'm' | 'f'; readonly number: 's' | 'p' }
  readonly names?: readonly { readonly tokens: readonly string[]; readonly term: Term }[]
  readonly modifiers?: readonly WrittenModifier[]
  readonly synonyms?: readonly { readonly of: readonly string[]; readonly terms: readonly string[] }[]
  readonly genes?: Readonly<
    Record<string, { readonly name: string; readonly alleles?: Readonly<Record<string, string>> }>
  >
  readonly notes?: Readonly<Record<string, string>>
  readonly causes?: Readonly<Record<string, string>>
  readonly carries?: Readonly<Record<string, string>>
  readonly health?: Readonly<Record<string, string>>
  readonly reports?: Readonly<Record<string, string>>
  readonly why?: Readonly<Record<string, string>>
}

/** Kind of file → what it holds. */
export interface Written {
  readonly manifest: WrittenManifest
  readonly gene: WrittenGene
  readonly epistasis: WrittenTable
  readonly linkage: WrittenLinkage
  readonly horses: WrittenHorses
  readonly locale: WrittenLocale
}
