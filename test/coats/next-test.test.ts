/**
 * `coats.nextTest` against plain enumeration: every genotype of both parents at three genes, with its probability, and every foal.
 */
import t from 'tap'
import type { NextTestAnswer } from '../../src/operations/next-test/next-test.js'
import { nextTest } from '../../src/operations/next-test/operation.js'
import { ask, wholeBody } from '../../src/operations/ask.js'
import { ClientError } from '../../src/operations/client-error.js'
import type { Fields } from '../../src/operations/read/decode-fields.js'
import { readGenotyped } from '../../src/operations/read/animal.js'
import { pick, randomFrom, type Random } from '../names/genotype-trips.js'
import { shippedRuleset } from '../phenotypes/shipped.js'

const ruleset = await shippedRuleset()

const FIGURES = {
  extension: { E: 0.3, e: 0.7 },
  agouti: { A: 0.6, a: 0.4 },
  matp: { Cr: 0.2, n: 0.8 },
} as const
type Gene = keyof typeof FIGURES
const GENES = Object.keys(FIGURES) as readonly Gene[]
const POPULATION = {
  name: 'three genes',
  loci: Object.fromEntries(GENES.map((gene) => [gene, { frequencies: FIGURES[gene] }])),
  others: 'wild-type',
}

type Pair = readonly [string, string]
type Animal = Readonly<Record<Gene, Pair>>
interface Weighed<Value> {
  readonly value: Value
  readonly weight: number
}

function told(fields: Fields, language = 'en'): NextTestAnswer {
  return wholeBody(ask(nextTest, ruleset, fields, language))
}

function pairsOf(gene: Gene): readonly Weighed<Pair>[] {
  const [[a, p], [b, q]] = Object.entries(FIGURES[gene]) as [[string, number], [string, number]]
  return [
    { value: [a, a], weight: p * p },
    { value: [a, b], weight: 2 * p * q },
    { value: [b, b], weight: q * q },
  ]
}

/** What is known of a gene: everything, one allele, nothing. */
type Fact = readonly [string, string]

function fits([known, other]: Fact, pair: Pair): boolean {
  if (known === '?') return true
  if (other === '?') return pair.includes(known)
  return pair.join() === [known, other].join()
}

type Facts = Readonly<Record<Gene, Fact>>

function anyFacts(random: Random): Facts {
  const of = (gene: Gene): Fact => {
    const { value } = pick(random, pairsOf(gene))
    return pick(random, [
      value,
      [pick(random, value), '?'] as const,
      ['?', '?'] as const,
      ['?', '?'] as const,
    ])
  }
  return { extension: of('extension'), agouti: of('agouti'), matp: of('matp') }
}

function animalsWith(facts: Facts): readonly Weighed<Animal>[] {
  let all: readonly Weighed<Partial<Animal>>[] = [{ value: {}, weight: 1 }]
  for (const gene of GENES)
    all = all.flatMap(({ value, weight }) =>
      pairsOf(gene)
        .filter((pair) => fits(facts[gene], pair.value))
        .map((pair) => ({ value: { ...value, [gene]: pair.value }, weight: weight * pair.weight })),
    )
  return all as readonly Weighed<Animal>[]
}

const names = new Map<string, string>()
function nameOf(animal: Animal): string {
  const key = JSON.stringify(animal)
  const known = names.get(key)
  if (known !== undefined) return known
  const { extension, agouti, matp } = animal
  const fields = { base: { extension, agouti }, others: { matp } }
  const { genotype } = readGenotyped(ruleset, fields, '')
  const name = ruleset.nameOf(ruleset.phenotypes.visible.of(genotype).coat, 'en')
  names.set(key, name)
  return name
}

function inOrder(gene: Gene, one: string, other: string): Pair {
  const order = Object.keys(FIGURES[gene])
  return order.indexOf(one) <= order.indexOf(other) ? [one, other] : [other, one]
}

/** The probability of each foal's coat. */
function foalsOf(mother: Animal, father: Animal): readonly Weighed<string>[] {
  let all: readonly Weighed<Partial<Animal>>[] = [{ value: {}, weight: 1 }]
  for (const gene of GENES)
    all = all.flatMap(({ value, weight }) =>
      mother[gene].flatMap((egg) =>
        father[gene].map((sperm) => ({
          value: { ...value, [gene]: inOrder(gene, egg, sperm) },
          weight: weight / 4,
        })),
      ),
    )
  return all.map(({ value, weight }) => ({ value: nameOf(value as Animal), weight }))
}

interface AskedTest {
  readonly id: string
  readonly animal: 'mother' | 'father'
  readonly genes: readonly Gene[]
}

interface Case {
  readonly parents: { readonly mother: Animal; readonly father: Animal }
  readonly weight: number
  readonly coats: readonly Weighed<string>[]
}

