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

export interface ManifestYaml {
  readonly version: string
  readonly schema: number
  readonly loci: readonly string[]
  readonly tables: readonly string[]
  readonly languages: readonly string[]
}

export interface AlleleYaml {
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

export interface GeneYaml {
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
  readonly alleles: Readonly<Record<string, AlleleYaml>>
  readonly wild_type?: string
  readonly references?: References
  readonly examples?: readonly NameExampleYaml[]
}

/** What an example may state beside names or tokens. */
export interface ExpectationsYaml {
  readonly viability?: 'none' | Viability['status'] | (Partial<Viability> & Pick<Viability, 'status'>)
  readonly notes?: readonly string[]
  readonly carries?: readonly string[]
  readonly health?: readonly string[]
  readonly reports?: readonly string[]
}

/** Beside these keys, one per language: the expected name. */
export interface NameExampleYaml extends ExpectationsYaml {
  readonly title?: string
  readonly given: Alleles
  readonly synonyms?: Readonly<Record<string, readonly string[]>>
  readonly source?: string
}

export interface RuleYaml {
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

export interface TableYaml {
  readonly table: string
  readonly reads: readonly string[]
  readonly hit: 'unique' | 'first' | 'collect'
  readonly rules: readonly RuleYaml[]
  readonly references?: References
  readonly examples?: readonly TokenExampleYaml[]
}

export interface TokenExampleYaml extends ExpectationsYaml {
  readonly title?: string
  readonly given: Alleles
  readonly expect: readonly string[]
}

export interface RecombinationYaml {
  readonly between: readonly [string, string]
  readonly fraction: number
  readonly interval: readonly [number, number]
  readonly when?: Conditions
  readonly why?: string
  readonly cite?: readonly string[]
  readonly verified?: boolean
  readonly review_by?: string
}

export interface LinkageYaml {
  readonly group: string
  readonly chromosome: string
  readonly order: readonly string[]
  readonly recombination: readonly RecombinationYaml[]
  readonly references?: References
  readonly examples?: readonly GameteExampleYaml[]
}

export interface GameteExampleYaml {
  readonly title?: string
  readonly given: Alleles
  readonly together?: readonly string[]
  readonly gametes: readonly ExpectedShare[]
}

/** The list stands under one of the two keys. */
export interface HorsesYaml {
  readonly animals?: readonly NameExampleYaml[]
  readonly horses?: readonly NameExampleYaml[]
  readonly references?: References
}

export interface ModifierYaml {
  readonly token?: string
  readonly tokens?: readonly string[]
  readonly term?: Term
  readonly place?: 'before' | 'after'
  readonly wrap?: Term
}

export interface LocaleYaml {
  readonly language: string
  readonly kind?: 'language' | 'registry'
  readonly extends?: string
  readonly name: string
  readonly agreement?: { readonly gender: 'm' | 'f'; readonly number: 's' | 'p' }
  readonly names?: readonly { readonly tokens: readonly string[]; readonly term: Term }[]
  readonly modifiers?: readonly ModifierYaml[]
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
export interface FileContent {
  readonly manifest: ManifestYaml
  readonly gene: GeneYaml
  readonly epistasis: TableYaml
  readonly linkage: LinkageYaml
  readonly horses: HorsesYaml
  readonly locale: LocaleYaml
}
