/**
 * The runner behind `npm run mutate:rules` can tell a slip from none: the shipped rules are clean, slips of every
 * sort are noticed by the sign they should give, and what changes nothing is not.
 */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { readSource } from '../../src/rules/source.js'
import { parseRules } from '../../src/rules/yaml/parse-rules.js'
import { ROOT } from '../phenotypes/shipped.js'
import { replaced, type Mutant } from './cell.js'
import { judgeOf, type Sign } from './judge.js'
import { allMutants, sampled, withMutant } from './mutants.js'
import { ALL, openSurvivors, renderReport, shareCaught, type Judged } from './report.js'
import type { Verdict } from './verdicts.js'

t.setTimeout(600_000)

const folderOf = (name: string): string => fileURLToPath(new URL(name, ROOT))
const rules = parseRules(readSource(folderOf('rules'), folderOf('locales')))
const mutants = allMutants(rules)
const judge = await judgeOf(rules)

/** The first mutant of a file whose id holds these words. */
function mutantWith(file: string, words: string): Mutant {
  const found = mutants.find((each) => each.file === file && each.id.includes(words))
  if (found === undefined) throw new Error(`no such slip is made: ${file} ${words}`)
  return found
}

t.test('the rules as they are show no sign, and rules that show one are refused', async (t) => {
  t.equal(await judge.signOf(rules), undefined)
  const gap = withMutant(rules, mutantWith('rules/epistasis/20-base.yaml', 'base-bay: rule deleted'))
  await t.rejects(judgeOf(gap), { message: /^the unaltered rules are not sound: ./ })
})

t.test('a reason in other words is no slip, and is not taken for one', async (t) => {
  const file = 'rules/epistasis/20-base.yaml'
  const parsed = rules.files.find(({ path }) => path === file)?.parsed
  const value = replaced(parsed?.value, ['rules', 0, 'why'], 'Nobody knows.')
  t.not(JSON.stringify(value), JSON.stringify(parsed?.value))
  const files = rules.files.map((each) =>
    each.path === file ? { ...each, parsed: { ...each.parsed, value } } : each,
  )
  t.equal(await judge.signOf({ ...rules, files }), undefined)
  t.equal(await judge.effectOf({ ...rules, files }), undefined)
})

/** File, words of the id, and the sign it must give. */
const PICKED: readonly (readonly [string, string, Sign['by'], string])[] = [
  ['rules/epistasis/20-base.yaml', 'base-bay: rule deleted', 'error', 'UNKNOWN_TOKEN'],
  ['rules/epistasis/70-white.yaml', 'hit first → unique', 'error', 'CONFLICT'],
  ['rules/epistasis/92-carried-base.yaml', 'red-carried: rule deleted', 'error', 'UNKNOWN_KEY'],
  ['rules/epistasis/70-white.yaml', 'white-full: but with grey', 'example', 'name in en'],
  [
    'rules/epistasis/70-white.yaml',
    'white-full: carries without hidden-by-white',
    'example',
    'carries of white',
  ],
  ['rules/epistasis/70-lavender.yaml', 'status lethal → suspected', 'example', 'viability of lavender'],
  ['rules/epistasis/95-health-silver.yaml', 'mcoa-full: health mcoa-full →', 'error', 'UNKNOWN_KEY'],
  ['rules/genes/kit.yaml', 'DW13: expression full → partial', 'example', 'name in en'],
  ['rules/genes/matp.yaml', 'Sun: alias sun removed', 'example', 'name in en'],
  ['rules/linkage/eca3.yaml', 'extension – kit: fraction', 'example', 'gametes with extension=E kit=Rn'],
  ['locales/en.yaml', 'modifier tobiano: term swapped', 'example', 'name in en'],
  ['locales/fr.yaml', 'modifier dun: stands after pearl', 'example', 'name in fr'],
  ['locales/fr-IFCE.yaml', 'synonyms of [bay, cream/2]: removed', 'example', 'synonyms in fr-IFCE'],
  ['locales/de.yaml', 'names [bay, cream/1]: without cream/1', 'error', 'DUPLICATE_ID'],
]

t.test('slips of every sort are noticed by the sign they should give', async (t) => {
  for (const [file, words, by, code] of PICKED) {
    const mutant = mutantWith(file, words)
    const sign = await judge.signOf(withMutant(rules, mutant))
    t.equal(sign?.by, by, mutant.id)
    t.ok(sign?.code.includes(code), `${code} in ${sign?.code ?? 'no sign'}`)
  }
})

