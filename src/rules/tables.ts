/**
 * The rule files as plain tables: what the YAML says, checked for shape and nothing more.
 * Guarantees: immutable values; every author-written thing carries the place it was written at.
 * Leaves to others: whether the words in it exist (model/compile/compile.ts) and what they mean.
 */
import type { AtPlace, Place, Placed, Sourced } from './tables/placed.js'
import type { LookalikeRow, PopulationTable } from './tables/unknown-animals.js'
import type {
  AlleleYaml,
  AppearanceYaml,
  ArtworkYaml,
  Expectations,
  GameteExampleYaml,
  GeneYaml,
  LinkageYaml,
  LocaleYaml,
  ManifestYaml,
  NameExampleYaml,
  Predicate,
  RecombinationYaml,
  RuleYaml,
  TableYaml,
  Term,
  TokenExampleYaml,
} from './file-types.js'

export type { Place, Placed, WordPlaces } from './tables/placed.js'
export type { FrequencyRow, FrequencyTable, LookalikeRow, PopulationTable } from './tables/unknown-animals.js'
export type { Expectations, Given, Predicate, Reference, Term } from './file-types.js'

export interface AlleleRow
  extends
    AtPlace,
    Sourced,
    Pick<AlleleYaml, 'name' | 'variant' | 'note' | 'expression'>,
    Required<Pick<AlleleYaml, 'aliases'>> {
  readonly allele: string
  /** Written under this locus by custom, but an allele of another one. */
  readonly standsFor?: NonNullable<AlleleYaml['stands_for']>
  /** The allele of this locus that lies on every copy that carries this one. */
  readonly alwaysWith?: string
}

export type Sex = NonNullable<ManifestYaml['sexes']>['heterogametic']

/** One file of rules/genes/. */
export interface LocusTable extends Pick<
  GeneYaml,
  'locus' | 'group' | 'gene' | 'name' | 'chromosome' | 'position' | 'omia'
> {
  readonly listed: boolean
  readonly required: boolean
  readonly cis: boolean
  readonly compact: boolean
  readonly wildType?: string
  /** Where the sex of an animal decides how many copies it has of this locus, what stands for the missing one. */
  readonly noCopy?: string
  readonly alleles: readonly AlleleRow[]
  readonly examples: readonly NameExample[]
  readonly place: Place
}

/** The cause is a message id; its text stands in each locale file under `causes`. */
export type Viability = NonNullable<RuleYaml['viability']>

/** The lists of remarks a rule can add to; each has its texts in the locale files under its own name. */
export const REMARK_KINDS = ['carries', 'health', 'reports'] as const
export type RemarkKind = (typeof REMARK_KINDS)[number]

/** A genotype and the name it must have in each language it states. */
export interface NameExample
  extends Expectations, Placed, Pick<NameExampleYaml, 'title' | 'given' | 'source' | 'agreement'> {
  /** language code → expected name */
  readonly names: Readonly<Record<string, string>>
  /** language code → all other words for what the name is made of */
  readonly synonyms: Readonly<Record<string, readonly string[]>>
}

export interface RuleRow
  extends Placed, Sourced, Pick<RuleYaml, 'id' | 'then' | 'viability' | 'penetrance' | 'why'> {
  /** locus → predicate; all must hold. */
  readonly when: Readonly<Record<string, Predicate>>
  readonly sex?: Sex
  /** Tokens that earlier tables must have given. */
  readonly token: readonly string[]
  /** Tokens that earlier tables must not have given. */
  readonly noToken: readonly string[]
  readonly hides: 'all' | readonly string[]
  readonly but: readonly string[]
  /** Message ids; texts stand in each locale file under `notes`. */
  readonly notes: readonly string[]
  /** Message ids of what is present and not seen, of health, and of what is seen but no part of the name. */
  readonly remarks: Readonly<Record<RemarkKind, readonly string[]>>
}

/** A genotype and what one table, alone, must say of it. */
export type TokenExample = TokenExampleYaml & Placed

/** One file of rules/epistasis/. */
export interface DecisionTable extends Placed, Pick<TableYaml, 'table' | 'reads' | 'hit'> {
  readonly rules: readonly RuleRow[]
  readonly examples: readonly TokenExample[]
}

export interface RecombinationRow extends Placed, Sourced, Pick<RecombinationYaml, 'interval' | 'why'> {
  /** Neighbours, in the order of the map. */
  readonly between: readonly [string, string]
  /** In thousandths, 0 to 500. */
  readonly thousandths: number
  /**
   * Holds only for a parent whose genotype matches; the first row that matches a pair decides. Rows with `when`
   * stand before the one without, which each two neighbours have.
   */
  readonly when?: Readonly<Record<string, Predicate>>
}

/** A parent and how often its gametes carry something over one linkage group. */
export type GameteExample = GameteExampleYaml & Placed

/** What one chromosome copy carries, loci left out carrying anything; the band is for the ends of the intervals. */
export type ExpectedShare = GameteExampleYaml['gametes'][number]

/** One file of rules/linkage/. */
export interface LinkageTable extends Placed, Pick<LinkageYaml, 'group' | 'chromosome' | 'order'> {
  readonly recombination: readonly RecombinationRow[]
  readonly examples: readonly GameteExample[]
}

export type Manifest = ManifestYaml & AtPlace

/** Names a set of tokens that stand together in a visible phenotype. */
export type NameRow = NonNullable<LocaleYaml['names']>[number] & AtPlace

export interface ModifierRow extends AtPlace {
  readonly tokens: readonly string[]
  /** The word is used only where one of these is seen too. */
  readonly beside?: readonly string[]
  /** before | after: `term` beside the phrase; wrap: `term` holds `{name}`. */
  readonly position: 'before' | 'after' | 'wrap'
  readonly term: Term
}

export type SynonymRow = NonNullable<LocaleYaml['synonyms']>[number] & AtPlace

/** What a language calls a locus and its alleles. */
export interface GeneWords extends AtPlace {
  readonly name: string
  readonly alleles: Readonly<Record<string, string>>
}

/** One file of locales/. */
export interface LocaleTable
  extends
    Placed,
    Pick<LocaleYaml, 'language' | 'extends' | 'name'>,
    Required<Pick<LocaleYaml, 'kind' | 'agreement' | 'animal' | 'notes' | 'causes' | 'why'>> {
  /** The longest match names the phrase; ties by file order. */
  readonly names: readonly NameRow[]
  /** In reading order. */
  readonly modifiers: readonly ModifierRow[]
  readonly synonyms: readonly SynonymRow[]
  readonly genes: Readonly<Record<string, GeneWords>>
  readonly remarks: Readonly<Record<RemarkKind, Readonly<Record<string, string>>>>
}

/** rules/appearance.yaml and rules/artwork.yaml: how the animal is drawn. */
export interface PictureTables {
  readonly appearance: AppearanceYaml
  readonly artwork: ArtworkYaml
}

/** All files of one rule set. */
export interface RuleTables {
  readonly manifest: Manifest
  readonly loci: readonly LocusTable[]
  readonly tables: readonly DecisionTable[]
  readonly linkage: readonly LinkageTable[]
  /** By the files' names. */
  readonly populations: readonly PopulationTable[]
  readonly looks: readonly LookalikeRow[]
  readonly locales: readonly LocaleTable[]
  readonly references: NonNullable<TableYaml['references']>
  readonly horses: readonly NameExample[]
  /** Undefined where the animal has no artwork. */
  readonly picture?: PictureTables
  /** SHA-256 (hex) of the tables' canonical content. */
  readonly revision: string
}
