/**
 * A locale file → LocaleTable.
 * Guarantees: defaults are filled in; no set of tokens is named twice; a language extends nothing.
 * Leaves to others: whether every token has a word (naming/), what a registry takes from its language.
 */
import { byText } from '../diagnostic.js'
import { checkOwnName, stated, type FileReading } from '../yaml/parsed-file.js'
import { REMARK_KINDS, type LocaleTable, type ModifierRow, type NameRow, type RemarkKind } from '../tables.js'
import { placesOfKeys } from '../yaml/word-places.js'
import type { LocaleYaml, ModifierYaml } from '../file-types.js'

/** What names agree with where a registry does not say, until its language's is put in place. */
const DEFAULT_AGREEMENT = { gender: 'm', number: 's' } as const

/** The parts whose keys or words the rule files ask for. */
const SECTIONS = ['names', 'modifiers', 'genes', 'notes', 'causes', ...REMARK_KINDS, 'why']

/** `language` is the one that the file's name says. */
export function localeTable(sheet: FileReading<LocaleYaml>, language: string): LocaleTable {
  const { value } = sheet
  const { extends: base } = value
  checkOwnName(sheet, 'language', value.language, language)
  if (base !== undefined && value.kind !== 'registry') {
    sheet.report('PARSE', '/extends', {
      what: 'only a registry extends a language.',
      mend: 'add kind: registry.',
    })
  }
  const names = (value.names ?? []).map((row, index): NameRow => ({
    ...row,
    place: sheet.placeOf(`/names/${index}`),
  }))
  const modifiers = (value.modifiers ?? []).map((row, index) =>
    modifierRow(sheet, row, `/modifiers/${index}`),
  )
  checkNamedOnce(sheet, names, '/names')
  checkNamedOnce(sheet, modifiers, '/modifiers')
  return {
    language: value.language,
    kind: value.kind ?? 'language',
    ...stated({ extends: base }),
    name: value.name,
    agreement: value.agreement ?? DEFAULT_AGREEMENT,
    names,
    modifiers,
    synonyms: (value.synonyms ?? []).map((row, index) => ({
      ...row,
      place: sheet.placeOf(`/synonyms/${index}`),
    })),
    genes: Object.fromEntries(
      Object.entries(value.genes ?? {}).map(([locus, { name, alleles }]) => [
        locus,
        { name, alleles: alleles ?? {}, place: sheet.placeOfKey(`/genes/${locus}`) },
      ]),
    ),
    notes: value.notes ?? {},
    causes: value.causes ?? {},
    remarks: { carries: value.carries ?? {}, health: value.health ?? {}, reports: value.reports ?? {} },
    why: value.why ?? {},
    place: sheet.placeOf(''),
    words: placesOfKeys(sheet, '', value, SECTIONS),
  }
}

/** Registries made whole: what one does not say is its language's. */
export function withLanguageDefaults(
  tables: readonly LocaleTable[],
  sheets: readonly FileReading<LocaleYaml>[],
): readonly LocaleTable[] {
  const silent = sheets
    .filter(({ value }) => value.agreement === undefined)
    .map(({ value }) => value.language)
  return tables.map((table) => {
    const language = tables.find((other) => other.language === table.extends)
    return language === undefined ? table : extended(table, language, silent.includes(table.language))
  })
}

function extended(registry: LocaleTable, language: LocaleTable, takesAgreement: boolean): LocaleTable {
  const remarks = (kind: RemarkKind): Readonly<Record<string, string>> => ({
    ...language.remarks[kind],
    ...registry.remarks[kind],
  })
  return {
    ...registry,
    agreement: takesAgreement ? language.agreement : registry.agreement,
    // The registry's names are asked first, so that of two equally long ones its own is taken.
    names: [...registry.names, ...withoutOwn(language.names, registry.names)],
    // A modifier keeps the language's place in reading order; the registry may only word it anew or add one.
    modifiers: [
      ...language.modifiers.map((row) => registry.modifiers.find((own) => sameTokens(own, row)) ?? row),
      ...withoutOwn(registry.modifiers, language.modifiers),
    ],
    synonyms: [...registry.synonyms, ...language.synonyms],
    genes: { ...language.genes, ...registry.genes },
    notes: { ...language.notes, ...registry.notes },
    causes: { ...language.causes, ...registry.causes },
    remarks: { carries: remarks('carries'), health: remarks('health'), reports: remarks('reports') },
    why: { ...language.why, ...registry.why },
  }
}

interface Tokened {
  readonly tokens: readonly string[]
}

/** The rows whose token set none of the others has. */
function withoutOwn<Row extends Tokened>(rows: readonly Row[], others: readonly Tokened[]): readonly Row[] {
  return rows.filter((row) => !others.some((other) => sameTokens(row, other)))
}

function sameTokens(a: Tokened, b: Tokened): boolean {
  return a.tokens.length === b.tokens.length && a.tokens.every((token) => b.tokens.includes(token))
}

function modifierRow(sheet: FileReading<LocaleYaml>, row: ModifierYaml, pointer: string): ModifierRow {
  const tokens = row.tokens ?? (row.token === undefined ? [] : [row.token])
  const place = sheet.placeOf(pointer)
  if (row.wrap !== undefined) return { tokens, position: 'wrap', term: row.wrap, place }
  return { tokens, position: row.place ?? 'after', term: row.term ?? '', place }
}

function checkNamedOnce(
  sheet: FileReading<LocaleYaml>,
  rows: readonly { readonly tokens: readonly string[] }[],
  pointer: string,
): void {
  const seen = new Set<string>()
  rows.forEach(({ tokens }, index) => {
    const set = [...tokens].sort(byText).join(' ')
    if (seen.has(set)) {
      sheet.report('DUPLICATE_ID', `${pointer}/${index}`, {
        what: `[${tokens.join(', ')}] already has a word above.`,
        why: 'The first one would always win.',
        mend: 'remove one of the two.',
      })
    }
    seen.add(set)
  })
}
