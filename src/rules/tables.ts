/**
 * The rule files as plain tables: what the YAML says, checked for shape and nothing more.
 * Guarantees: immutable values; every author-written thing carries the place it was written at.
 * Leaves to others: whether the words in it exist (model/compile/compile.ts) and what they mean.
 */

/** Where something is written: file relative to the rules folder's parent, line and column from 1. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/**
 * Where the words of a row or file stand that can turn out unknown; read by word-places.ts. One text and not a table of
 * places, since thousands of small objects would be copied and frozen at every reload.
 */
export type WordPlaces = string

/** A condition on one locus. The set is closed, so every analysis of it can be exact. */
export type Predicate =
  | readonly [string, string]
  | { readonly has: string }
  | { readonly copies: number; readonly of: string }
  | {
      readonly expression: string | readonly string[]
      readonly copies?: number
      readonly same?: boolean
    }
  | { readonly none_of: readonly string[] }
  | { readonly any: readonly Predicate[] }
  | { readonly all: readonly Predicate[] }
  | { readonly not: Predicate }

/** Alleles of each locus as an author writes them in an example: `{extension: [E, e]}`. */
export type Given = Readonly<Record<string, readonly string[]>>

export interface Reference {
  readonly title: string
  readonly doi?: string
  readonly omia?: string
  readonly url?: string
  readonly year?: number
  /** false: taken from memory or a secondary source, not re-read in the paper itself. */
  readonly verified: boolean
}

export interface AlleleRow {
  readonly allele: string
  readonly name: string
  readonly aliases: readonly string[]
  readonly variant?: string
  /** Class of effect of one copy, read by `expression:` predicates. */
  readonly expression?: string
  /** Written under this locus by custom, but an allele of another one. */
  readonly standsFor?: { readonly locus: string; readonly allele: string }
  readonly cite: readonly string[]
  readonly verified: boolean
  /** Day (YYYY-MM-DD) from which it should be looked at again. */
  readonly reviewBy?: string
  readonly note?: string
  readonly place: Place
}

/** One file of rules/genes/. */
export interface LocusTable {
  readonly locus: string
  readonly group: string
  readonly listed: boolean
  readonly required: boolean
  readonly gene: string
  readonly name: string
  readonly chromosome: string
  readonly position?: string
  readonly omia?: string
  readonly cis: boolean
  readonly compact: boolean
  readonly wildType?: string
  readonly alleles: readonly AlleleRow[]
  readonly examples: readonly NameExample[]
  readonly place: Place
}

export interface Viability {
  readonly status: 'lethal' | 'suspected'
  readonly evidence: 'established' | 'suspected' | 'weak'
  /** Message id; its text stands in each locale file under `causes`. */
  readonly cause: string
}

/** The lists of remarks a rule can add to; each has its texts in the locale files under its own name. */
export const REMARK_KINDS = ['carries', 'health', 'reports'] as const
export type RemarkKind = (typeof REMARK_KINDS)[number]

/** Lists of message ids that an example can state. */
export const EXPECTED_LISTS = ['notes', ...REMARK_KINDS] as const

/**
 * What an example states beside names or tokens: what it leaves out is not looked at, a list that it states is
 * the whole list, in any order.
 */
export interface Expectations extends Readonly<
  Partial<Record<(typeof EXPECTED_LISTS)[number], readonly string[]>>
> {
  readonly viability?: ExpectedViability
}

/** `none`: the foal is expected to live. What is left out of the rest is not looked at. */
export type ExpectedViability =
  { readonly status: 'none' } | ({ readonly status: Viability['status'] } & Partial<Viability>)

/** A genotype and the name it must have in each language it states. */
export interface NameExample extends Expectations {
  readonly title?: string
  readonly given: Given
  /** language code → expected name */
  readonly names: Readonly<Record<string, string>>
  /** language code → all other words for what the name is made of */
  readonly synonyms: Readonly<Record<string, readonly string[]>>
  readonly source?: string
  readonly place: Place
  readonly words: WordPlaces
}

export interface RuleRow {
  readonly id: string
  /** locus → predicate; all must hold. */
  readonly when: Readonly<Record<string, Predicate>>
  /** Tokens that earlier tables must have given. */
  readonly token: readonly string[]
  /** Tokens that earlier tables must not have given. */
  readonly noToken: readonly string[]
  readonly then: readonly string[]
  readonly hides: 'all' | readonly string[]
  readonly but: readonly string[]
  readonly viability?: Viability
  /** Message ids; texts stand in each locale file under `notes`. */
  readonly notes: readonly string[]
  /** Message ids of what is present and not seen, of health, and of what is seen but no part of the name. */
  readonly remarks: Readonly<Record<RemarkKind, readonly string[]>>
  /** Share of the horses with this genotype that show it, 0 to 1; told, never drawn. */
  readonly penetrance?: number
  readonly why?: string
  readonly cite: readonly string[]
  readonly verified: boolean
  /** Day (YYYY-MM-DD) from which it should be looked at again. */
  readonly reviewBy?: string
  readonly place: Place
  readonly words: WordPlaces
}

