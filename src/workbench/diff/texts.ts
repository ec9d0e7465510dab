/**
 * Texts and sources that two rule sets have in common and word otherwise: reasons, names, remarks, citations, references.
 * Guarantees: each by what it belongs to, with both wordings; what only one of the two has is left to structure.ts.
 * Leaves to others: names of coats (renamed.ts) and synonyms.
 */
import type { LocaleTable, RecombinationRow, RuleTables } from '../../rules/tables.js'
import { hasKey } from '../../rules/yaml/word-places.js'
import type { StructureChange } from './bump.js'

export function compareTexts(before: RuleTables, after: RuleTables): readonly StructureChange[] {
  const old = new Map(textsOf(before).map(([what, text]) => [what, text]))
  const owners = new Set(ownersOf(before))
  const now = textsOf(after)
  const present = new Set(now.map(([what]) => what))
  const changed = now.flatMap(([what, text, owner]) => {
    const was = old.get(what)
    if (was === undefined) return owners.has(owner) ? [`${what} is new: ${quoted(text)}`] : []
    return was === text ? [] : [`${what} is ${quoted(text)}, was ${quoted(was)}`]
  })
  const kept = new Set(ownersOf(after))
  const gone = textsOf(before).flatMap(([what, text, owner]) =>
    present.has(what) || !kept.has(owner) ? [] : [`${what} is gone: ${quoted(text)}`],
  )
  return [...changed, ...gone].map((what) => ({ bump: 'patch', what }))
}

/** What a text is, the text, and what it belongs to: a text of something new or gone is no change of its own. */
type Text = readonly [what: string, text: string, owner: string]

function ownersOf(tables: RuleTables): readonly string[] {
  const { loci, tables: decisions, linkage, populations, looks, locales, references } = tables
  return [
    ...loci.flatMap(({ locus, alleles }) => [
      `locus ${locus}`,
      ...alleles.map(({ allele }) => `allele ${allele} of ${locus}`),
    ]),
    ...decisions.flatMap(({ rules }) => rules.map(({ id }) => `rule ${id}`)),
    ...linkage.flatMap(({ recombination }) => recombination.map(fraction)),
    ...populations.map(({ population }) => `population ${population}`),
    ...looks.map(({ id }) => `look-alike ${id}`),
    ...locales.map(({ language }) => `language ${language}`),
    ...Object.keys(references).map((id) => `reference ${id}`),
  ]
}

function textsOf(tables: RuleTables): readonly Text[] {
  const { loci, tables: decisions, linkage, populations, looks, locales, references } = tables
  return [
    ...loci.flatMap(({ locus, alleles, ...row }) => [
      ...fields(`locus ${locus}`, row, ['name', 'gene', 'chromosome', 'position', 'omia']),
      ...alleles.flatMap((each) =>
        fields(`allele ${each.allele} of ${locus}`, each, ['name', 'variant', 'note', ...SOURCED]),
      ),
    ]),
    ...decisions.flatMap(({ rules }) =>
      rules.flatMap((rule) => fields(`rule ${rule.id}`, rule, ['why', ...SOURCED])),
    ),
    ...linkage.flatMap(({ recombination }) =>
      recombination.flatMap((row) => fields(fraction(row), row, ['why', ...SOURCED])),
    ),
    ...populations.flatMap(({ population, name }) => fields(`population ${population}`, { name }, ['name'])),
    ...looks.flatMap(({ figure, ...look }) =>
      fields(`look-alike ${look.id}`, { ...look, figure: figure?.value }, ['why', 'figure', ...SOURCED]),
    ),
    ...locales.flatMap(wordsOf),
    ...Object.entries(references).flatMap(([id, reference]) =>
      fields(`reference ${id}`, reference, ['title', 'doi', 'url', 'omia', 'year', 'verified']),
    ),
  ]
}

const SOURCED = ['cite', 'verified', 'reviewBy']

function fraction({ between, when }: RecombinationRow): string {
  const whose = when === undefined ? '' : ` where ${JSON.stringify(when)}`
  return `fraction ${between.join(' – ')}${whose}`
}

/** The fields of a row that are there, as texts. */
function fields(owner: string, row: object, keys: readonly string[]): readonly Text[] {
  const values = row as Readonly<Record<string, unknown>>
  return keys.flatMap((key) => {
    const value = values[key]
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return []
    const text = Array.isArray(value)
      ? value.join(', ')
      : typeof value === 'string'
        ? value
        : JSON.stringify(value)
    return [[`${key === 'reviewBy' ? 'review_by' : key} of the ${owner}`, text, owner] as const]
  })
}

/** The texts that a language file has itself; those that a registry takes over are told for its language. */
function wordsOf(locale: LocaleTable): readonly Text[] {
  const { language, notes, causes, remarks, why, genes, name, place } = locale
  const owner = `language ${language}`
  const sections = { notes, causes, ...remarks, why }
  return [
    [`name of the ${owner}`, name, owner],
    ...Object.entries(sections).flatMap(([section, texts]) =>
      Object.entries(texts).flatMap(([id, text]) => {
        const own = locale.extends === undefined || hasKey(locale, `/${section}/${id}`)
        return own ? [[`${section} ${id} in ${language}`, text, owner] as const] : []
      }),
    ),
    ...Object.entries(genes).flatMap(([locus, words]) =>
      words.place.file === place.file
        ? [
            [`name of the gene ${locus} in ${language}`, words.name, owner] as const,
            ...Object.entries(words.alleles).map(
              ([allele, text]) =>
                [`name of the allele ${allele} of ${locus} in ${language}`, text, owner] as const,
            ),
          ]
        : [],
    ),
  ]
}

const LONGEST_SHOWN = 60

function quoted(text: string): string {
  return `"${text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 1)}…` : text}"`
}