t.test(
  'what a slip changes is counted over every genotype, whether an example shows it or not',
  async (t) => {
    const effectOf = (file: string, words: string): Promise<string | undefined> =>
      judge.effectOf(withMutant(rules, mutantWith(file, words)))
    t.match(
      await effectOf('rules/epistasis/70-white.yaml', 'white-full: but with grey'),
      /^[0-9]+ genotypes look different$/,
    )
    t.match(
      await effectOf('rules/epistasis/70-white.yaml', 'white-full: carries without hidden-by-white'),
      /^[0-9]+ genotypes are told something else by white$/,
    )
    t.equal(await effectOf('rules/epistasis/40-dun.yaml', 'hit unique → first'), undefined)
  },
)

/**
 * Files of which no slip is made: how a coat is painted is a matter of taste, which the sheets of test/picture show, and how
 * reports are read is held by the corpus of test/reports.
 */
const UNMUTATED: readonly string[] = [
  ...['manifest', 'horses', 'appearance', 'artwork'],
  ...['report-tests', 'report-words', 'laboratories'],
]

t.test(
  'no slip is the original, no two are the same, and every file of rules and words has some',
  async (t) => {
    t.equal(new Set(mutants.map(({ id }) => id)).size, mutants.length)
    for (const { path, role, parsed } of rules.files) {
      // A convention has no figures to change.
      const isConvention = JSON.stringify(parsed.value).includes('"kind":"convention"')
      if (UNMUTATED.includes(role.kind) || isConvention) continue
      const own = mutants.filter(({ file }) => file === path)
      t.ok(own.length > 0, `${path} has ${own.length}`)
      const original = JSON.stringify(parsed.value)
      t.same(
        own.filter(({ value }) => JSON.stringify(value) === original).map(({ id }) => id),
        [],
      )
      t.ok(own.every(({ place }) => place.file === path && place.line >= 1))
    }
  },
)

t.test(
  'a sample holds every sort of slip, is as large as asked, and the same for the same seed',
  async (t) => {
    const kinds = (some: readonly Mutant[]): readonly string[] =>
      [...new Set(some.map(({ kind }) => kind))].sort()
    const sample = sampled(mutants, 200, 7)
    t.equal(sample.length, 200)
    t.same(kinds(sample), kinds(mutants))
    const ids = (some: readonly Mutant[]): string => some.map(({ id }) => id).join('\n')
    t.equal(ids(sampled(mutants, 200, 7)), ids(sample))
    t.not(ids(sampled(mutants, 200, 8)), ids(sample))
  },
)

t.test(
  'the report counts, rounds the share down, and lists survivors with what was said of them',
  async (t) => {
    const [one, two, three, four] = mutants as unknown as readonly [Mutant, Mutant, Mutant, Mutant]
    const seen: Judged = { mutant: one, sign: { by: 'error', code: 'GAP', message: '' } }
    const judged: readonly Judged[] = [
      seen,
      { mutant: two, sign: undefined },
      { mutant: three, sign: undefined, effect: '12 genotypes look different' },
    ]
    t.equal(shareCaught(judged), 33.3)
    t.equal(shareCaught([...judged, ...judged, seen]), 42.8)
    const verdicts = new Map<string, Verdict>([
      [two.id, { verdict: 'equivalent', why: 'nothing shows it.' }],
      [four.id, { verdict: 'open', why: 'no horse is known.' }],
    ])
    const report = renderReport('1.0.0', judged, verdicts, ALL)
    const { file, line } = two.place
    for (const part of [
      '| noticed | 1, that is 33.3 % |',
      '| survivors | 2 |',
      '| survivors that change nothing, counted over every genotype | 1 |',
      '| noticed of those that change something | 50 % |',
      `**changes nothing; equivalent:** nothing shows it.\n\n- ${file}:${line} ${two.subject}: ${two.what}`,
      '**changes something (12 genotypes look different), not judged yet**\n\n- rules/',
      `no longer made\n\n- ${four.id}`,
    ]) {
      t.ok(report.includes(part), part)
    }
    const open = (some: ReadonlyMap<string, Verdict>): readonly string[] =>
      openSurvivors(judged, some).map(({ mutant }) => mutant.id)
    t.same(open(verdicts), [three.id])
    verdicts.set(three.id, { verdict: 'equivalent', why: 'I think so.' })
    t.same(open(verdicts), [three.id], 'a verdict that was counted to be wrong is none')
  },
)
