/**
 * The shapes of the YAML files as authors write them, before defaults: what the JSON Schemas accept, of which the types
 * are made (`npm run rule-types`).
 */
import type * as Written from './file-types.generated.js'

export type Unchanging<Value> = Value extends object
  ? { readonly [Key in keyof Value]: Unchanging<Value[Key]> }
  : Value

/** Kind of file → what it holds. */
export type FileContent = Unchanging<Written.FileContent>
export type Kind = keyof FileContent

export type ManifestYaml = FileContent['manifest']
export type GeneYaml = FileContent['gene']
export type TableYaml = FileContent['epistasis']
export type LinkageYaml = FileContent['linkage']
export type PopulationYaml = FileContent['population']
export type LookalikesYaml = FileContent['lookalikes']
export type ReportTestsYaml = FileContent['report-tests']
export type ReportWordsYaml = FileContent['report-words']
export type LaboratoriesYaml = FileContent['laboratories']
export type LocaleYaml = FileContent['locale']
export type AppearanceYaml = FileContent['appearance']
export type ArtworkYaml = FileContent['artwork']

export type AlleleYaml = GeneYaml['alleles'][string]
export type RuleYaml = TableYaml['rules'][number]
export type RecombinationYaml = LinkageYaml['recombination'][number]
export type FrequenciesYaml = PopulationYaml['loci'][string]
export type LookalikeYaml = LookalikesYaml['looks'][number]
/** How often something is missed or mistaken, given the genotype. */
export type Figure = Unchanging<Written.Figure>
export type TokenExampleYaml = NonNullable<TableYaml['examples']>[number]
export type GameteExampleYaml = NonNullable<LinkageYaml['examples']>[number]
export type ModifierYaml = NonNullable<LocaleYaml['modifiers']>[number]
export type NameExampleYaml = Unchanging<Written.NameExample>
/** What an example may state beside names or tokens; what it leaves out is not looked at. */
export type Expectations = Pick<NameExampleYaml, 'viability' | 'notes' | 'carries' | 'health' | 'reports'>

/** A condition on one locus. The set is closed, so every analysis of it can be exact. */
export type Predicate = Unchanging<Written.Predicate>
export type Reference = Unchanging<Written.Reference>
/** A word, or its forms by gender and number: m, f, mp, fp. */
export type Term = Unchanging<Written.Term>
/** Alleles of each locus as an author writes them in an example: `{extension: [E, e]}`. */
export type Given = Unchanging<Written.Given>

export type Sex = NonNullable<ManifestYaml['sexes']>['heterogametic']

/** The cause is a message id; its text stands in each locale file under `causes`. */
export type Viability = NonNullable<RuleYaml['viability']>

/** The lists of remarks a rule can add to; each has its texts in the locale files under its own name. */
export const REMARK_KINDS = ['carries', 'health', 'reports'] as const
export type RemarkKind = (typeof REMARK_KINDS)[number]
