/**
 * The parts of a vocabulary: tests with their signs, labels, words.
 */
import type { ModelLocus } from '../../model/model.js'
import type { LaboratoryRow, ReportTestRow } from '../../rules/tables.js'

/** What one copy's sign says. */
export type Meaning =
  | { readonly kind: 'has'; readonly allele: number; readonly isOfLaboratory?: true }
  | { readonly kind: 'absent'; readonly isOfLaboratory?: true }
  /** Nothing was found, if the other copy's sign is one that was. */
  | { readonly kind: 'beside' }
  | { readonly kind: 'asked'; readonly why: string }
  | { readonly kind: 'unknown' }

export interface ReportTest extends Pick<ReportTestRow, 'id' | 'labels'> {
  readonly locus: ModelLocus
  readonly finds: readonly number[]
  readonly isEach: boolean
  readonly isPresence: boolean
  /** Has no label: both copies must name a variant. */
  readonly isJoint: boolean
  /** What a copy carries on which nothing was found: an allele, all but those found, or nobody knows. */
  readonly notFound: number | 'lacks' | 'ask'
  readonly signs: ReadonlyMap<string, Meaning>
  /** These need a label of the test or a slash. */
  readonly slashSigns: ReadonlyMap<string, Meaning>
  /** These need a label of the test. */
  readonly labelSigns: ReadonlyMap<string, Meaning>
  readonly asksPair: ReadonlyMap<string, string>
}

/** A label, with the tests it can mean; a test of several variants may be narrowed to one. */
export interface LabelTarget {
  readonly test: ReportTest
  readonly variant?: number
}

export const WORD_KINDS = [
  'absent',
  'once',
  'twice',
  'same',
  'present',
  'untested',
  'or',
  'and',
  'doubt',
  'others',
  'ignored',
  'about_nobody',
] as const
export type WordKind = (typeof WORD_KINDS)[number]

export interface Phrase {
  readonly words: readonly string[]
  /** Whether it is written with a slash, which then parts no two signs. */
  readonly hasSlash: boolean
  readonly kind: WordKind | 'label'
  readonly targets: readonly LabelTarget[]
}

export interface Vocabulary {
  readonly tests: readonly ReportTest[]
  /** For loci with several tests, their signs together: `Cr/Prl` names two variants. */
  readonly joint: ReadonlyMap<ModelLocus, ReportTest>
  readonly absentSigns: ReadonlySet<string>
  readonly bases: ReadonlySet<string>
  readonly noCopy: ReadonlySet<string>
  readonly oneCopyPrefix: ReadonlySet<string>
  /** Longest first, by the first word. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>
  /** Sign → tests that know it without a label. */
  readonly bySign: ReadonlyMap<string, readonly ReportTest[]>
  /** Every sign of any kind. */
  readonly everySign: ReadonlySet<string>
  readonly laboratory: LaboratoryRow | undefined
}
