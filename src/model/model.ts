/**
 * The compiled rule set: loci, linkage groups and outcome tables. Requests read it and never change it.
 * Guarantees: immutable after compile.ts; plain data, so it can be sent to a worker thread; every genotype of every
 * locus has a class in every table.
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
  /** Spellings accepted here by custom for alleles of another locus. */
  readonly sharedSpellings: ReadonlyMap<string, SharedAllele>
  readonly source: LocusTable
}

export interface SharedAllele {
  /** How this locus spells it in answers. */
  readonly spelling: string
  /** Index of the locus it belongs to, and of the allele there. */
  readonly locus: number
  readonly allele: number
}

/** A genotype at one locus with everything requests need, interned by its text. */
export interface LocusGenotype extends Genotype {
  readonly locus: ModelLocus
  /** Canonical text; an unphased list and a phased pair always have different texts. */
  readonly text: string
  /** As shown in answers, without alleles of other loci. */
  readonly alleles: readonly string[]
  /** Its class in each table, by table index; 0 where the table does not read the locus. */
  readonly classes: Uint16Array
  /** Genotypes of one locus with the same number have the same class in all tables. */
  readonly kind: number
}

/** A whole horse: one genotype per locus, by locus index. */
export type HorseGenotype = readonly LocusGenotype[]

export interface LinkageGroup {
  readonly name: string
  /** Map order. */
  readonly loci: readonly ModelLocus[]
  /** For each locus but the last, the rows that can apply to the interval up to the next one. */
  readonly intervals: readonly (readonly FractionRow[])[]
}

export interface FractionRow {
  /** Conditions on the parent, which must all hold; empty: always applies. */
  readonly when: readonly { readonly locus: number; readonly condition: Condition }[]
  /** The best estimate and the limits of its interval. */
  readonly thousandths: { readonly best: number; readonly low: number; readonly high: number }
}

/** The result of a table for one class: the rules that fired, and the rules overridden by the hit policy. */
export interface Outcome {
  readonly fired: readonly RuleRow[]
  readonly overridden: readonly RuleRow[]
  /** Tokens given, without duplicates, in rule order. */
  readonly tokens: readonly string[]
  /** The smallest genotype with this outcome: a whole horse in the notation of the command line. */
  readonly shownBy: string
  /** Only in a rule set with errors: no rule, or more than one, decides. */
  readonly undecided?: true
}

/** One locus of a table, with its classes. */
export interface TableColumn extends Sorting {
  readonly locus: number
  readonly stride: number
  /** Number of classes the table distinguishes at this locus. */
  readonly classes: number
}

export interface CompiledTable {
  readonly name: string
  readonly index: number
  readonly columns: readonly TableColumn[]
  /** Tokens of earlier tables that it reads; each is one binary column. */
  readonly tokens: readonly { readonly token: string; readonly stride: number }[]
  /** Input class → index in `outcomes`. */
  readonly cells: Uint16Array
  readonly outcomes: readonly Outcome[]
  readonly source: DecisionTable
}

/** What is visible, and the viability; offspring are grouped by it. */
export interface Coat {
  /** Equal keys mean equal coats. */
  readonly key: string
  /** Visible tokens in table order. */
  readonly tokens: readonly string[]
  readonly viability: Viability | undefined
}

/** Which sex has one copy of the loci on the sex chromosome. */
export type Sexes = NonNullable<RuleTables['manifest']['sexes']>

export interface Model {
  readonly version: string
  readonly revision: string
  /** Manifest order. */
  readonly loci: readonly ModelLocus[]
  /** Every locus is in exactly one group; ordered by each group's first locus in the manifest. */
  readonly groups: readonly LinkageGroup[]
  readonly tables: readonly CompiledTable[]
  /** Undefined if no locus lies on a sex chromosome. */
  readonly sexes: Sexes | undefined
  /** By key. */
  readonly populations: ReadonlyMap<string, Population>
  readonly source: RuleTables
}
