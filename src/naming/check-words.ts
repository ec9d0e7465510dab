/**
 * Finds the gaps of a language: words for tokens, texts for messages, names for genes, reasons for rules.
 * Guarantees: a language without faults here can answer every request in full and contains no unused text.
 */
import { checkPassport } from './check-passport.js'
import { checkTokens, type Check } from './check-token-words.js'
import { ESTIMATE_NOTES } from './estimate-notes.js'
import { PARENTAGE_TEXTS } from './parentage-texts.js'
import { PASSPORT_TEXTS } from './passport-texts.js'
import { TEST_TEXTS } from './test-texts.js'
import { fault, type Diagnostic, type DiagnosticCode } from '../rules/diagnostic.js'
import { nearest, suggestion } from '../common/nearest.js'
import { REMARK_KINDS, type LocaleTable, type RuleRow, type RuleTables } from '../rules/tables.js'
import { hasKey, placeOfKey } from '../rules/yaml/word-places.js'

/** Notes beside a picture, and in place of a picture of a lethal genotype or of an animal without artwork. */
export const SHOWN_NOTE = 'picture-shown'
export const LETHAL_NOTE = 'picture-lethal'
export const UNDRAWN_NOTE = 'picture-none'

/** Message ids that the service itself uses; every language must have a text for them. */
export const SERVICE_NOTES = [
  'linkage-not-carried',
  'linkage-homozygous',
  'linkage-single-locus',
  'linkage-contradicted',
  'linkage-no-effect',
  SHOWN_NOTE,
  LETHAL_NOTE,
  UNDRAWN_NOTE,
]

/** Note of the service for rules with alleles that always occur together. */
export const ALWAYS_TOGETHER_NOTE = 'always-together'

/** A part of a language file that maps ids to texts. */
interface Section {
  readonly key: string
  /** For messages, such as `text for the note`. */
  readonly what: string
  readonly has: object
  readonly wanted: readonly string[]
  /** Reason why an unused text is refused, and its code. */
  readonly idle?: string
  readonly code?: DiagnosticCode
  readonly missingFix?: (id: string) => string
}

/** Adds a diagnostic for each missing text, and for each unused one. */
export function checkWords(locale: LocaleTable, tables: RuleTables, diagnostics: Diagnostic[]): void {
  const rules = tables.tables.flatMap((table) => table.rules)
  const language = tables.locales.find((other) => other.language === locale.extends)
  const check: Check = {
    locale,
    reportsMissing: language === undefined,
    missing: [],
    report: (code, place, what, fix) =>
      diagnostics.push(fault(code, place, { what: `${locale.language} ${what}`, fix })),
  }
  checkTokens(check, [...new Set(rules.flatMap((rule) => rule.then))])
  checkPassport(check)
  for (const section of sectionsOf(locale, tables, rules)) checkSection(check, section)
  checkAlleles(check, tables)
  checkReasons(check, language, rules)
  reportMissing(check, tables)
}

/** A language gives the reasons of all rules or of none, so that explanations never mix languages. */
function checkReasons(check: Check, language: LocaleTable | undefined, rules: readonly RuleRow[]): void {
  const { locale } = check
  if (Object.keys(locale.why).length === 0) return
  const reasoned = rules.filter(({ id, why }) => why !== undefined || Object.hasOwn(locale.why, id))
  checkSection(
    { ...check, reportsMissing: Object.keys(language?.why ?? {}).length === 0 },
    {
      key: 'why',
      what: 'reason for the rule',
      has: locale.why,
      wanted: reasoned.map(({ id }) => id),
      idle: 'which is no rule',
    },
  )
}

/** Above this number of missing words, one message summarizes them, naming a few per section. */
const MAX_LISTED = 10
const MAX_NAMED = 3

function reportMissing({ locale, missing, report }: Check, { locales }: RuleTables): void {
  const [first] = missing
  if (first === undefined) return
  if (missing.length <= MAX_LISTED) {
    for (const { place, what, fix } of missing) report('MISSING_WORD', place, what, fix)
    return
  }
  const parts = [...new Set(missing.map(({ section }) => section))].map((section) => {
    const ids = missing.filter((each) => each.section === section).map(({ id }) => id)
    const more = ids.length > MAX_NAMED ? ` and ${ids.length - MAX_NAMED} more` : ''
    return `under ${section} ${ids.slice(0, MAX_NAMED).join(', ')}${more}`
  })
  const other = locales.find(({ kind, language }) => kind === 'language' && language !== locale.language)
  const advice =
    other === undefined
      ? ''
      : ` To serve the language before it is complete, write kind: registry and extends: ${other.language}: what it lacks is then taken from there.`
  const what = `lacks ${missing.length} words: ${parts.join('; ')}.`
  report('MISSING_WORD', locale.place, what, `add them.${advice}`)
}

