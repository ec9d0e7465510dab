/**
 * One reader for every animal: whatever is known of it, the same fault comes first, in the same words.
 */
import t from 'tap'
import { ClientError } from '../../src/operations/client-error.js'
import { readAnimal } from '../../src/operations/read/animal.js'
import { isObject, Unusable, type Fields } from '../../src/operations/read/decode-fields.js'
import { kindOf } from '../../src/operations/read/partly-tested.js'
import { TextBudget } from '../../src/operations/read/text-budget.js'
import { oneOf, randomHorse, seeded, type Random } from '../phenotypes/random-horse.js'
import { inGroups, shippedRuleset, shippedTables } from '../phenotypes/shipped.js'
import { shippedCoats } from '../http/service.js'

const ruleset = await shippedRuleset()
const coats = await shippedCoats()

const base = { agouti: ['A', 'a'], extension: ['E', 'e'] }
const twice = new Unusable(['E', 'e'], 'sent in one encoding, not in two')

const GENES = 'VALIDATION_INVALID_GENES'
const FIELD = 'VALIDATION_INVALID_FIELD'
const MISSING = 'VALIDATION_MISSING_FIELD'

/** An animal with two faults, and which of them is told. */
type Row = readonly [title: string, animal: Fields, code: string, field: string]

const ROWS: readonly Row[] = [
  ['no base, before a fault in others', { others: { kit: ['Q', 'n'] } }, MISSING, 'base'],
  [
    'a missing gene, before an invalid one',
    { base: { extension: ['Q', 'e'] }, others: {} },
    MISSING,
    'base.agouti',
  ],
  [
    'a missing gene, before others that are no object',
    { base: { extension: ['E', 'e'] }, others: 'x' },
    MISSING,
    'base.agouti',
  ],
  [
    'an invalid gene of base, before others that are no object',
    { base: { ...base, agouti: ['A', 'q'] }, others: 'x' },
    GENES,
    'base.agouti',
  ],
  [
    'genes in the order of the rule files, not in that of the request',
    { base: { extension: ['Q', 'e'], agouti: ['A', 'q'] }, others: {} },
    GENES,
    'base.agouti',
  ],
  [
    'an unknown gene of base, before a fault in others',
    { base: { ...base, sooty: ['S', 's'] }, others: { kit: ['Q', 'n'] } },
    GENES,
    'base.sooty',
  ],
  [
    'an invalid gene, before an unknown one',
    { base, others: { sooty: ['S', 's'], kit: ['Q', 'n'] } },
    GENES,
    'others.kit',
  ],
  [
    'an allele that stands under two genes, before a gene that comes later',
    { base, others: { kit: ['SW2', 'n'], pax3: ['SW4', 'n'], frame: ['Q', 'n'] } },
    GENES,
    'others.kit',
  ],
  [
    'a gene sent in two encodings, before a gene that comes later',
    { base, others: { kit: twice, frame: ['Q', 'n'] } },
    FIELD,
    'others.kit',
  ],
  [
    'an invalid gene, before two copies where the sex has one',
    { base, others: { brindle: ['BR1', 'N'], frame: ['Q', 'n'] } },
    GENES,
    'others.frame',
  ],
]

/** The same animal in each of the ways in which not everything may be known of it. */
const WAYS: readonly (readonly [string, (animal: Fields) => Fields])[] = [
  ['tested', (animal) => animal],
  ['seen', (animal) => ({ ...animal, seen: 'bay' })],
  ['seen as no coat', (animal) => ({ ...animal, seen: 'bey' })],
  ['untested', (animal) => ({ ...animal, untested: 'population' })],
  ['with an unknown allele', (animal) => withGene(animal, ['!G', '?'])],
  ['with an untested gene', (animal) => withGene(animal, ['?', '?'])],
]

function withGene(animal: Fields, grey: readonly string[]): Fields {
  const { base, others = {} } = animal
  if (!isObject(others)) return { ...animal, base: { ...(base as object), extension: ['E|e', '?'] } }
  return { ...animal, others: { grey, ...others } }
}

const population = 'arabian-russia'
const other = { base }

/** Where animals stand in requests: the question, and the path of the animal in it. */
const PLACES: readonly (readonly [string, string, (animal: Fields) => Fields])[] = [
  ['coats.result', '', (animal) => ({ ...animal, population, sex: 'm' })],
  ['coats.generateChild', 'father.', (father) => ({ mother: other, father, population })],
  [
    'coats.infer',
    'horses.0.',
    (animal) => ({
      population,
      horses: [{ ...animal, id: 'a', sex: 'm' }],
      ask: { coat: 'a' },
    }),
  ],
]

function faultOf(operation: string, fields: Fields): ClientError {
  try {
    coats.answer(operation, fields, 'en')
  } catch (error) {
    if (error instanceof ClientError) return error
    throw error
  }
  throw new Error('it was answered')
}

function told({ code, message, details }: ClientError): object {
  return { code, message, details }
}

for (const [title, animal, code, field] of ROWS)
  t.test(`the first fault is ${title}`, async (t) => {
    for (const [operation, path, question] of PLACES) {
      // Relatives and the population can stand for what is missing there.
      if (operation === 'coats.infer' && code === MISSING) continue
      const tested = faultOf(operation, question(animal))
      t.match(tested, { code, details: { field: `${path}${field}` } }, operation)
      for (const [way, change] of WAYS) {
        const fault = faultOf(operation, question(change(animal)))
        t.same(told(fault), told(tested), `${operation}, ${way}`)
      }
    }
  })

t.test('what is said of an animal is seen before it is read, as options need', async (t) => {
  const random = seeded(20261128)
  const text = { language: 'en', budget: new TextBudget() }
  const kinds = new Set<string>()
  for (let i = 0; i < 300; i++) {
    const animal = partlyKnown(random)
    const { kind } = readAnimal(ruleset, animal, '', { text, sex: 'f' })
    kinds.add(kind)
    if (kind !== kindOf(animal)) t.equal(kindOf(animal), kind, JSON.stringify(animal))
  }
  t.same([...kinds].sort(), ['genotyped', 'observed', 'partlyTested'])
})

function partlyKnown(random: Random): Fields {
  const given = { ...randomHorse(shippedTables(), random) }
  for (const gene of Object.keys(given)) if (random() < 0.05) given[gene] = ['?', '?']
  const sometimes = <Value>(values: readonly Value[]) => (random() < 0.3 ? oneOf(random, values) : undefined)
  return {
    ...inGroups(ruleset, given),
    seen: sometimes(['bay', '', { has: ['grey'] }]),
    untested: sometimes(['population', '', null]),
  }
}