function casesOf(mother: Facts, father: Facts): readonly Case[] {
  return animalsWith(mother).flatMap((dam) =>
    animalsWith(father).map((sire) => ({
      parents: { mother: dam.value, father: sire.value },
      weight: dam.weight * sire.weight,
      coats: foalsOf(dam.value, sire.value),
    })),
  )
}

/** Expected entropy of the foal's coat once the results of some tests are known. */
function entropyAfter(cases: readonly Case[], tests: readonly AskedTest[]): number {
  const total = cases.reduce((sum, { weight }) => sum + weight, 0)
  const byResult = new Map<string, Map<string, number>>()
  for (const { parents, weight, coats } of cases) {
    const key = tests
      .flatMap(({ animal, genes }) => genes.map((gene) => parents[animal][gene].join('/')))
      .join(' ')
    const own = byResult.get(key) ?? new Map<string, number>()
    byResult.set(key, own)
    for (const coat of coats) own.set(coat.value, (own.get(coat.value) ?? 0) + weight * coat.weight)
  }
  let entropy = 0
  for (const own of byResult.values()) {
    const sum = [...own.values()].reduce((all, weight) => all + weight, 0)
    for (const weight of own.values()) if (weight > 0) entropy -= (weight / total) * Math.log2(weight / sum)
  }
  return entropy
}

function asAnimal({ extension, agouti, matp }: Facts) {
  return { base: { extension, agouti }, others: { matp } }
}

const MOST = 1e-5

t.test('entropies and gains are those of enumerating all parents, results and foals', (t) => {
  const random = randomFrom(2026)
  const wrong: string[] = []
  for (let i = 0; i < 20; i++) {
    const [mother, father] = [anyFacts(random), anyFacts(random)]
    const tests = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, n): AskedTest => ({
      id: `t${n}`,
      animal: pick(random, ['mother', 'father'] as const),
      genes: random() < 0.7 ? [pick(random, GENES)] : [pick(random, ['extension', 'agouti']), 'matp'],
    }))
    const question = { cross: { mother: asAnimal(mother), father: asAnimal(father) } }
    const answer = told({ population: POPULATION, question, tests, limit: 50 })
    const cases = casesOf(mother, father)
    const before = entropyAfter(cases, [])
    const note = (what: string, found: number, expected: number): void => {
      if (Math.abs(found - expected) > MOST)
        wrong.push(`${JSON.stringify({ mother, father, tests })} ${what}: ${found}, not ${expected}`)
    }
    note('entropy', answer.entropy, before)
    for (const one of answer.tests) {
      const own = tests.filter(({ id }) => id === one.test)
      note(one.test, one.expected_entropy, entropyAfter(cases, own))
      note(`gain of ${one.test}`, one.gain, before - entropyAfter(cases, own))
      const isKnown = own.every(({ animal, genes }) =>
        genes.every((gene) => !{ mother, father }[animal][gene].includes('?')),
      )
      if (isKnown && one.gain !== 0) wrong.push(`${one.test} is known and gains ${one.gain}`)
      if (one.gain < 0) wrong.push(`${one.test} gains ${one.gain}`)
    }
    for (const bundle of answer.bundles) {
      const own = tests.filter(({ id }) => bundle.tests.includes(id))
      note(bundle.tests.join('+'), bundle.expected_entropy, entropyAfter(cases, own))
      const single = answer.tests.filter(({ test }) => bundle.tests.includes(test)).map(({ gain }) => gain)
      if (bundle.gain < Math.max(...single) - MOST)
        wrong.push(`${bundle.tests.join('+')} gains less than one of it`)
    }
    if (answer.total_bundles !== 2 ** tests.length - 1 - tests.length)
      wrong.push(`${answer.total_bundles} bundles of ${tests.length} tests`)
  }
  t.same(wrong, [])
  t.end()
})

const bay = { seen: { coat: 'bay' } }
const pair = {
  population: 'arabian-russia',
  question: { cross: { mother: bay, father: bay } },
  tests: [
    { id: 'extension', animal: 'mother', genes: ['extension'], price: 40 },
    { id: 'agouti', animal: 'mother', genes: ['agouti'], price: 40 },
  ],
}

t.test('the worked figures of two bays, neither tested', (t) => {
  const { unit, entropy, tests, bundles, best } = told(pair)
  t.equal(unit, 'bits')
  t.equal(entropy.toFixed(4), '0.7408')
  t.same(
    tests.map(({ test, gain }) => [test, gain.toFixed(4)]),
    [
      ['extension', '0.0465'],
      ['agouti', '0.0168'],
    ],
  )
  t.same(
    bundles.map((each) => [each.tests, each.gain.toFixed(4), each.price]),
    [[['extension', 'agouti'], '0.0633', 80]],
  )
  t.same(best?.tests, ['extension', 'agouti'])
  t.same(
    tests[0]?.results.map(({ meaning }) => meaning),
    ['extension E/e: Chestnut 21.3 %', 'extension E/E: excludes Chestnut'],
  )
  t.end()
})

