/**
 * What reading the texts of one request may take: counted in steps, so that nothing here depends on time.
 */
import t from 'tap'
import { ClientError } from '../../../src/operations/client-error.js'
import { MAX_NAMES, MAX_NAME_CHARACTERS, readCoat } from '../../../src/operations/read/observed/coat-name.js'
import { widened } from '../../../src/operations/read/observed/lookalikes.js'
import type { Fields } from '../../../src/operations/read/decode-fields.js'
import { readGenotyped } from '../../../src/operations/read/animal.js'
import { MAX_TEXT_STEPS, TextBudget } from '../../../src/operations/read/text-budget.js'
import { createNameReader } from '../../../src/naming/read-name.js'
import { randomHorse, seeded } from '../../phenotypes/random-horse.js'
import { inGroups, shippedRulesetAsWritten } from '../../phenotypes/shipped.js'
import { everythingHeterozygous } from '../../torture/heaviest.js'
import { coats, refused, told } from './asked.js'

const ruleset = await shippedRulesetAsWritten()
const population = 'arabian-russia'
const pair = [
  { id: 'm', sex: 'f', seen: 'bay' },
  { id: 's', sex: 'm', seen: 'bay' },
]
const wantedOf = (wanted: unknown): object => ({
  population,
  horses: pair,
  ask: { foal: ['m', 's'], foals: 3, wanted },
})
const seenAs = (seen: readonly unknown[]): object => ({
  population,
  horses: seen.map((each, i) => ({ id: `h${i}`, seen: each })),
  ask: { coat: 'h0' },
})
const times = <Item>(many: number, make: (i: number) => Item): readonly Item[] =>
  Array.from({ length: many }, (_, i) => make(i))

/** Two colours of the registry beside two whites: hundreds of coats, none of which an animal can show. */
const AMBIGUOUS = 'crème crème blanc blanc'

t.test('a name that means hundreds of coats is refused wherever a name may stand, with its field', (t) => {
  const base = { extension: ['?', '?'], agouti: ['?', '?'] }
  const parents = { population, mother: { base }, father: { base } }
  const cases = [
    ['infer', seenAs(times(60, () => AMBIGUOUS)), 'horses.0.seen'],
    ['infer', seenAs(['bay', { born: AMBIGUOUS }]), 'horses.1.seen.born'],
    ['infer', wantedOf(['bay', AMBIGUOUS]), 'ask.0.wanted.1'],
    ['result', { population, base, seen: { coat: AMBIGUOUS } }, 'seen.coat'],
    ['generateChild', { ...parents, foals: 3, wanted: AMBIGUOUS }, 'wanted'],
  ] as const
  for (const [operation, fields, field] of cases) {
    const { code, details } = refused(operation, fields)
    t.same([code, details?.field, details?.value], ['RESULT_TOO_LARGE', field, MAX_TEXT_STEPS])
  }
  t.end()
})

t.test('all names of a request share one budget: it runs out at the name that exceeds it', (t) => {
  const { steps } = read('crème granité')
  t.ok(steps > 100 && steps < MAX_TEXT_STEPS / 60, `${steps} steps`)
  // Different texts of the same name: none is a repetition.
  const nameAt = (i: number): string => `crème granité${' '.repeat(i % 100)}${'-'.repeat(i / 100)}`
  const wanted = (ask: number): readonly string[] => times(60, (i) => nameAt(60 * ask + i))
  const ask = times(4, (i) => ({ foal: ['m', 's'], foals: 3, wanted: wanted(i) }))
  const first = Math.floor(MAX_TEXT_STEPS / steps)
  const { code, details } = refused('infer', { lang: 'fr', population, horses: pair, ask })
  const field = `ask.${Math.floor(first / 60)}.wanted.${first % 60}`
  t.same([code, details?.field], ['RESULT_TOO_LARGE', field])
  t.end()
})

t.test(
  'a name costs the same whether or not it was read before, and one step where a request repeats it',
  (t) => {
    const first = read('crème granité')
    t.same(read('crème granité').steps, first.steps, 'another request')
    const { budget } = first
    readCoat(ruleset, 'crème granité', 'seen', { language: 'fr', budget })
    t.equal(budget.steps, first.steps + 1)
    t.end()
  },
)

function read(name: string): { readonly budget: TextBudget; readonly steps: number } {
  const budget = new TextBudget()
  try {
    readCoat(ruleset, name, 'seen', { language: 'fr', budget })
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
  }
  return { budget, steps: budget.steps }
}

