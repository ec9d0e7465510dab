/**
 * The tests, labels, words and laboratories of a rule set, compiled for reading.
 * Guarantees: nothing here knows a gene; everything comes from rules/reports/.
 */
import type { Model, ModelLocus } from '../model/model.js'
import type { LaboratoryRow, ReportTables, ReportTestRow } from '../rules/tables.js'
import { ABSENT } from '../rules/tables/report-tables.js'
import { wordsOf } from './tokens.js'

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

/** What a rule set without reports reads: nothing. */
const NO_REPORTS: ReportTables = {
  tests: [],
  laboratories: [],
  words: { absent_signs: [], absent: [], once: [], twice: [], present: [] },
}

export function reportVocabulary(model: Model, laboratory: string | undefined): Vocabulary {
  const { reports = NO_REPORTS } = model.source
  const row = reports.laboratories.find(({ id }) => id === laboratory)
  const tests = reports.tests.map((test) => compileTest(test, model, row))
  const { words } = reports
  const bySign = new Map<string, readonly ReportTest[]>()
  const joint = jointTests(tests)
  for (const test of [...tests, ...joint])
    for (const sign of [...test.signs.keys(), ...test.slashSigns.keys()])
      bySign.set(sign, [...(bySign.get(sign) ?? []), test])
  const absentSigns = new Set(words.absent_signs)
  return {
    tests,
    joint: new Map(joint.map((test) => [test.locus, test])),
    absentSigns,
    bases: new Set(words.bases ?? []),
    noCopy: new Set(words.no_copy ?? []),
    oneCopyPrefix: new Set(words.one_copy_prefix ?? []),
    phrases: compilePhrases(reports, tests, model.source.manifest.untested ?? []),
    bySign,
    everySign: new Set([
      ...absentSigns,
      ...(words.no_copy ?? []),
      ...(words.bases ?? []),
      ...tests.flatMap(({ signs, labelSigns }) => [...signs.keys(), ...labelSigns.keys()]),
    ]),
    laboratory: row,
  }
}

function compileTest(row: ReportTestRow, { loci }: Model, laboratory: LaboratoryRow | undefined): ReportTest {
  const locus = loci.find(({ key }) => key === row.gene)
  if (locus === undefined) throw new Error(`the test ${row.id} has no locus, which checkReports refuses`)
  const alleleOf = (name: string): number => locus.alleles.indexOf(name)
  const meant = (signs: ReportTestRow['signs'] = {}): readonly (readonly [string, Meaning])[] =>
    Object.entries(signs).flatMap(([allele, list]) =>
      list.map((sign) => [sign, { kind: 'has', allele: alleleOf(allele) }] as const),
    )
  const own = (laboratory?.meanings ?? []).filter(({ test }) => test === row.id)
  const { not_found: notFound } = row
  return {
    id: row.id,
    labels: row.labels,
    locus,
    finds: row.finds.map(alleleOf),
    isEach: row.each === true,
    isPresence: row.presence === true,
    isJoint: false,
    notFound: notFound === undefined ? 'lacks' : notFound === 'ask' ? 'ask' : alleleOf(notFound),
    signs: new Map<string, Meaning>([
      ...meant(row.signs),
      ...(row.absent_beside ?? []).map((sign) => [sign, { kind: 'beside' }] as const),
      ...Object.entries(row.asks ?? {}).map(([sign, why]) => [sign, { kind: 'asked', why }] as const),
    ]),
    slashSigns: new Map(meant(row.slash_signs)),
    labelSigns: new Map<string, Meaning>([
      ...meant(row.slash_signs),
      ...meant(row.label_signs),
      ...own.map(
        ({ sign, meaning }) =>
          [
            sign,
            meaning === ABSENT
              ? ({ kind: 'absent', isOfLaboratory: true } as const)
              : ({ kind: 'has', allele: alleleOf(meaning), isOfLaboratory: true } as const),
          ] as const,
      ),
    ]),
    asksPair: new Map(Object.entries(row.asks_pair ?? {})),
  }
}

function jointTests(tests: readonly ReportTest[]): readonly ReportTest[] {
  const loci = new Set(tests.map(({ locus }) => locus))
  return [...loci].flatMap((locus) => {
    const own = tests.filter((test) => test.locus === locus)
    const [first] = own
    if (first === undefined || own.length < 2) return []
    const found = (signs: ReportTest['signs']) => [...signs].filter(([, { kind }]) => kind === 'has')
    const test: ReportTest = {
      ...first,
      id: '',
      labels: [],
      finds: [...new Set(own.flatMap(({ finds }) => finds))],
      isEach: true,
      isPresence: false,
      isJoint: true,
      signs: new Map(own.flatMap(({ signs }) => found(signs))),
      slashSigns: new Map(),
      labelSigns: new Map(),
      asksPair: new Map(own.flatMap(({ asksPair }) => [...asksPair])),
    }
    return [test]
  })
}

function compilePhrases(
  { words }: ReportTables,
  tests: readonly ReportTest[],
  untested: readonly string[],
): Vocabulary['phrases'] {
  const byText = new Map<string, Phrase>()
  const add = (text: string, kind: Phrase['kind'], targets: readonly LabelTarget[]): void => {
    const split = wordsOf(text)
    const key = `${kind === 'label' ? 'label' : 'word'} ${split.join(' ')}`
    const known = byText.get(key)
    const before = known?.targets ?? []
    const isKnown = ({ test, variant }: LabelTarget): boolean =>
      before.some((each) => each.test === test && each.variant === variant)
    byText.set(key, {
      words: split,
      hasSlash: text.includes('/'),
      kind: known?.kind ?? kind,
      targets: [...before, ...targets.filter((each) => !isKnown(each))],
    })
  }
  for (const test of tests) {
    for (const label of new Set(test.labels.map((each) => wordsOf(each).join(' '))))
      add(label, 'label', [{ test }])
    for (const label of test.labels) if (label.includes('/')) add(label, 'label', [])
    if (!test.isEach) continue
    for (const [sign, meaning] of test.signs)
      if (meaning.kind === 'has') {
        const target = { test, variant: meaning.allele }
        add(sign, 'label', [target])
        // "Splashed white 1" is SW1.
        const number = /\d+$/.exec(sign)?.[0]
        for (const label of number === undefined ? [] : test.labels)
          if (!/\d/.test(label)) add(`${label} ${number ?? ''}`, 'label', [target])
      }
  }
  for (const label of words.other_labels ?? []) add(label, 'label', [])
  for (const kind of WORD_KINDS) for (const text of words[kind] ?? []) add(text, kind, [])
  for (const text of untested) add(text, 'untested', [])
  const phrases = new Map<string, Phrase[]>()
  for (const phrase of byText.values()) {
    const [first = ''] = phrase.words
    phrases.set(first, [...(phrases.get(first) ?? []), phrase])
  }
  // Of equal length, a label comes first: "present" is no label, and a gene's name is no other word.
  for (const list of phrases.values())
    list.sort(
      (a, b) => b.words.length - a.words.length || Number(b.kind === 'label') - Number(a.kind === 'label'),
    )
  return phrases
}
