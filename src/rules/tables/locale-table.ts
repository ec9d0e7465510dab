/**
 * A locale file → LocaleTable; of a registry with what it takes from its language.
 * Guarantees: defaults are filled in; no set of tokens is named twice; a language extends nothing.
 */
import { stated, type FileReading } from '../yaml/parsed-file.js'
import { REMARK_KINDS, type LocaleTable, type ModifierRow } from '../tables.js'
import { placed } from '../yaml/word-places.js'
import type { LocaleYaml, ModifierYaml } from '../file-types.js'

/** What names agree with where neither a registry nor its language says. */
const DEFAULT_AGREEMENT = { gender: 'm', number: 's' } as const

/** The parts whose keys or words the rule files ask for. */
const SECTIONS = ['names', 'modifiers', 'genes', 'notes', 'causes', ...REMARK_KINDS, 'why']

export function localeTables(files: readonly FileReading<LocaleYaml>[]): readonly LocaleTable[] {
  const extending = files.filter(({ value }) => value.extends !== undefined)
  const languages = files.filter((file) => !extending.includes(file)).map((file) => localeTable(file))
  const registries = extending.map((file) =>
    localeTable(
      file,
      languages.find(({ language }) => language === file.value.extends),
    ),
  )
  return [...languages, ...registries]
}

/** @param base the language that a registry extends */
function localeTable(file: FileReading<LocaleYaml>, base: Partial<LocaleTable> = {}): LocaleTable {
  const { value } = file
  if (value.extends !== undefined && value.kind !== 'registry') {
    file.report('PARSE', '/extends', {
      what: 'only a registry extends a language.',
      fix: 'add kind: registry.',
    })
  }
  const rowsOf = <Row>(key: string, rows: readonly Row[] = []) =>
    rows.map((row, index) => ({ ...row, place: file.placeOf(`/${key}/${index}`) }))
  const names = rowsOf('names', value.names)
  const modifiers = rowsOf('modifiers', value.modifiers?.map(modifierRow))
  checkNamedOnce(file, names, '/names')
  checkNamedOnce(file, modifiers, '/modifiers')
  const genes = Object.entries(value.genes ?? {}).map(([locus, words]) => {
    const place = file.placeOfKey(`/genes/${locus}`)
    return [locus, { alleles: {}, ...words, place }] as const
  })
  const { names: baseNames = [], modifiers: baseModifiers = [] } = base
  return {
    language: value.language,
    kind: value.kind ?? 'language',
    ...stated({ extends: value.extends }),
    name: value.name,
    agreement: value.agreement ?? base.agreement ?? DEFAULT_AGREEMENT,
    // The registry's names are asked first, so that of two equally long ones its own is taken.
    names: [...names, ...withoutOwn(baseNames, names)],
    // A modifier keeps the language's place in reading order; the registry may only word it anew or add one.
    modifiers: [
      ...baseModifiers.map((row) => modifiers.find((own) => tokensKey(own) === tokensKey(row)) ?? row),
      ...withoutOwn(modifiers, baseModifiers),
    ],
    synonyms: [...rowsOf('synonyms', value.synonyms), ...(base.synonyms ?? [])],
    animal: { ...base.animal, ...value.animal },
    genes: { ...base.genes, ...Object.fromEntries(genes) },
    notes: { ...base.notes, ...value.notes },
    causes: { ...base.causes, ...value.causes },
    remarks: {
      carries: { ...base.remarks?.carries, ...value.carries },
      health: { ...base.remarks?.health, ...value.health },
      reports: { ...base.remarks?.reports, ...value.reports },
    },
    why: { ...base.why, ...value.why },
    ...placed(file, '', value, SECTIONS, 2),
  }
}

function modifierRow({ token = '', tokens = [token], ...row }: ModifierYaml): Omit<ModifierRow, 'place'> {
  const to = { tokens, ...stated({ beside: row.beside }) }
  if (row.wrap !== undefined) return { ...to, position: 'wrap', term: row.wrap }
  return { ...to, position: row.place ?? 'after', term: row.term ?? '' }
}

type Tokened = Pick<ModifierRow, 'tokens' | 'beside'>

function checkNamedOnce(file: FileReading<LocaleYaml>, rows: readonly Tokened[], pointer: string): void {
  const seen = new Set<string>()
  rows.forEach((row, index) => {
    const key = tokensKey(row)
    if (seen.has(key)) {
      file.report('DUPLICATE_ID', `${pointer}/${index}`, {
        what: `[${row.tokens.join(', ')}] already has a word above.`,
        why: 'The first one would always win.',
        fix: 'remove one of the two.',
      })
    }
    seen.add(key)
  })
}

/** The rows that none of the others words anew. */
function withoutOwn<Row extends Tokened>(rows: readonly Row[], others: readonly Tokened[]): readonly Row[] {
  const own = new Set(others.map(tokensKey))
  return rows.filter((row) => !own.has(tokensKey(row)))
}

/** The same for the same tokens in any order. */
function tokensKey({ tokens, beside = [] }: Tokened): string {
  return [tokens, beside].map((some) => [...some].sort().join(' ')).join(' | ')
}
