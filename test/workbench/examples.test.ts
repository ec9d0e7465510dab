/**
 * What examples can state beside names and tokens: each statement is held against what comes out, and what an
 * example does not state is not looked at.
 */
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { runExamples } from '../../src/workbench/examples/examples.js'
import { measureCoverage } from '../../src/workbench/coverage.js'
import { openRuleset } from '../../src/operations/open-ruleset.js'
import { ROOT, openRules } from '../phenotypes/shipped.js'

const UNICORN = fileURLToPath(new URL('test/fixtures/unicorn', ROOT))

/** What fails of the invented animal's examples when these lines stand at the end of a file. */
async function failuresWith(
  t: Test,
  file: string,
  lines: string,
): Promise<readonly (readonly [string, string, string])[]> {
  const folder = t.testdir()
  cpSync(UNICORN, folder, { recursive: true })
  appendFileSync(`${folder}/${file}`, lines)
  const failures = runExamples(await openRules(pathToFileURL(`${folder}/`)))
  for (const { place } of failures) t.equal(place.file, file)
  return failures.map(({ what, expected, got }) => [what, expected, got])
}

const HORSES = 'rules/horses.yaml'
const BURNT = '{ horn: [s, s], mane: [M, M], glow: [Gl, Gl] }'
const VEILED = '{ horn: [S, S], mane: [m, m], glow: [Gl, Gl] }'
const MOONSTONE = '{ horn: [S, S], mane: [M, m], glow: [Gl, "n"] }'

t.test('a horse that is as its example states in every respect passes', async (t) => {
  const all = `
  - given: ${BURNT}
    en: Radiant onyx
    viability: { status: lethal, evidence: suspected, cause: burnt-out }
    notes: []
    carries: []
    health: []
    reports: []
    synonyms: { en: [], fr: [] }
  - { given: ${BURNT}, en: Radiant onyx, viability: lethal }
  - { given: ${VEILED}, en: Veiled (born opal), viability: none, notes: [veiled] }
  - { given: ${MOONSTONE}, fr: Pierre de lune, synonyms: { en: [moonbeam], fr: [rayon de lune] } }
`
  t.same(await failuresWith(t, HORSES, all), [])
})

t.test('a viability that is not as stated is told, as far as it was stated', async (t) => {
  const rows = `
  - { given: ${BURNT}, en: Radiant onyx, viability: none }
  - { given: ${BURNT}, en: Radiant onyx, viability: suspected }
  - { given: ${BURNT}, en: Radiant onyx, viability: { status: lethal, evidence: weak } }
  - { given: ${BURNT}, en: Radiant onyx, viability: { status: lethal, cause: moonburn } }
  - { given: ${VEILED}, en: Veiled (born opal), viability: { status: lethal, evidence: weak } }
`
  t.same(await failuresWith(t, HORSES, rows), [
    ['viability', 'none', 'lethal'],
    ['viability', 'suspected', 'lethal'],
    ['viability', 'lethal, evidence weak', 'lethal, evidence suspected'],
    ['viability', 'lethal, cause moonburn', 'lethal, cause burnt-out'],
    ['viability', 'lethal, evidence weak', 'none'],
  ])
})

t.test('a stated list is the whole list: one id too many, too few or wrong is told', async (t) => {
  const rows = `
  - { given: ${VEILED}, en: Veiled (born opal), notes: [] }
  - { given: ${VEILED}, en: Veiled (born opal), notes: [veiled, dimmed] }
  - { given: ${BURNT}, en: Radiant onyx, carries: [wings], health: [cough], reports: [sparks] }
`
  t.same(await failuresWith(t, HORSES, rows), [
    ['notes', 'none', 'veiled'],
    ['notes', 'dimmed, veiled', 'veiled'],
    ['carries', 'wings', 'none'],
    ['health', 'cough', 'none'],
    ['reports', 'sparks', 'none'],
  ])
})

t.test('synonyms are those of whole words of the name', async (t) => {
  const rows = `
  - { given: ${MOONSTONE}, en: Moonstone, synonyms: { en: [] } }
  - { given: { horn: [S, S], mane: [M, m] }, en: Pearl, synonyms: { en: [moonbeam] } }
`
  t.same(await failuresWith(t, HORSES, rows), [
    ['synonyms in en', 'no synonym', 'moonbeam'],
    ['synonyms in en', 'moonbeam', 'no synonym'],
  ])
})

