/**
 * What a language lacks: words for tokens, texts for messages, names for genes, reasons for rules; and what it names
 * though no rule and no gene file knows it.
 * Guarantees: a language without a fault here can answer every request in full.
 * Leaves to others: composing names (name.ts).
 */
import type { Diagnostic, DiagnosticCode } from '../rules/diagnostic.js'
import { nearest } from '../rules/nearest.js'
import { REMARK_KINDS, type LocaleTable, type Place, type RuleTables } from '../rules/tables.js'

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
  const report = (code: DiagnosticCode, place: Place, what: string, mend: string): void => {
    diagnostics.push({ code, severity: 'error', place, what, mend })
  }
  // What a registry lacks its language lacks too, and is told of.
  const missing = (what: string, mend: string): void => {
    if (locale.kind === 'language')
      report('MISSING_WORD', locale.place, `${locale.language} has no ${what}.`, mend)
  }
  const rules = tables.tables.flatMap((table) => table.rules)

  checkTokens(locale, [...new Set(rules.flatMap((rule) => rule.then))], missing, report)
  const messages: readonly (readonly [
    string,
    string,
    Readonly<Record<string, string>>,
    readonly string[],
  ])[] = [
    ['note', 'notes', locale.notes, [...SERVICE_NOTES, ...rules.flatMap((rule) => rule.notes)]],
    ['cause', 'causes', locale.causes, rules.flatMap((rule) => rule.viability?.cause ?? [])],
    ...REMARK_KINDS.map(
      (kind) => ['remark', kind, locale.remarks[kind], rules.flatMap((rule) => rule.remarks[kind])] as const,
    ),
  ]
  for (const [what, section, texts, ids] of messages) {
    for (const id of new Set(ids)) {
      if (!Object.hasOwn(texts, id)) missing(`text for the ${what} "${id}"`, `add "${id}" under ${section}.`)
    }
  }
  checkGenes(locale, tables, missing, report)
  checkReasons(locale, tables, missing, report)
}

type Missing = (what: string, mend: string) => void
type Report = (code: DiagnosticCode, place: Place, what: string, mend: string) => void

function checkTokens(locale: LocaleTable, tokens: readonly string[], missing: Missing, report: Report): void {
  const rows = [...locale.names, ...locale.modifiers]
  for (const token of tokens) {
    if (rows.some((row) => row.tokens.length === 1 && row.tokens[0] === token)) continue
    const mend = `add it under names (tokens: [${token}]) or under modifiers (token: ${token}).`
    missing(`word for the token "${token}" alone`, mend)
  }
  for (const row of [...rows, ...locale.synonyms.map(({ of, place }) => ({ tokens: of, place }))]) {
    // What a registry takes from its language is told there.
    if (row.place.file !== locale.place.file) continue
    for (const token of row.tokens) {
      if (tokens.includes(token)) continue
      const near = nearest(token, tokens)
      const mend =
        near === undefined ? 'remove the row, or let a rule give the token.' : `did you mean "${near}"?`
      const what = `${locale.language} names the token "${token}", which no rule gives.`
      report('UNKNOWN_TOKEN', row.place, what, mend)
    }
  }
}

/** Every locus has a name; names are of loci and alleles that there are. */
function checkGenes(locale: LocaleTable, { loci }: RuleTables, missing: Missing, report: Report): void {
  for (const { locus } of loci) {
    if (!Object.hasOwn(locale.genes, locus))
      missing(`name for the gene "${locus}"`, `add it under genes (${locus}: { name: … }).`)
  }
  const known = loci.map(({ locus }) => locus)
  const stray = (
    code: DiagnosticCode,
    place: Place,
    what: string,
    word: string,
    words: readonly string[],
  ): void => {
    const near = nearest(word, words)
    const mend = near === undefined ? 'remove it.' : `did you mean "${near}"?`
    report(code, place, `${locale.language} names ${what}, which does not exist.`, mend)
  }
  for (const [key, { alleles, place }] of Object.entries(locale.genes)) {
    if (place.file !== locale.place.file) continue
    const locus = loci.find((each) => each.locus === key)
    if (locus === undefined) stray('UNKNOWN_LOCUS', place, `the gene "${key}"`, key, known)
    const names = locus?.alleles.map((row) => row.allele)
    for (const allele of names === undefined ? [] : Object.keys(alleles)) {
      if (names?.includes(allele) === false)
        stray('UNKNOWN_ALLELE', place, `the allele "${allele}" of ${key}`, allele, names)
    }
  }
}

/** A language gives every rule's reason or none: half of an explanation would be in another language. */
function checkReasons(locale: LocaleTable, tables: RuleTables, missing: Missing, report: Report): void {
  const given = Object.keys(locale.why)
  if (given.length === 0) return
  const rules = tables.tables.flatMap((table) => table.rules)
  for (const { id, why } of rules) {
    if (why !== undefined && !given.includes(id))
      missing(`reason for the rule "${id}"`, `add "${id}" under why.`)
  }
  const ids = rules.map((rule) => rule.id)
  for (const id of given) {
    if (ids.includes(id)) continue
    const near = nearest(id, ids)
    const mend = near === undefined ? 'remove it.' : `did you mean "${near}"?`
    report(
      'UNKNOWN_KEY',
      locale.place,
      `${locale.language} gives a reason for "${id}", which is no rule.`,
      mend,
    )
  }
}
