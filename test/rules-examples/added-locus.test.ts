/**
 * A geneticist adds a locus by files of rules/ and locales/ alone: it is named, crossed and linked, `rules check --strict`
 * passes, and `rules finish` brings all else up to date. Nothing of the horses that were there before changes.
 */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'
import { derivedTexts } from '../../src/cli/rules/finish/finish.js'
import { answerPicture } from '../../src/operations/picture/picture.js'
import { drawHorse } from '../../src/picture/picture.js'
import { formatDiagnostic } from '../../src/rules/diagnostic.js'
import { reviewRules } from '../../src/workbench/check/review.js'
import { runExamples } from '../../src/workbench/examples/examples.js'
import { ROOT, openRules, shippedRuleset } from '../phenotypes/shipped.js'
import { answerOffspring, answerResult } from '../support/exact-answers.js'

const folder = t.testdir()
for (const part of ['rules', 'locales'])
  cpSync(fileURLToPath(new URL(part, ROOT)), `${folder}/${part}`, { recursive: true })

function change(file: string, from: RegExp, to: string): void {
  const text = readFileSync(`${folder}/${file}`, 'utf8')
  const changed = text.replace(from, to)
  if (changed === text) throw new Error(`${file} has nothing like ${from.source}`)
  writeFileSync(`${folder}/${file}`, changed)
}

writeFileSync(
  `${folder}/rules/genes/added.yaml`,
  `locus: added
group: others
gene: XAD1
name: added
chromosome: "14"
alleles:
  Xad: { name: added, cite: [invented], verified: false }
  "n": { name: wild type }
wild_type: "n"
references:
  invented: { title: Invented for a test, verified: false }
examples:
  - { given: { extension: [E, e], agouti: [A, a], added: [Xad, "n"] }, en: Bay added, fr: Bai ajouté, de: Brauner Zusatz }
`,
)
writeFileSync(
  `${folder}/rules/epistasis/99-added.yaml`,
  `table: added
reads: [added]
hit: collect
rules:
  - { id: added-shown, when: { added: { has: Xad } }, then: [added], cite: [invented], verified: false }
`,
)
writeFileSync(
  `${folder}/rules/linkage/eca14.yaml`,
  `group: eca14
chromosome: "14"
order: [champagne, added]
recombination:
  - { between: [champagne, added], fraction: 0.2, interval: [0.1, 0.3], cite: [invented], verified: false }
`,
)
// Among the loci that were there, so that those after it move.
change('rules/manifest.yaml', /^( *)- champagne$/m, '$1- champagne\n$1- added')
change('rules/manifest.yaml', /^( *)- health-sun$/m, '$1- health-sun\n$1- added')
// Before all others, with spots of its own.
change('rules/appearance.yaml', /^coats:\n/m, 'coats:\n  - { tokens: [added], layers: [added] }\n')
change(
  'rules/appearance.yaml',
  /^layers:\n/m,
  'layers:\n  added:\n    - { colour: light, spots: { count: 9, within: [300, 200, 200, 100], size: [2, 6] } }\n',
)
for (const [language, word] of [
  ['en', 'added'],
  ['fr', 'ajouté'],
  ['de', 'Zusatz'],
] as const) {
  change(
    `locales/${language}.yaml`,
    /^modifiers:\n/m,
    `modifiers:\n  - { token: added, term: ${word}, place: after }\n`,
  )
  change(`locales/${language}.yaml`, /^genes:\n/m, `genes:\n  added: { name: ${word} }\n`)
}

const ruleset = await openRules(pathToFileURL(`${folder}/`))
const BAY = { agouti: ['A', 'A'], extension: ['E', 'E'] }

t.test('the added locus is named in every language', async (t) => {
  const names = ruleset.languages.map(
    (lang) =>
      answerResult(ruleset, { base: BAY, others: { added: ['Xad', 'n'] }, lang }, lang).body.translate,
  )
  t.match(names, [/ajouté/, /added/, /Zusatz/, /ajouté/])
})

t.test('the added locus is crossed and linked with its own fraction', async (t) => {
  const mother = { base: BAY, others: { champagne: ['Ch', 'n'], added: ['Xad', 'n'] } }
  const father = { base: BAY }
  const { results, has_kit_linkage } = answerOffspring(
    ruleset,
    { mother, father, kit_linkage: { mother: ['Ch', 'Xad'], father: [] }, lang: 'en' },
    'en',
  ).body
  t.equal(has_kit_linkage, true)
  const shares = results.map(({ percentage, genotype }) => [
    percentage,
    genotype['champagne'],
    genotype['added'],
  ])
  t.strictSame(shares, [
    [40, ['Ch', 'n'], ['Xad', 'n']],
    [40, ['n', 'n'], ['n', 'n']],
    [10, ['Ch', 'n'], ['n', 'n']],
    [10, ['n', 'n'], ['Xad', 'n']],
  ])
})

t.test('rules check --strict and rules test pass', async (t) => {
  const found = reviewRules(ruleset, '2026-11-21').filter(({ severity }) => severity !== 'hint')
  t.equal(found.map(formatDiagnostic).join('\n'), '')
  t.same(runExamples(ruleset), [])
})

t.test('a horse without it has the spots that it had', async (t) => {
  const spotted = { base: BAY, others: { lp: ['Lp', 'n'], patn1: ['PATN1', 'n'], champagne: ['Ch', 'n'] } }
  const [now, before] = [ruleset, await shippedRuleset()].map((rules) =>
    drawHorse(answerPicture(rules, spotted, 'en')),
  )
  t.match(now, /<path/)
  t.equal(now, before)
})

t.test(
  'rules finish renews what names the genes, keeps names and pictures, and then has nothing to do',
  (t) => {
    const written = new Map<string, string>()
    const read = (file: string): string | undefined => {
      const committed = new URL(file, ROOT)
      return written.get(file) ?? (existsSync(committed) ? readFileSync(committed, 'utf8') : undefined)
    }
    const files = () => derivedTexts({ ruleset, read })
    const stale = () => files().flatMap(({ file, changes }) => (changes === undefined ? [] : [file]))
    t.strictSame(stale(), ['openapi.yaml', 'docs/genetics.md', 'clients/python/src/robe_client/genes.py'])
    for (const { file, text } of files()) if (text !== undefined) written.set(file, text)
    t.strictSame(stale(), [])
    for (const file of ['openapi.yaml', 'docs/genetics.md', 'clients/python/src/robe_client/genes.py'])
      t.match(written.get(file), /\badded\b/i, file)
    t.end()
  },
)
