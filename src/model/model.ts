/**
 * The compiled rule set: loci, linkage groups, outcome tables. Everything a request reads, nothing it computes.
 * Guarantees: immutable after compile.ts; plain data, so that a thread can hand it to another; every genotype of
 * every locus has a class in every table.
 */
import type { Genotype } from '../genetics/genotype.js'
import type { Locus } from '../genetics/locus.js'
import type { DecisionTable, LocusTable, RuleRow, RuleTables, Viability } from '../rules/tables.js'
import type { Sorting } from './compile/classes.js'
import type { Condition } from './compile/predicate.js'
import type { Population } from './population.js'

export interface ModelLocus extends Locus {
  readonly group: 'base' | 'others'
  readonly listed: boolean
  readonly required: boolean
  /** `[X]` means X/n, `[n]` means n/n, in questions and answers. */
  readonly compact: boolean
  /** Every accepted spelling → allele index. */
  readonly spellings: ReadonlyMap<string, number>
  /** Spellings written here by custom that are alleles of another locus. */
  readonly borrowed: ReadonlyMap<string, SharedAllele>
  readonly source: LocusTable
}

export interface SharedAllele {
  /** How this locus spells it in answers. */
  readonly spelling: string
  /** Index of the locus it really belongs to, and of the allele there. */
  readonly locus: number
  readonly allele: number
}

/** A genotype at one locus with all that requests ask of it, interned by its text. */
export interface LocusGenotype extends Genotype {
  readonly locus: ModelLocus
  /** Canonical text; an unphased list and a phased pair never share one. */
  readonly text: string
  /** As answers show it, alleles of other loci left aside. */
  readonly alleles: readonly string[]
  /** Its class in each table, by table index; 0 where the table does not read the locus. */
  readonly classes: Uint16Array
  /** Genotypes of one locus with one number have the same class in all tables. */
  readonly kind: number
}

/** A whole horse: one genotype per locus, by locus index. */
export type HorseGenotype = readonly LocusGenotype[]

export interface LinkageGroup {
  readonly name: string
  /** Map order. */
  readonly loci: readonly ModelLocus[]
  /** For each locus but the last, the rows that may say its fraction to the next one. */
  readonly intervals: readonly (readonly FractionRow[])[]
}

export interface FractionRow {
  /** Must all hold for the parent, by locus index; empty: always. */
  readonly when: readonly { readonly locus: number; readonly condition: Condition }[]
  /** The value taken for best, and the ends of its interval. */
  readonly thousandths: { readonly best: number; readonly low: number; readonly high: number }
}

/** What a table says of one class: the rules that fired and those a `first` table passed over. */
export interface Outcome {
  readonly fired: readonly RuleRow[]
  readonly overridden: readonly RuleRow[]
  /** Tokens given, without repetition, in rule order. */
  readonly tokens: readonly string[]
  /** The smallest genotype that gives it, a whole horse as the command line reads it. */
  readonly shownBy: string
  /** Only in a rule set with errors: no rule decides, or two do. */
  readonly undecided?: true
}

/** One locus of a table, with how the table sorts its genotypes. */
export interface TableColumn extends Sorting {
  readonly locus: number
  readonly stride: number
  /** How many classes the table tells apart at this locus. */
  readonly classes: number
}

export interface CompiledTable {
  readonly name: string
  readonly index: number
  readonly columns: readonly TableColumn[]
  /** Tokens of earlier tables it asks for; each is one binary column. */
  readonly tokens: readonly { readonly token: string; readonly stride: number }[]
  /** Input class → index in `outcomes`. */
  readonly cells: Uint16Array
  readonly outcomes: readonly Outcome[]
  readonly source: DecisionTable
}

/** What the eye sees and what the foal's chances are; coats are grouped by it. */
export interface Coat {
  /** Equal keys mean equal coats. */
  readonly key: string
  /** Visible tokens in table order. */
  readonly tokens: readonly string[]
  readonly viability: Viability | undefined
}

/** Which sex has one copy of the loci on the sex chromosome, where there are such. */
export type Sexes = NonNullable<RuleTables['manifest']['sexes']>

export interface Model {
  readonly version: string
  readonly revision: string
  /** Manifest order. */
  readonly loci: readonly ModelLocus[]
  /** Every locus stands in exactly one group; ordered by each group's first locus in the manifest. */
  readonly groups: readonly LinkageGroup[]
  readonly tables: readonly CompiledTable[]
  /** Undefined where no locus lies on a sex chromosome. */
  readonly sexes: Sexes | undefined
  /** By key. */
  readonly populations: ReadonlyMap<string, Population>
  readonly source: RuleTables
}