t.test('an example of a table is about what that table says, and no other', async (t) => {
  const burnt = 'viability: { status: lethal, evidence: suspected, cause: burnt-out }'
  const rows = `
  - { given: ${BURNT}, expect: [], ${burnt}, notes: [] }
  - { given: ${BURNT}, expect: [], viability: none }
  - { given: ${VEILED}, expect: [], notes: [veiled] }
`
  t.same(await failuresWith(t, 'rules/epistasis/10-viability.yaml', rows), [
    ['viability of viability', 'none', 'lethal'],
    ['notes of viability', 'veiled', 'none'],
  ])
})

t.test(
  'shares of gametes: right ones pass, wrong ones are told, at the ends of the interval too',
  async (t) => {
    const parent = 'given: { horn: [S, s], mane: [M, m], glow: [Gl, "n"] }'
    const rows = `examples:
  - ${parent}
    together: [M, Gl]
    gametes:
      - { gamete: { mane: M, glow: Gl }, percent: 43.75, band: { low: 47.5, high: 40 } }
      - { gamete: { mane: m, glow: GL }, percent: 6.25 }
      - { gamete: { mane: M }, percent: 50 }
  - ${parent}
    gametes:
      - { gamete: { mane: M, glow: Gl }, percent: 25, band: { low: 25, high: 25 } }
  - ${parent}
    together: [m, Gl]
    gametes:
      - { gamete: { mane: M, glow: Gl }, percent: 43.75, band: { low: 2.5, high: 9 } }
      - { gamete: { mane: Q }, percent: 50 }
  - ${parent}
    together: [m, Q]
    gametes:
      - { gamete: { mane: m }, percent: 50 }
  - given: { horn: [S, s], mane: [M, Q] }
    gametes:
      - { gamete: { mane: M }, percent: 50 }
`
    const failures = await failuresWith(t, 'rules/linkage/uni2.yaml', rows)
    t.match(failures, [
      ['gametes with mane=M glow=Gl', '43.75 %', '6.25 %'],
      ['gametes with mane=M glow=Gl at the high ends', '9 %', '10 %'],
      ['gametes with mane=Q', '50 %', 'no copy of mane can carry Q'],
      ['gametes with mane=m', '50 %', /^a refusal: kit_linkage\.mother must be an array/],
      ['gametes of uni2', '50 %', /^a refusal: Invalid genetic combination at base\.mane/],
    ])
    t.equal(failures.length, 5)
  },
)

t.test('a parent whose gametes are counted is no example of its own coat', async (t) => {
  const folder = t.testdir()
  cpSync(UNICORN, folder, { recursive: true })
  const before = measureCoverage(await openRules(pathToFileURL(`${folder}/`)))
  appendFileSync(
    `${folder}/rules/linkage/uni2.yaml`,
    `examples: [{ given: ${VEILED}, gametes: [{ gamete: { mane: m }, percent: 100 }] }]\n`,
  )
  const after = measureCoverage(await openRules(pathToFileURL(`${folder}/`)))
  t.equal(after.examples, before.examples + 1)
  t.ok(
    before.rules.unreached.some(({ name }) => name === 'veil'),
    'there is a rule that only this parent would reach',
  )
  t.same(after.rules, before.rules)
})

t.test('a language that lacks a word still has its coverage measured', async (t) => {
  const folder = t.testdir()
  cpSync(UNICORN, folder, { recursive: true })
  const file = `${folder}/locales/en.yaml`
  const lines = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, lines.filter((line) => !line.includes('wrap: "veiled')).join('\n'))
  appendFileSync(`${folder}/${HORSES}`, `\n  - { given: ${VEILED}, en: Opal }\n`)
  const folders = { rulesDir: `${folder}/rules`, localesDir: `${folder}/locales` }
  const opened = await openRuleset({ ...folders, maxResults: 100 })
  t.ok(opened.diagnostics.some(({ code }) => code === 'MISSING_WORD'))
  const { words } = measureCoverage(opened.draft as NonNullable<typeof opened.draft>)
  t.notOk(
    words['en']?.unreached.some(({ name }) => name.includes('opal')),
    'what is said is reached',
  )
})
