/**
 * Small invented rule sets, written as files the way authors write them, with everything a test does not care
 * about filled in: one gene file per locus, words for every token, texts for every note and cause.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { openRuleset } from '../../src/operations/open-ruleset.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { SERVICE_NOTES } from '../../src/naming/check-words.js'
import type { Diagnostic } from '../../src/rules/diagnostic.js'
import { formatDiagnostic } from '../../src/rules/diagnostic.js'

type Json = Readonly<Record<string, unknown>>

export interface SmallLocus {
  /** Allele → what else its row says. The last one is the wild type unless `required`. */
  readonly alleles: Readonly<Record<string, Json>>
  readonly cis?: boolean
  readonly required?: boolean
  readonly group?: 'base' | 'others'
}

export interface SmallTable {
  readonly hit: 'unique' | 'first' | 'collect'
  readonly reads: readonly string[]
  readonly rules: readonly Json[]
}

export interface SmallRules {
  readonly loci: Readonly<Record<string, SmallLocus>>
  readonly tables: Readonly<Record<string, SmallTable>>
  readonly linkage?: Readonly<Record<string, Json>>
  /** Merged over the English words made up here. */
  readonly words?: Json
}

/** Writes the rule set under `folder`, in `rules` and `locales`; JSON is YAML too. */
export function writeSmallRules(folder: string, rules: SmallRules): void {
  const write = (name: string, content: Json): void => {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(content, null, 1))
  }
  const loci = Object.keys(rules.loci)
  const tables = Object.keys(rules.tables)
  write('rules/manifest.yaml', { version: '1.0.0', schema: 1, loci, tables, languages: ['en'] })
  for (const [locus, { alleles, cis = false, required = false, group = 'others' }] of Object.entries(
    rules.loci,
  )) {
    const rows = Object.entries(alleles).map(([allele, row]) => [
      allele,
      { name: `${locus} ${allele}`, ...row },
    ])
    write(`rules/genes/${locus}.yaml`, {
      locus,
      group,
      required,
      gene: locus.toUpperCase(),
      name: locus,
      chromosome: '1',
      alleles: Object.fromEntries(rows),
      ...(cis ? { cis: true, notation: 'compact' } : {}),
      ...(required ? {} : { wild_type: Object.keys(alleles).at(-1) }),
    })
  }
  Object.entries(rules.tables).forEach(([table, content], i) => {
    write(`rules/epistasis/${10 + i}-${table}.yaml`, { table, ...content })
  })
  for (const [group, content] of Object.entries(rules.linkage ?? {})) {
    write(`rules/linkage/${group}.yaml`, { group, chromosome: '1', ...content })
  }
  write('locales/en.yaml', { ...wordsFor(rules), ...rules.words })
}

/** Writes and opens it, whatever diagnostics there are. */
export async function trySmallRules(
  folder: string,
  rules: SmallRules,
): Promise<{ readonly ruleset: Ruleset | undefined; readonly diagnostics: readonly Diagnostic[] }> {
  writeSmallRules(folder, rules)
  const [rulesDir, localesDir] = ['rules', 'locales'].map((name) => path.join(folder, name))
  return openRuleset({ rulesDir: rulesDir ?? '', localesDir: localesDir ?? '', maxResults: 50_000 })
}

/** Writes and opens it; a rule set with an error fails the test with every diagnostic. */
export async function openSmallRules(folder: string, rules: SmallRules): Promise<Ruleset> {
  const { ruleset, diagnostics } = await trySmallRules(folder, rules)
  if (ruleset === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'))
  return ruleset
}

function wordsFor({ loci, tables }: SmallRules): Json {
  const rules = Object.values(tables).flatMap((table) => table.rules)
  const tokens = [...new Set(rules.flatMap((rule) => listed(rule['then'])))]
  const notes = rules.flatMap((rule) => listed(rule['note']))
  const causes = rules.flatMap((rule) => listed((rule['viability'] as Json | undefined)?.['cause']))
  const texts = (ids: readonly string[]): Json => Object.fromEntries(ids.map((id) => [id, `${id}.`]))
  return {
    language: 'en',
    kind: 'language',
    name: 'English',
    agreement: { gender: 'm', number: 's' },
    names: tokens.map((token) => ({ tokens: [token], term: token })),
    modifiers: [],
    synonyms: [],
    genes: Object.fromEntries(Object.keys(loci).map((locus) => [locus, { name: locus }])),
    notes: texts([...SERVICE_NOTES, ...notes]),
    causes: texts(causes),
  }
}

function listed(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
