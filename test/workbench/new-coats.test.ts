/**
 * What a new allele makes, and examples in the feminine, on a small rule set.
 */
import { cpSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import t from 'tap'
import { openRuleset } from '../../src/operations/open-ruleset.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { runExamples } from '../../src/workbench/examples/examples.js'
import { diffRules } from '../../src/workbench/diff/diff.js'
import { putSections } from '../docs/sections.js'
import { ROOT } from '../phenotypes/shipped.js'

const POCKET_HORSE = fileURLToPath(new URL('test/fixtures/pocket-horse/', ROOT))

async function pocketHorse(folder: string, ...blocks: readonly string[]): Promise<Ruleset> {
  cpSync(POCKET_HORSE, folder, { recursive: true })
  for (const block of blocks) putSections(folder, block)
  const [rulesDir, localesDir] = ['rules', 'locales'].map((name) => path.join(folder, name)) as [
    string,
    string,
  ]
  const { ruleset, diagnostics } = await openRuleset({ rulesDir, localesDir, maxResults: 1000 })
  if (ruleset === undefined) throw new Error(JSON.stringify(diagnostics))
  return ruleset
}

const PEARL = `# rules/genes/grey.yaml
alleles:
  G: { name: grey, cite: [rosengren-pielberg2008], verified: false }
  G9: { name: grey nine, cite: [rosengren-pielberg2008], verified: false }
  "n": { name: wild type }
`

t.test(
  'an allele that does what another does makes no coat, and one with a token of its own makes some',
  async (t) => {
    const before = await pocketHorse(t.testdir())
    t.equal(diffRules(before, before).made, undefined, 'nothing is new')
    const idle = await pocketHorse(path.join(t.testdirName, 'idle'), PEARL)
    t.strictSame(diffRules(before, idle).made, [])
    const seen = await pocketHorse(
      path.join(t.testdirName, 'seen'),
      PEARL.replace('grey.yaml', 'matp.yaml')
        .replace('G:', 'Cr:')
        .replaceAll('rosengren-pielberg2008', 'mariat2003')
        .replace('G9', 'Prl'),
      `# rules/epistasis/30-cream.yaml
hit: first
rules:
  - { id: cream-single, when: { matp: [Cr, "n"] }, then: [cream/1], cite: [mariat2003], verified: false }
  - { id: cream-double, when: { matp: [Cr, Cr] }, then: [cream/2], cite: [mariat2003], verified: false }
  - { id: cream-pearl, when: { matp: [Cr, Prl] }, then: [cream/1, cream/2], cite: [mariat2003], verified: false }
  - { id: cream-none, when: {}, then: [] }
`,
    )
    const { made = [] } = diffRules(before, seen)
    t.match(made[0], { genotype: /matp=Cr\/Prl/, names: { en: /cream|buckskin/i } })
    t.ok(made.every(({ tokens }) => tokens.includes('cream/1') && tokens.includes('cream/2')))
    t.ok(made.length > 2, 'beside each base colour, with which cream has names of its own')
  },
)

t.test('an example can state the gender and number that its names have', async (t) => {
  const examples = (name: string): string => `# rules/genes/extension.yaml
examples:
  - { given: { extension: [e, e], agouti: [A, a] }, agreement: { gender: f, number: s }, en: Chestnut, fr: ${name} }
`
  const right = await pocketHorse(t.testdir(), examples('Alezane'))
  t.strictSame(runExamples(right), [])
  const wrong = await pocketHorse(path.join(t.testdirName, 'wrong'), examples('Alezan'))
  t.match(runExamples(wrong), [{ what: 'name in fr', expected: 'Alezan', got: 'Alezane' }])
})
