/**
 * A locale file → LocaleTable; of a registry with what it takes from its language.
 * Guarantees: defaults are filled in; no set of tokens is named twice; a language extends nothing.
 */
import { stated, type FileReading } from '../yaml/parsed-file.js'
import type { NamedVariants } from './variant-rules.js'
import { placed, type AtPlace, type Placed } from '../yaml/word-places.js'
import {
  REMARK_KINDS,
  type LocaleYaml,
  type ModifierYaml,
  type RemarkKind,
  type Term,
} from '../file-types.js'

export interface ModifierRow extends AtPlace {
  readonly tokens: readonly string[]
  /** The word is used only where one of these is seen too. */
  readonly beside?: readonly string[]
  /** before | after: `term` beside the phrase; wrap: `term` holds `{name}`. */
  readonly position: 'before' | 'after' | 'wrap'
  readonly term: Term
}

/** One file of locales/. */
export interface LocaleTable
  extends
    Placed,
    Pick<LocaleYaml, 'language' | 'extends' | 'name'>,
    Required<Pick<LocaleYaml, 'kind' | 'agreement' | 'animal' | 'notes' | 'causes' | 'why'>> {
  /** The longest match names the phrase; ties by file order. */
  readonly names: readonly (NonNullable<LocaleYaml['names']>[number] & AtPlace)[]
  /** In reading order. */
  readonly modifiers: readonly ModifierRow[]
  /** Tokens whose variants have names of their own, which words have in place of `{variants}`. */
  readonly variants: readonly NamedVariants[]
  readonly synonyms: readonly (NonNullable<LocaleYaml['synonyms']>[number] & AtPlace)[]
  /** What the language calls a locus and its alleles. */
  readonly genes: Readonly<Record<string, AtPlace & Required<NonNullable<LocaleYaml['genes']>[string]>>>
  /** What the language calls a population, where its file's name is not enough. */
  readonly populations: Readonly<Record<string, string>>
  readonly remarks: Readonly<Record<RemarkKind, Readonly<Record<string, string>>>>
}

/** What names agree with where neither a registry nor its language says. */
const DEFAULT_AGREEMENT = { gender: 'm', number: 's' } as const

/** The parts whose keys or words the rule files ask for. */
const SECTIONS = ['names', 'modifiers', 'genes', 'populations', 'notes', 'causes', ...REMARK_KINDS, 'why']

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
    variants: [],
    synonyms: [...rowsOf('synonyms', value.synonyms), ...(base.synonyms ?? [])],
    animal: { ...base.animal, ...value.animal },
    genes: { ...base.genes, ...Object.fromEntries(genes) },
    populations: { ...base.populations, ...value.populations },
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