t.test('a question with yes and no counts the coats asked for alone', (t) => {
  const { entropy, yes_percentage: yes, tests } = told({ ...pair, yes_no: 'chestnut' })
  t.equal(entropy.toFixed(3), '0.684')
  t.equal(yes, 18.1922)
  const [extension, agouti] = tests
  t.equal(extension?.expected_entropy.toFixed(3), '0.638')
  t.equal(agouti?.gain, 0)
  t.end()
})

t.test('the best choice stays within the budget', (t) => {
  t.same(told({ ...pair, budget: 79 }).best?.tests, ['extension'])
  t.equal(told({ ...pair, budget: 10 }).best, undefined)
  t.end()
})

t.test('in each language a result is told in its words', (t) => {
  const meaning = (lang: string): unknown =>
    told({ ...pair, lang }).tests[0]?.results.map((result) => result.meaning)
  t.same(meaning('de'), ['extension E/e: Fuchs 21,3 %', 'extension E/E: schließt Fuchs aus'])
  t.same(meaning('fr'), ['extension E/e : Alezan 21,3 %', 'extension E/E : exclut Alezan'])
  t.end()
})

t.test('of more than ten tests each is told by itself, and no bundles', (t) => {
  const tests = Array.from({ length: 11 }, (_, i) => ({
    id: `t${i}`,
    animal: 'mother',
    genes: ['extension'],
  }))
  const { tests: all, bundles, total_bundles: total } = told({ ...pair, tests })
  t.same(
    all.map(({ gain }) => gain.toFixed(4)),
    tests.map(() => '0.0465'),
  )
  t.same([bundles, total], [[], 0])
  t.end()
})

t.test('faults name the place, the value and what was expected', (t) => {
  const refusal = (fields: Fields): unknown => {
    try {
      told({ ...pair, ...fields })
      return undefined
    } catch (error) {
      if (error instanceof ClientError) return [error.code, error.details?.field]
      throw error
    }
  }
  const [first] = pair.tests
  t.same(refusal({ population: 'none' }), ['VALIDATION_INVALID_FIELD', 'population'])
  t.same(refusal({ population: undefined }), ['VALIDATION_MISSING_FIELD', 'population'])
  t.same(refusal({ question: undefined }), ['VALIDATION_MISSING_FIELD', 'question'])
  t.same(refusal({ question: { horse: bay, cross: {} } }), ['VALIDATION_INVALID_FIELD', 'question'])
  t.same(refusal({ tests: [] }), ['VALIDATION_MISSING_FIELD', 'tests'])
  t.same(refusal({ tests: [first, first] }), ['VALIDATION_INVALID_FIELD', 'tests.1.id'])
  t.same(refusal({ tests: [{ ...first, genes: ['cream'] }] }), [
    'VALIDATION_INVALID_FIELD',
    'tests.0.genes.0',
  ])
  t.same(refusal({ tests: [{ ...first, animal: undefined }] }), [
    'VALIDATION_MISSING_FIELD',
    'tests.0.animal',
  ])
  t.same(refusal({ tests: [{ ...first, price: -1 }] }), ['VALIDATION_INVALID_FIELD', 'tests.0.price'])
  t.same(refusal({ tests: [{ ...first, price: undefined }], budget: 5 }), [
    'VALIDATION_MISSING_FIELD',
    'tests.0.price',
  ])
  t.same(refusal({ yes_no: 'chesnutt horse' }), ['VALIDATION_INVALID_FIELD', 'yes_no'])
  t.same(
    refusal({
      question: { horse: { base: { extension: ['e', 'e'], agouti: ['A', '?'] }, ...bay } },
      tests: [{ id: 'a', genes: ['agouti'] }],
    }),
    ['VALIDATION_CONTRADICTION', 'question.horse.base.extension'],
  )
  t.end()
})

t.test('tests with too many results are refused before they are computed', (t) => {
  const genes = ruleset.model.loci.map(({ key }) => key)
  const open = { untested: 'population' }
  const fields = {
    population: 'hucul-poland',
    question: { cross: { mother: open, father: open } },
    tests: ['mother', 'father'].map((animal) => ({ id: animal, animal, genes: genes.slice(0, 8) })),
  }
  const loci = ruleset.model.populations.get('hucul-poland')?.loci
  const known = ruleset.model.loci.filter(({ index }) => loci?.has(index)).map(({ key }) => key)
  const asked = { ...fields, tests: fields.tests.map((test) => ({ ...test, genes: known })) }
  t.throws(() => told(asked), { code: 'RESULT_TOO_LARGE' })
  t.end()
})