function sectionsOf(
  { notes, causes, remarks, genes }: LocaleTable,
  { loci }: RuleTables,
  rules: readonly RuleRow[],
): readonly Section[] {
  const hasCompanions = loci.some(({ alleles }) => alleles.some(({ alwaysWith }) => alwaysWith !== undefined))
  const ofService = [...SERVICE_NOTES, ...(hasCompanions ? [ALWAYS_TOGETHER_NOTE] : [])]
  const optional = [ESTIMATE_NOTES, PARENTAGE_TEXTS, PASSPORT_TEXTS, TEST_TEXTS].flatMap((texts) =>
    Object.keys(texts),
  )
  const worded = optional.filter((code) => Object.hasOwn(notes, code))
  return [
    {
      key: 'notes',
      what: 'text for the note',
      has: notes,
      wanted: [...ofService, ...worded, ...rules.flatMap((rule) => rule.notes)],
    },
    {
      key: 'causes',
      what: 'text for the cause',
      has: causes,
      wanted: rules.flatMap((rule) => rule.viability?.cause ?? []),
    },
    ...REMARK_KINDS.map((kind) => ({
      key: kind,
      what: `text for the ${kind} remark`,
      has: remarks[kind],
      wanted: rules.flatMap((rule) => rule.remarks[kind]),
    })),
    {
      key: 'genes',
      what: 'name for the gene',
      has: genes,
      wanted: loci.map(({ locus }) => locus),
      idle: 'which is no locus',
      code: 'UNKNOWN_LOCUS',
      missingFix: (locus) => `add it under genes (${locus}: { name: … }).`,
    },
  ]
}

/** A text under a misspelt id is reported once, where it is written, and not as missing too. */
function checkSection({ locale, reportsMissing, missing: lacking, report }: Check, section: Section): void {
  const { key, what, idle = 'which no rule asks for', code = 'UNKNOWN_KEY' } = section
  const { missingFix = (id) => `add "${id}" under ${key}.` } = section
  const wanted = new Set(section.wanted)
  const has = Object.keys(section.has)
  const missing = new Set([...wanted].filter((id) => !has.includes(id)))
  // A registry may override a text of its language.
  const unworded = [...wanted].filter((id) => !hasKey(locale, `/${key}/${id}`))
  for (const id of has) {
    const pointer = `/${key}/${id}`
    // What a registry inherits from its language is reported there.
    if (wanted.has(id) || !hasKey(locale, pointer)) continue
    const place = placeOfKey(locale, pointer)
    const meant = nearest(id, unworded)
    if (meant !== undefined && missing.delete(meant)) {
      const fix = `write "${meant}" here, or correct it where it comes from.`
      report('MISSING_WORD', place, `has no ${what} "${meant}", but one for "${id}", ${idle}.`, fix)
    } else report(code, place, `has a ${what} "${id}", ${idle}.`, suggestion(id, unworded, 'remove it.'))
  }
  if (!reportsMissing) return
  const place = placeOfKey(locale, `/${key}`)
  for (const id of missing)
    lacking.push({ section: key, id, place, what: `has no ${what} "${id}".`, fix: missingFix(id) })
}

/** Checks that names of alleles are for existing alleles. */
function checkAlleles({ locale, report }: Check, { loci }: RuleTables): void {
  for (const { locus, alleles: rows } of loci) {
    const words = locale.genes[locus]
    if (words === undefined || words.place.file !== locale.place.file) continue
    const known = rows.map((row) => row.allele)
    for (const allele of Object.keys(words.alleles).filter((name) => !known.includes(name))) {
      const what = `names the allele "${allele}" of ${locus}, which does not exist.`
      const unnamed = known.filter((other) => !Object.hasOwn(words.alleles, other))
      const fix = suggestion(allele, unnamed, `remove it, or add ${allele} to genes/${locus}.yaml.`)
      report('UNKNOWN_ALLELE', words.place, what, fix)
    }
  }
}
