/**
 * Examples whose genotype no request could have, and examples that say no more than their table asks for.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { openRuleset } from '../../src/operations/open-ruleset.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { formatDiagnostic } from '../../src/rules/diagnostic.js'
import { exampleFaults } from '../../src/workbench/examples/example-faults.js'
import { formatFailure, readExamples, runExamples } from '../../src/workbench/examples/examples.js'
import { ROOT, shippedRulesetAsWritten } from '../phenotypes/shipped.js'

type Change = readonly [file: string, from: string, to: string]

const LANTERNFISH = fileURLToPath(new URL('test/fixtures/lanternfish/', ROOT))
const UNICORN = fileURLToPath(new URL('test/fixtures/unicorn/', ROOT))

async function changed(t: Test, base: string, changes: readonly Change[]): Promise<Ruleset> {
  const folder = t.testdir()
  cpSync(base, folder, { recursive: true })
  for (const [name, from, to] of changes) {
    const file = path.join(folder, name)
    const text = readFileSync(file, 'utf8')
    if (text.split(from).length !== 2) throw new Error(`"${from}" does not stand once in ${name}`)
    writeFileSync(file, text.replace(from, to))
  }
  const folders = { rulesDir: path.join(folder, 'rules'), localesDir: path.join(folder, 'locales') }
  const { ruleset, diagnostics } = await openRuleset({ ...folders, maxResults: 1000 })
  t.strictSame(diagnostics, [], 'an example keeps no rules from being served')
  if (ruleset === undefined) throw new Error('no rules')
  return ruleset
}

t.test('a genotype that no request could have is told at its gene, with a fix', async (t) => {
  const ruleset = await changed(t, UNICORN, [
    [
      'rules/horses.yaml',
      'horn: [S, S], mane: [m, m], glow: ["n", "n"]',
      'horn: [S], mane: [m, Mm], golw: [Gl, Gl]',
    ],
    ['rules/genes/glow.yaml', 'mane: [M, m], glow: [Gl, "n"]', 'mane: [M, M, m], glow: [gl, "n"]'],
    ['rules/genes/horn.yaml', 'given: { horn: [S, s], mane: [M, M] }', 'given: { horn: [S, s] }'],
    ['rules/epistasis/20-base.yaml', 'given: { horn: [s, s], mane: [M, m] }', 'given: { horn: [s, s] }'],
  ])
  t.strictSame(exampleFaults(ruleset).map(formatDiagnostic).join('\n').split('\n'), [
    'rules/genes/horn.yaml:14:5 PARSE this example leaves out mane, which every request must state.',
    '    fix: add mane: [X, Y] to its given.',
    'rules/genes/glow.yaml:12:30 BAD_PAIR [M, M, m] is no genotype of mane.',
    '    fix: write two alleles.',
    'rules/genes/glow.yaml:12:47 UNKNOWN_ALLELE the locus glow has no allele "gl".',
    '    fix: use one of: Gl, n.',
    'rules/epistasis/20-base.yaml:9:5 PARSE this example leaves out mane, which every request must state.',
    '    fix: add mane: [X, Y] to its given.',
    'rules/horses.yaml:3:14 BAD_PAIR [S] is no genotype of horn.',
    '    fix: write both copies, such as [S, S].',
    'rules/horses.yaml:3:25 UNKNOWN_ALLELE the locus mane has no allele "Mm".',
    '    fix: use one of: M, m.',
    'rules/horses.yaml:3:40 UNKNOWN_LOCUS this example gives alleles of "golw", which is no locus.',
    '    fix: did you mean "glow"?',
  ])
  t.ok(exampleFaults(ruleset).every(({ severity }) => severity === 'warning'))
})

t.test('whatever the service refuses of an example is told, and nothing else', async (t) => {
  const ruleset = await changed(t, LANTERNFISH, [
    [
      'rules/genes/skin.yaml',
      'wild_type: "n"',
      `wild_type: "n"
examples:
  - { given: { fin: [F, f], skin: [Mir+Gil, Mir] }, en: Mirror blue }
  - { given: { fin: [F, f], skin: [Mir+Mir, Gil] }, en: Mirror blue }
  - { given: { fin: [F, f], skin: [Tl], tail: [Tl, s] }, en: Mirror blue }
  - { given: { fin: [F, f], skin: [Mir+n] }, en: Mirror blue }`,
    ],
  ])
  t.strictSame(exampleFaults(ruleset).map(formatDiagnostic).join('\n').split('\n'), [
    'rules/genes/skin.yaml:17:29 BAD_PAIR [Mir+Mir, Gil] is no genotype of skin.',
    '    fix: write the two copies, variants of one copy joined by +, each variant once on a copy.',
    'rules/genes/skin.yaml:18:5 BAD_PAIR this example gets a refusal: Tl is an allele of tail, which this genotype names too: write it under tail only.',
    '    fix: correct its genotype.',
    'rules/genes/skin.yaml:19:29 BAD_PAIR [Mir+n] is no genotype of skin.',
    '    fix: write the two copies, variants of one copy joined by +, each variant once on a copy.',
  ])
})

t.test('the shipped examples have genotypes that requests can have', async (t) => {
  t.strictSame(exampleFaults(await shippedRulesetAsWritten()), [])
})

t.test('an example of a table need not state required genes that make no difference to it', async (t) => {
  const ruleset = await changed(t, UNICORN, [
    [
      'rules/epistasis/10-viability.yaml',
      'given: { horn: [S, s], mane: [M, M], glow',
      'given: { horn: [S, s], glow',
    ],
    [
      'rules/epistasis/30-shine.yaml',
      '    note: veiled',
      `    note: veiled
examples:
  - { given: { glow: [Gl, "n"] }, expect: [glimmer/1] }`,
    ],
  ])
  t.match(
    runExamples(ruleset).map(formatFailure),
    [
      /^rules\/epistasis\/30-shine\.yaml:14:5 .* got a refusal: base\.horn is required, an array of alleles such as \["S","S"\]$/,
    ],
    'opal, which the table asks for, depends on horn and mane',
  )
  const filled = readExamples(ruleset).find(
    (example) => example.kind === 'tokens' && example.table.index === 0,
  )
  t.strictSame(
    filled?.written.given,
    { horn: ['S', 's'], glow: ['Gl', 'Gl'], mane: ['M', 'M'] },
    'shown as a whole genotype',
  )
})
