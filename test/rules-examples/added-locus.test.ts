/**
 * A geneticist adds a locus, its rule and its words, and it is named, crossed and linked: no TypeScript.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'
import { ROOT, openBook } from '../phenotypes/shipped.js'
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
  `${folder}/rules/genes/glitter.yaml`,
  `locus: glitter
group: others
gene: GLT1
name: glitter
chromosome: "14"
alleles:
  Gt: { name: glitter, cite: [invented], verified: false }
  "n": { name: wild type }
wild_type: "n"
references:
  invented: { title: Invented for a test, verified: false }
`,
)
writeFileSync(
  `${folder}/rules/epistasis/99-glitter.yaml`,
  `table: glitter
reads: [glitter]
hit: collect
rules:
  - { id: glitter-shown, when: { glitter: { has: Gt } }, then: [glitter], cite: [invented], verified: false }
`,
)
writeFileSync(
  `${folder}/rules/linkage/eca14.yaml`,
  `group: eca14
chromosome: "14"
order: [champagne, glitter]
recombination:
  - { between: [champagne, glitter], fraction: 0.2, interval: [0.1, 0.3], cite: [invented], verified: false }
`,
)
change('rules/manifest.yaml', /^( *)- lavender_foal$/m, '$1- lavender_foal\n$1- glitter')
change('rules/manifest.yaml', /^( *)- health-sun$/m, '$1- health-sun\n$1- glitter')
for (const [language, word] of [
  ['en', 'glitter'],
  ['fr', 'pailleté'],
  ['de', 'Glitzer'],
] as const) {
  change(
    `locales/${language}.yaml`,
    /^modifiers:\n/m,
    `modifiers:\n  - { token: glitter, term: ${word}, place: after }\n`,
  )
  change(`locales/${language}.yaml`, /^genes:\n/m, `genes:\n  glitter: { name: ${word} }\n`)
}

const book = await openBook(pathToFileURL(`${folder}/`))
const BAY = { agouti: ['A', 'A'], extension: ['E', 'E'] }

t.test('the added locus is named in every language', async (t) => {
  const names = book.languages.map(
    (lang) => answerResult(book, { base: BAY, others: { glitter: ['Gt', 'n'] }, lang }, lang).body.translate,
  )
  t.match(names, [/pailleté/, /glitter/, /Glitzer/, /pailleté/])
})

t.test('the added locus is crossed and linked with its own fraction', async (t) => {
  const mother = { base: BAY, others: { champagne: ['Ch', 'n'], glitter: ['Gt', 'n'] } }
  const father = { base: BAY }
  const { results, has_kit_linkage } = answerOffspring(
    book,
    { mother, father, kit_linkage: { mother: ['Ch', 'Gt'], father: [] }, lang: 'en' },
    'en',
  ).body
  t.equal(has_kit_linkage, true)
  const shares = results.map(({ percentage, genotype }) => [
    percentage,
    genotype['champagne'],
    genotype['glitter'],
  ])
  t.strictSame(shares, [
    [40, ['Ch', 'n'], ['Gt', 'n']],
    [40, ['n', 'n'], ['n', 'n']],
    [10, ['Ch', 'n'], ['n', 'n']],
    [10, ['n', 'n'], ['Gt', 'n']],
  ])
})
