/**
 * What a language lacks: words for tokens, texts for messages, names for genes, reasons for rules.
 * Guarantees: a language without a fault here can answer every request in full, and holds no text that nothing asks for.
 */
import { fault, type Diagnostic, type DiagnosticCode } from '../rules/diagnostic.js'
import { nearest } from '../rules/checks/nearest.js'
import { REMARK_KINDS, type LocaleTable, type RuleRow, type RuleTables } from '../rules/tables.js'
import { hasKey, placeOfKey } from '../rules/yaml/word-places.js'

/** Message ids that the service itself can speak of; every language must word them. */
export const SERVICE_NOTES = [
  'linkage-not-carried',
  'linkage-homozygous',
  'linkage-single-locus',
  'linkage-contradicted',
  'linkage-no-effect',
]

/** Adds a diagnostic for each thing missing, and for each word that speaks of nothing. */
export function checkWords(locale: LocaleTable, tables: RuleTables, diagnostics: Diagnostic[]): void {
  const rules = tables.tables.flatMap((table) => table.rules)
  // What a registry lacks is its language's to say, and is told there.
  const language = tables.locales.find((other) => other.language === locale.extends)
  const told: Told = { locale, diagnostics, tellsMissing: language === undefined }
  checkTokens(told, [...new Set(rules.flatMap((rule) => rule.then))])
  for (const section of messageSections(locale, rules)) checkSection(told, section)
  checkSection(told, {
    key: 'genes',
    what: 'name for the gene',
    has: Object.keys(locale.genes),
    wanted: tables.loci.map(({ locus }) => locus),
    idle: 'which is no locus',
    code: 'UNKNOWN_LOCUS',
    mend: (locus) => `add it under genes (${locus}: { name: … }).`,
  })
  checkAlleles(told, tables)
  // A language gives every rule's reason or none: half of an explanation would be in another language.
  const has = Object.keys(locale.why)
  if (has.length === 0) return
  const reasoned = rules.filter(({ id, why }) => why !== undefined || has.includes(id))
  checkSection(
    { ...told, tellsMissing: Object.keys(language?.why ?? {}).length === 0 },
    {
      key: 'why',
      what: 'reason for the rule',
      has,
      wanted: reasoned.map(({ id }) => id),
      idle: 'which is no rule',
      mend: (id) => `add "${id}" under why.`,
    },
  )
}

/** Whose words are checked, and where faults are told. */
interface Told {
  readonly locale: LocaleTable
  readonly diagnostics: Diagnostic[]
  readonly tellsMissing: boolean
}

/** A part of a language file with a text for each of some ids. */
interface Section {
  readonly key: string
  /** Such as `text for the note`. */
  readonly what: string
  readonly has: readonly string[]
  readonly wanted: readonly string[]
  /** What is said of a text that nothing asks for. */
  readonly idle: string
  /** The code of that; UNKNOWN_KEY, where not given. */
  readonly code?: DiagnosticCode
  readonly mend: (id: string) => string
}

function messageSections(locale: LocaleTable, rules: readonly RuleRow[]): readonly Section[] {
  const section = (
    what: string,
    key: string,
    texts: Readonly<Record<string, string>>,
    ids: readonly string[],
  ): Section => ({
    key,
    what: `text for the ${what}`,
    has: Object.keys(texts),
    wanted: [...new Set(ids)],
    idle: 'which no rule asks for',
    mend: (id) => `add "${id}" under ${key}.`,
  })
  const causes = rules.flatMap((rule) => rule.viability?.cause ?? [])
  return [
    section('note', 'notes', locale.notes, [...SERVICE_NOTES, ...rules.flatMap((rule) => rule.notes)]),
    section('cause', 'causes', locale.causes, causes),
    ...REMARK_KINDS.map((kind) => {
      const ids = rules.flatMap((rule) => rule.remarks[kind])
      return section(`${kind} remark`, kind, locale.remarks[kind], ids)
    }),
  ]
}