/** A genotype and what one table, alone, must say of it. */
export interface TokenExample extends Expectations {
  readonly title?: string
  readonly given: Given
  /** The tokens that the table must give. */
  readonly expect: readonly string[]
  readonly place: Place
  readonly words: WordPlaces
}

/** One file of rules/epistasis/. */
export interface DecisionTable {
  readonly table: string
  readonly reads: readonly string[]
  readonly hit: 'unique' | 'first' | 'collect'
  readonly rules: readonly RuleRow[]
  readonly examples: readonly TokenExample[]
  readonly place: Place
  readonly words: WordPlaces
}

export interface RecombinationRow {
  /** Neighbours, in the order of the map. */
  readonly between: readonly [string, string]
  /** In thousandths, 0 to 500. */
  readonly thousandths: number
  readonly interval: readonly [number, number]
  /**
   * Holds only for a parent whose genotype matches; the first row that matches a pair decides. Rows with `when`
   * stand before the one without, which each two neighbours have.
   */
  readonly when?: Readonly<Record<string, Predicate>>
  readonly why?: string
  readonly cite: readonly string[]
  readonly verified: boolean
  /** Day (YYYY-MM-DD) from which it should be looked at again. */
  readonly reviewBy?: string
  readonly place: Place
  readonly words: WordPlaces
}

/** A parent and how often its gametes carry something over one linkage group. */
export interface GameteExample {
  readonly title?: string
  readonly given: Given
  /** Alleles that lie on one chromosome copy of the parent; empty: nothing is known. */
  readonly together: readonly string[]
  readonly gametes: readonly ExpectedShare[]
  readonly place: Place
  readonly words: WordPlaces
}

export interface ExpectedShare {
  /** locus → what one chromosome copy carries there; loci left out may carry anything. */
  readonly gamete: Readonly<Record<string, string>>
  /** Under the fractions taken for best. */
  readonly percent: number
  /** With every fraction at the low, and with every fraction at the high end of its interval. */
  readonly band?: { readonly low: number; readonly high: number }
}

/** One file of rules/linkage/. */
export interface LinkageTable {
  readonly group: string
  readonly chromosome: string
  readonly order: readonly string[]
  readonly recombination: readonly RecombinationRow[]
  readonly examples: readonly GameteExample[]
  readonly place: Place
  readonly words: WordPlaces
}

export interface Manifest {
  readonly version: string
  readonly schema: number
  readonly loci: readonly string[]
  readonly tables: readonly string[]
  readonly languages: readonly string[]
  readonly place: Place
}

/** A word, or its forms by gender and number: m, f, mp, fp. */
export type Term = string | Readonly<Partial<Record<'m' | 'f' | 'mp' | 'fp', string>>>

/** Names a set of tokens that stand together in a visible phenotype. */
export interface NameRow {
  readonly tokens: readonly string[]
  readonly term: Term
  readonly place: Place
}

export interface ModifierRow {
  readonly tokens: readonly string[]
  /** before | after: `term` beside the phrase; wrap: `term` holds `{name}`. */
  readonly position: 'before' | 'after' | 'wrap'
  readonly term: Term
  readonly place: Place
}

export interface SynonymRow {
  readonly of: readonly string[]
  readonly terms: readonly string[]
  readonly place: Place
}

/** What a language calls a locus and its alleles. */
export interface GeneWords {
  readonly name: string
  readonly alleles: Readonly<Record<string, string>>
  readonly place: Place
}

/** One file of locales/. */
export interface LocaleTable {
  readonly language: string
  readonly kind: 'language' | 'registry'
  readonly extends?: string
  readonly name: string
  readonly agreement: { readonly gender: 'm' | 'f'; readonly number: 's' | 'p' }
  /** The longest match names the phrase; ties by file order. */
  readonly names: readonly NameRow[]
  /** In reading order. */
  readonly modifiers: readonly ModifierRow[]
  readonly synonyms: readonly SynonymRow[]
  readonly genes: Readonly<Record<string, GeneWords>>
  readonly notes: Readonly<Record<string, string>>
  readonly causes: Readonly<Record<string, string>>
  readonly remarks: Readonly<Record<RemarkKind, Readonly<Record<string, string>>>>
  /** A rule's reason in this language, by rule id. */
  readonly why: Readonly<Record<string, string>>
  readonly place: Place
  readonly words: WordPlaces
}

/** All files of one rule set. */
export interface RuleTables {
  readonly manifest: Manifest
  readonly loci: readonly LocusTable[]
  readonly tables: readonly DecisionTable[]
  readonly linkage: readonly LinkageTable[]
  readonly locales: readonly LocaleTable[]
  readonly references: Readonly<Record<string, Reference>>
  readonly horses: readonly NameExample[]
  /** SHA-256 (hex) of the tables' canonical content. */
  readonly revision: string
}
