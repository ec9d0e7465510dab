/**
 * A locale file → LocaleTable.
 * Guarantees: defaults are filled in; no set of tokens is named twice; a language extends nothing.
 * Leaves to others: whether every token has a word (naming/), what a registry takes from its language.
 */
import { byText } from '../diagnostic.js'
import { stated, type FileReading } from '../yaml/parsed-file.js'
import { REMARK_KINDS, type LocaleTable, type ModifierRow, type RemarkKind } from '../tables.js'
import { placesOfWords } from '../yaml/word-places.js'
import type { LocaleYaml, ModifierYaml } from '../file-types.js'

/** What names agree with where neither a registry nor its language says. */
const DEFAULT_AGREEMENT = { gender: 'm', number: 's' } as const

/** The parts whose keys or words the rule files ask for. */
const SECTIONS = ['names', 'modifiers', 'genes', 'notes', 'causes', ...REMARK_KINDS, 'why']

/** Languages, and registries made whole: what one does not say is its language's. */
export function localeTables(files: readonly FileReading<LocaleYaml>[]): readonly LocaleTable[] {
  const own = files.map(localeTable)
  return own.map((table, index) => {
    const language = own.find((other) => other.language === table.extends)
    if (language === undefined) return table
    const agreement = files[index]?.value.agreement ?? language.agreement
    return { ...extended(table, language), agreement }
  })
}

function localeTable(file: FileReading<LocaleYaml>): LocaleTable {
  const { value } = file
  if (value.extends !== undefined && value.kind !== 'registry') {
    file.report('PARSE', '/extends', {
      what: 'only a registry extends a language.',
      fix: 'add kind: registry.',
    })
  }
  const placed = <Row>(key: string, rows: readonly Row[] = []) =>
    rows.map((row, index) => ({ ...row, place: file.placeOf(`/${key}/${index}`) }))
  const names = placed('names', value.names)
  const modifiers = placed('modifiers', value.modifiers?.map(modifierRow))
  checkNamedOnce(file, names, '/names')
  checkNamedOnce(file, modifiers, '/modifiers')
  const genes = Object.entries(value.genes ?? {}).map(([locus, words]) => {
    const place = file.placeOfKey(`/genes/${locus}`)
    return [locus, { alleles: {}, ...words, place }] as const
  })
  return {
    language: value.language,
    kind: value.kind ?? 'language',
    ...stated({ extends: value.extends }),
    name: value.name,
    agreement: value.agreement ?? DEFAULT_AGREEMENT,
    names,
    modifiers,
    synonyms: placed('synonyms', value.synonyms),
    animal: value.animal ?? {},
    genes: Object.fromEntries(genes),
    notes: value.notes ?? {},
    causes: value.causes ?? {},
    remarks: { carries: value.carries ?? {}, health: value.health ?? {}, reports: value.reports ?? {} },
    why: value.why ?? {},
    place: file.placeOf(''),
    words: placesOfWords(file, '', value, SECTIONS, 2),
  }
}

function modifierRow({ token = '', tokens = [token], ...row }: ModifierYaml): Omit<ModifierRow, 'place'> {
  const to = { tokens, ...stated({ beside: row.beside }) }
  if (row.wrap !== undefined) return { ...to, position: 'wrap', term: row.wrap }
  return { ...to, position: row.place ?? 'after', term: row.term ?? '' }
}

function checkNamedOnce(file: FileReading<LocaleYaml>, rows: readonly Tokened[], pointer: string): void {
  const seen = new Set<string>()
  rows.forEach(({ tokens, beside }, index) => {
    const set = [tokens, beside ?? []].map((some) => [...some].sort(byText).join(' ')).join(' | ')
    if (seen.has(set)) {
      file.report('DUPLICATE_ID', `${pointer}/${index}`, {
        what: `[${tokens.join(', ')}] already has a word above.`,
        why: 'The first one would always win.',
        fix: 'remove one of the two.',
      })
    }
    seen.add(set)
  })
}

function extended(registry: LocaleTable, language: LocaleTable): LocaleTable {
  const remarks = (kind: RemarkKind) => ({ ...language.remarks[kind], ...registry.remarks[kind] })
  return {
    ...registry,
    // The registry's names are asked first, so that of two equally long ones its own is taken.
    names: [...registry.names, ...withoutOwn(language.names, registry.names)],
    // A modifier keeps the language's place in reading order; the registry may only word it anew or add one.
    modifiers: [
      ...language.modifiers.map((row) => registry.modifiers.find((own) => sameTokens(own, row)) ?? row),
      ...withoutOwn(registry.modifiers, language.modifiers),
    ],
    synonyms: [...registry.synonyms, ...language.synonyms],
    animal: { ...language.animal, ...registry.animal },
    genes: { ...language.genes, ...registry.genes },
    notes: { ...language.notes, ...registry.notes },
    causes: { ...language.causes, ...registry.causes },
    remarks: { carries: remarks('carries'), health: remarks('health'), reports: remarks('reports') },
    why: { ...language.why, ...registry.why },
  }
}

interface Tokened {
  readonly tokens: readonly string[]
  readonly beside?: readonly string[]
}

/** The rows that none of the others words anew. */
function withoutOwn<Row extends Tokened>(rows: readonly Row[], others: readonly Tokened[]): readonly Row[] {
  return rows.filter((row) => !others.some((other) => sameTokens(row, other)))
}

function sameTokens(a: Tokened, b: Tokened): boolean {
  return areSame(a.tokens, b.tokens) && areSame(a.beside ?? [], b.beside ?? [])
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((token) => b.includes(token))
}
