/**
 * The rule files as plain tables: the content of the YAML, checked for shape only. Each type is defined beside the
 * code that creates it. Whether names exist is checked in model/compile/compile.ts.
 * Guarantees: immutable values; everything written by an author carries its place.
 */
import type { ManifestYaml, Reference } from './file-types.js'
import type { DecisionTable } from './tables/decision-table.js'
import type { LinkageTable } from './tables/linkage-table.js'
import type { LocaleTable } from './tables/locale-table.js'
import type { LocusTable } from './tables/locus-table.js'
import type { LookalikeRow } from './tables/lookalike-rows.js'
import type { NameExample } from './tables/name-examples.js'
import type { PictureTables } from './tables/picture-tables.js'
import type { PopulationTable } from './tables/population-table.js'
import type { ReportTables } from './tables/report-tables.js'
import type { AtPlace } from './yaml/word-places.js'

export type { Place } from './diagnostic.js'
export type {
  Expectations,
  Given,
  Predicate,
  Reference,
  RemarkKind,
  Sex,
  Term,
  Viability,
} from './file-types.js'
export type { DecisionTable, RuleRow, TokenExample } from './tables/decision-table.js'
export type {
  ExpectedGamete as ExpectedShare,
  GameteExample,
  LinkageTable,
  RecombinationRow,
} from './tables/linkage-table.js'
export type { LocaleTable, ModifierRow } from './tables/locale-table.js'
export type { PassportCoat, PassportRow } from './tables/passport-rows.js'
export type { AlleleRow, LocusTable } from './tables/locus-table.js'
export type { LookalikeRow } from './tables/lookalike-rows.js'
export type { NameExample } from './tables/name-examples.js'
export type { PictureTables } from './tables/picture-tables.js'
export type { LaboratoryRow, ReportTables, ReportTestRow, ReportWords } from './tables/report-tables.js'
export type { FrequencyRow, FrequencyTable, PopulationTable } from './tables/population-table.js'
export type { Placed } from './yaml/word-places.js'
export { REMARK_KINDS } from './file-types.js'

/** All files of one rule set. */
export interface RuleTables {
  readonly manifest: ManifestYaml & AtPlace
  readonly loci: readonly LocusTable[]
  readonly tables: readonly DecisionTable[]
  readonly linkage: readonly LinkageTable[]
  /** Ordered by file name. */
  readonly populations: readonly PopulationTable[]
  readonly looks: readonly LookalikeRow[]
  readonly locales: readonly LocaleTable[]
  readonly references: Readonly<Record<string, Reference & AtPlace>>
  readonly horses: readonly NameExample[]
  /** Undefined if the animal has no artwork. */
  readonly picture?: PictureTables
  /** Undefined if the rule set reads no laboratory reports. */
  readonly reports?: ReportTables
  /** SHA-256 (hex) of the tables' canonical content. */
  readonly revision: string
}
