/**
 * A rule set of as many invented loci as wanted, for growth curves: every locus has two alleles and is not linked to
 * any other; three make the base colour, the others add one of six effects, shared out in turn.
 * Guarantees: written as YAML and loaded like any rule set; the number of coats is bounded (256), the number of genotypes is 3ⁿ.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openRuleBook } from '../../src/operations/open-rule-book.js'
import type { RuleBook } from '../../src/operations/rule-book.js'
import { formatDiagnostic } from '../../src/rules/diagnostic.js'
import { temporaryFolder } from '../http/children.js'

const EFFECTS = ['misted', 'banded', 'frosted', 'dappled', 'gilded', 'veined'] as const
const BASE_LOCI = 3

/** @param count at least 3 */
export async function openInvented(count: number): Promise<RuleBook> {
  const folder = temporaryFolder()
  for (const [path, text] of Object.entries(filesOf(count))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const { book, diagnostics } = await openRuleBook({
    rulesDir: join(folder, 'rules'),
    localesDir: join(folder, 'locales'),
    maxResults: 1_000_000,
  })
  if (book === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'))
  return book
}

function filesOf(count: number): Readonly<Record<string, string>> {
  const loci = Array.from({ length: count }, (_, i) => `locus_${String(i + 1).padStart(2, '0')}`)
  const [one = '', two = '', three = '', ...others] = loci
  const effects = EFFECTS.map((effect, at) => ({
    effect,
    loci: others.filter((_, i) => i % EFFECTS.length === at),
  })).filter((each) => each.loci.length > 0)
  const allTokens = ['ruby', 'amber', 'jade', 'pearl', ...effects.map(({ effect }) => effect)]
  const tables = ['colour', ...effects.map(({ effect }) => effect)]
  return {
    'rules/manifest.yaml': `version: 1.0.0\nschema: 1\nloci: [${loci.join(', ')}]\ntables: [${tables.join(', ')}]\nlanguages: [en]\n`,
    'rules/horses.yaml': 'horses: []\n',
    ...Object.fromEntries(loci.map((locus, i) => [`rules/genes/${locus}.yaml`, geneFile(locus, i)])),
    'rules/epistasis/10-colour.yaml': `table: colour
reads: [${one}, ${two}, ${three}]
hit: first
rules:
  - { id: ruby, when: { ${one}: [o, o] }, then: [ruby] }
  - { id: amber, when: { ${two}: [o, o] }, then: [amber] }
  - { id: jade, when: { ${three}: [o, o] }, then: [jade] }
  - { id: pearl, when: {}, then: [pearl] }
`,
    ...Object.fromEntries(
      effects.map(({ effect, loci: own }, at) => [
        `rules/epistasis/${20 + at}-${effect}.yaml`,
        effectFile(effect, own),
      ]),
    ),
    'locales/en.yaml': localeFile(loci, allTokens),
  }
}

function geneFile(locus: string, index: number): string {
  return `locus: ${locus}
group: ${index < BASE_LOCI ? 'base' : 'others'}
listed: true
required: ${String(index < BASE_LOCI)}
gene: INV${index + 1}
name: invented ${index + 1}
chromosome: "${index + 1}"
alleles:
  X: { name: variant }
  o: { name: plain }
wild_type: o
`
}

function effectFile(effect: string, loci: readonly string[]): string {
  const rules = loci.map(
    (locus) =>
      `  - { id: ${effect}-${locus.replace('_', '-')}, when: { ${locus}: [o, o] }, then: [${effect}] }\n`,
  )
  return `table: ${effect}\nreads: [${loci.join(', ')}]\nhit: first\nrules:\n${rules.join('')}  - { id: ${effect}-none, when: {}, then: [] }\n`
}

function localeFile(loci: readonly string[], tokens: readonly string[]): string {
  const names = tokens.slice(0, 4).map((token) => `  - { tokens: [${token}], term: ${token} }\n`)
  const modifiers = tokens.slice(4).map((token) => `  - { token: ${token}, term: ${token}, place: before }\n`)
  return `language: en
kind: language
name: English
agreement: { gender: m, number: s }
names:
${names.join('')}${modifiers.length === 0 ? 'modifiers: []\n' : `modifiers:\n${modifiers.join('')}`}genes:
${loci.map((locus) => `  ${locus}: { name: ${locus} }\n`).join('')}notes:
  linkage-not-carried: "{alleles}: not carried."
  linkage-homozygous: "{alleles}: on both copies."
  linkage-single-locus: "{alleles}: alone on its copy."
  linkage-contradicted: "{alleles}: cannot lie together."
  linkage-no-effect: "{alleles}: changes nothing."
  picture-shown: >-
    This coat, seen from the left, at the age of {age} years. Markings differ from animal to animal.
  picture-lethal: "There is no picture: an animal of this coat does not live."
  picture-none: There is no picture of this animal.
`
}
