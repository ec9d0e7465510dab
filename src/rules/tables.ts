/**
 * The rule files as plain tables: what the YAML says, checked for shape and nothing more.
 * Guarantees: immutable values; every author-written thing carries the place it was written at.
 * Leaves to others: whether the words in it exist (model/compile/compile.ts) and what they mean.
 */
import type * as Yaml from './file-types.js'
import type { Place } from './diagnostic.js'
import type { AtPlace, Placed } from './yaml/word-places.js'

export type { Place } from './diagnostic.js'
export type { Placed } from './yaml/word-places.js'
export type { Expectations, Given, Predicate, Reference, Term } from './file-types.js'

/** Something that stands on sources. */
export interface Sourced extends Required<Pick<Yaml.RuleYaml, 'cite' | 'verified'>> {
  /** Day (YYYY-MM-DD) from which it should be looked at again. */
  readonly reviewBy?: string
}

export interface AlleleRow
  extends
    AtPlace,
    Sourced,
    Pick<Yaml.AlleleYaml, 'name' | 'variant' | 'note' | 'expression'>,
    Required<Pick<Yaml.AlleleYaml, 'aliases'>> {
  readonly allele: string
  /** Written under this locus by custom, but an allele of another one. */
  readonly standsFor?: NonNullable<Yaml.AlleleYaml['stands_for']>
  /** The allele of this locus that lies on every copy that carries this one. */
  readonly alwaysWith?: string
}

export type Sex = NonNullable<Yaml.ManifestYaml['sexes']>['heterogametic']

/** One file of rules/genes/. */
export interface LocusTable extends Pick<
  Yaml.GeneYaml,
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
export type Viability = NonNullable<Yaml.RuleYaml['viability']>

/** The lists of remarks a rule can add to; each has its texts in the locale files under its own name. */
export const REMARK_KINDS = ['carries', 'health', 'reports'] as const
export type RemarkKind = (typeof REMARK_KINDS)[number]

/** A genotype and the name it must have in each language it states. */
export interface NameExample
  extends Yaml.Expectations, Placed, Pick<Yaml.NameExampleYaml, 'title' | 'given' | 'source' | 'agreement'> {
  /** language code → expected name */
  readonly names: Readonly<Record<string, string>>
  /** language code → all other words for what the name is made of */
  readonly synonyms: Readonly<Record<string, readonly string[]>>
}

export interface RuleRow
  extends Placed, Sourced, Pick<Yaml.RuleYaml, 'id' | 'then' | 'viability' | 'penetrance' | 'why'> {
  /** locus → predicate; all must hold. */
  readonly when: Readonly<Record<string, Yaml.Predicate>>
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

/** What one table, alone, must say of a genotype. */
export type TokenExample = Yaml.TokenExampleYaml & Placed

/** One file of rules/epistasis/. */
export interface DecisionTable extends Placed, Pick<Yaml.TableYaml, 'table' | 'reads' | 'hit'> {
  readonly rules: readonly RuleRow[]
  readonly examples: readonly TokenExample[]
}

export interface RecombinationRow extends Placed, Sourced, Pick<Yaml.RecombinationYaml, 'interval' | 'why'> {
  /** Neighbours, in the order of the map. */
  readonly between: readonly [string, string]
  /** In thousandths, 0 to 500. */
  readonly thousandths: number
  /**
   * Holds only for a parent whose genotype matches; the first row that matches a pair decides. Rows with `when`
   * stand before the one without, which each two neighbours have.
   */
  readonly when?: Readonly<Record<string, Yaml.Predicate>>
}

/** A parent and how often its gametes carry something over one linkage group. */
export type GameteExample = Yaml.GameteExampleYaml & Placed

/** What one chromosome copy carries, loci left out carrying anything; the band is for the ends of the intervals. */
export type ExpectedShare = Yaml.GameteExampleYaml['gametes'][number]

/** One file of rules/linkage/. */
export interface LinkageTable extends Placed, Pick<Yaml.LinkageYaml, 'group' | 'chromosome' | 'order'> {
  readonly recombination: readonly RecombinationRow[]
  readonly examples: readonly GameteExample[]
}

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
export interface FrequencyTable extends AtPlace, Sourced, Pick<Yaml.FrequenciesYaml, 'method' | 'why'> {
  readonly locus: string
  readonly copies: readonly FrequencyRow[]
  readonly interval: 'wilson' | 'stated' | 'unknown'
}

/** One file of rules/populations/. */
export interface PopulationTable
  extends
    AtPlace,
    Pick<Yaml.PopulationYaml, 'population' | 'name' | 'others'>,
    Required<Pick<Yaml.PopulationYaml, 'covers'>> {
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

export type Manifest = Yaml.ManifestYaml & AtPlace

export interface ModifierRow extends AtPlace {
  readonly tokens: readonly string[]
  /** The word is used only where one of these is seen too. */
  readonly beside?: readonly string[]
  /** before | after: `term` beside the phrase; wrap: `term` holds `{name}`. */
  readonly position: 'before' | 'after' | 'wrap'
  readonly term: Yaml.Term
}

/** What a language calls a locus and its alleles. */
interface GeneWords extends AtPlace {
  readonly name: string
  readonly alleles: Readonly<Record<string, string>>
}

/** One file of locales/. */
export interface LocaleTable
  extends
    Placed,
    Pick<Yaml.LocaleYaml, 'language' | 'extends' | 'name'>,
    Required<Pick<Yaml.LocaleYaml, 'kind' | 'agreement' | 'animal' | 'notes' | 'causes' | 'why'>> {
  /** The longest match names the phrase; ties by file order. */
  readonly names: readonly (NonNullable<Yaml.LocaleYaml['names']>[number] & AtPlace)[]
  /** In reading order. */
  readonly modifiers: readonly ModifierRow[]
  readonly synonyms: readonly (NonNullable<Yaml.LocaleYaml['synonyms']>[number] & AtPlace)[]
  readonly genes: Readonly<Record<string, GeneWords>>
  readonly remarks: Readonly<Record<RemarkKind, Readonly<Record<string, string>>>>
}

/** rules/appearance.yaml and rules/artwork.yaml: how the animal is drawn. */
export interface PictureTables {
  readonly appearance: Yaml.AppearanceYaml
  readonly artwork: Yaml.ArtworkYaml
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
  readonly references: NonNullable<Yaml.TableYaml['references']>
  readonly horses: readonly NameExample[]
  /** Undefined where the animal has no artwork. */
  readonly picture?: PictureTables
  /** SHA-256 (hex) of the tables' canonical content. */
  readonly revision: string
}