/** A text under a misspelt id is told once, where it stands, and not as missing too. */
function checkSection({ locale, diagnostics, tellsMissing }: Told, section: Section): void {
  const { language } = locale
  const { key, what, has, wanted, idle, code = 'UNKNOWN_KEY' } = section
  const missing = new Set(wanted.filter((id) => !has.includes(id)))
  // A registry may have a text of its own for what its language words already.
  const unworded = wanted.filter((id) => !hasKey(locale, `/${key}/${id}`))
  for (const id of has) {
    const pointer = `/${key}/${id}`
    // What a registry takes from its language is told there.
    if (wanted.includes(id) || !hasKey(locale, pointer)) continue
    const place = placeOfKey(locale, pointer)
    const meant = nearest(id, unworded)
    const mend = meant === undefined ? 'remove it.' : `did you mean "${meant}"?`
    if (meant === undefined || !missing.delete(meant)) {
      const wording = { what: `${language} has a ${what} "${id}", ${idle}.`, mend }
      diagnostics.push(fault(code, place, wording))
      continue
    }
    diagnostics.push(
      fault('MISSING_WORD', place, {
        what: `${language} has no ${what} "${meant}", but one for "${id}", ${idle}.`,
        mend,
      }),
    )
  }
  if (!tellsMissing) return
  for (const id of missing) {
    const wording = { what: `${language} has no ${what} "${id}".`, mend: section.mend(id) }
    diagnostics.push(fault('MISSING_WORD', placeOfKey(locale, `/${key}`), wording))
  }
}

/** Names of alleles are of alleles that there are. */
function checkAlleles({ locale, diagnostics }: Told, { loci }: RuleTables): void {
  for (const { locus, alleles: rows } of loci) {
    const words = locale.genes[locus]
    if (words === undefined || words.place.file !== locale.place.file) continue
    const known = rows.map((row) => row.allele)
    for (const allele of Object.keys(words.alleles)) {
      if (known.includes(allele)) continue
      const near = nearest(allele, known)
      const what = `${locale.language} names the allele "${allele}" of ${locus}, which does not exist.`
      const mend = near === undefined ? 'remove it.' : `did you mean "${near}"?`
      diagnostics.push(fault('UNKNOWN_ALLELE', words.place, { what, mend }))
    }
  }
}

function checkTokens({ locale, diagnostics, tellsMissing }: Told, tokens: readonly string[]): void {
  const { language } = locale
  const rows = [...locale.names, ...locale.modifiers]
  const alone = new Set(rows.flatMap((row) => (row.tokens.length === 1 ? row.tokens : [])))
  const missing = new Set(tokens.filter((token) => !alone.has(token)))
  for (const row of [...rows, ...locale.synonyms.map(({ of, place }) => ({ tokens: of, place }))]) {
    // What a registry takes from its language is told there.
    if (row.place.file !== locale.place.file) continue
    for (const token of row.tokens) {
      if (tokens.includes(token)) continue
      // Of two near words the one that lacks a row is meant.
      const near = (row.tokens.length === 1 ? nearest(token, missing) : undefined) ?? nearest(token, tokens)
      if (near !== undefined && row.tokens.length === 1) missing.delete(near)
      const mend =
        near === undefined ? 'remove the row, or let a rule give the token.' : `did you mean "${near}"?`
      const what = `${language} names the token "${token}", which no rule gives.`
      diagnostics.push(fault('UNKNOWN_TOKEN', row.place, { what, mend }))
    }
  }
  if (!tellsMissing) return
  const section = ['/names', '/modifiers'].find((pointer) => hasKey(locale, pointer)) ?? ''
  for (const token of missing) {
    const wording = {
      what: `${language} has no word for the token "${token}" alone.`,
      mend: `add it under names (tokens: [${token}]) or under modifiers (token: ${token}).`,
    }
    diagnostics.push(fault('MISSING_WORD', placeOfKey(locale, section), wording))
  }
}