t.test('the search for the readings of a name ends at the step at which its caller ends it', (t) => {
  const { read } = createNameReader(ruleset.model.source)
  let steps = 0
  const end = new Error('enough')
  const count = (more: number): void => {
    steps += more
    if (steps > 100) throw end
  }
  t.throws(() => read(AMBIGUOUS, 'fr', count), end)
  t.equal(steps, 101)
  t.end()
})

t.test('look-alikes are added no further than the caller has room for', (t) => {
  let made = 0
  const count = (more: number): void => {
    made += more
    if (made > 10) throw new Error('enough')
  }
  const readings = createNameReader(ruleset.model.source).read('crème granité', 'fr')
  const named = readings.map(({ tokens }) => ({ exactly: tokens, has: [], lacks: [] }))
  t.ok(named.length > 50, `${named.length} readings`)
  t.throws(() => widened(named, ruleset.model.source.looks, count), /enough/)
  t.equal(made, named.length)
  t.end()
})

t.test(`sixty coats wanted or tokens seen are read, and one more is refused with the number sent`, (t) => {
  const [token = ''] = ruleset.tokens()
  const tokens = (many: number): readonly string[] => times(many, () => token)
  const lists = [
    ['ask.0.wanted', (many: number) => wantedOf(times(many, () => 'bay'))],
    ['horses.0.seen.has', (many: number) => seenAs([{ has: tokens(many) }])],
    ['horses.0.seen.lacks', (many: number) => seenAs([{ lacks: tokens(many) }])],
  ] as const
  for (const [field, fields] of lists) {
    t.ok(coats.ask('coats.infer', fields(MAX_NAMES) as Fields, 'en'), field)
    const { code, details, message } = refused('infer', fields(MAX_NAMES + 1))
    t.same([code, details?.field, details?.value], ['VALIDATION_INVALID_FIELD', field, 61])
    t.match(message, /holds at most 60 .*; 61 were sent/)
  }
  t.end()
})

t.test('a name of more than 200 characters is refused with its length before it is read', (t) => {
  const long = (length: number): string => 'bay'.padEnd(length)
  t.ok(told('infer', seenAs([long(MAX_NAME_CHARACTERS)])))
  const { details, message } = refused('infer', seenAs([{ born: long(MAX_NAME_CHARACTERS + 1) }]))
  t.same([details?.field, details?.value], ['horses.0.seen.born', 201])
  t.match(message, /at most 200 characters; 201 were sent/)
  t.end()
})

t.test('sixty names as the service gives them take less than half of the budget, in every language', (t) => {
  const random = seeded(7)
  const shown = times(1_000, () => {
    const horse = inGroups(ruleset, randomHorse(ruleset.model.source, random))
    return ruleset.phenotypes.of(readGenotyped(ruleset, horse, '').genotype).coat
  })
  for (const language of ruleset.languages) {
    const names = [...new Set(shown.map((coat) => ruleset.nameOf(coat, language)))]
    const costs = names.map((name) => read(name).steps).sort((a, b) => b - a)
    const mean = costs.reduce((sum, each) => sum + each, 0) / costs.length
    const worst = costs.slice(0, 60).reduce((sum, each) => sum + each, 0)
    t.ok(costs.length > 250, `${costs.length} names in ${language}`)
    t.ok(60 * mean < MAX_TEXT_STEPS / 4, `sixty of them: ${Math.round(60 * mean)} steps`)
    t.ok(worst < MAX_TEXT_STEPS, `the sixty most ambiguous ones: ${worst} steps`)
  }
  t.end()
})

t.test('what many coats wanted come to is counted before it is worked out, and refused', (t) => {
  const { base, others } = JSON.parse(
    new URLSearchParams(everythingHeterozygous().body).get('mother') ?? '',
  ) as Readonly<Record<'base' | 'others', Readonly<Record<string, readonly string[]>>>>
  const even = Object.entries({ ...base, ...others, kit: ['To', 'n'] }).map(([gene, alleles]) => [
    gene,
    { counts: Object.fromEntries(alleles.map((allele) => [allele, 1])) },
  ])
  const loci: unknown = Object.fromEntries(even)
  const patterns = ['granité', 'bringé', 'sabino', 'overo', 'splashed white', 'snowcap']
  const names = patterns.flatMap((one) =>
    patterns.flatMap((two) => (one === two ? [] : `crème ${one} ${two}`)),
  )
  const open = { base: { extension: ['?', '?'], agouti: ['?', '?'] } }
  const horses = pair.map(({ id, sex }) => ({ id, sex, ...open }))
  const { code, details } = refused('infer', { ...wantedOf(names), horses, population: { loci }, limit: 1 })
  t.equal(code, 'RESULT_TOO_LARGE')
  // Read to the end, they come to ten times as much.
  t.ok(Number(details?.value) < 6_000_000, `${String(details?.value)} operations`)
  t.end()
})
