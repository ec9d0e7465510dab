/**
 * Reads `tests` and `budget`: the tests that can be ordered, each with its genes, the animal and a price.
 * Guarantees: ids are unique, genes exist, a budget has prices to spend it on; throws the first fault.
 */
import type { ModelLocus } from '../../model/model.js'
import { fromJsonText, isObject, type Fields } from '../read/decode-fields.js'
import { geneMeant } from '../read/genes-meant.js'
import { didYouMean, quoted } from '../read/near-misses.js'
import { readNumber } from '../read/options.js'
import { faultAt, invalidField, missingField } from '../read/refusals.js'
import { isAbsent, readList, refuseStray } from '../read/values.js'
import { numbers } from '../read/accepted.js'
import type { Ruleset } from '../ruleset.js'
import type { Item } from './result-tree.js'

export interface OrderedTest {
  readonly id: string
  /** Index among the animals of the question. */
  readonly animal: number
  readonly loci: readonly ModelLocus[]
  readonly price: number | undefined
}

/** The genes of some tests, each gene of an animal once. */
export function itemsOf(tests: readonly OrderedTest[]): readonly Item[] {
  const items = tests.flatMap(({ animal, loci }) => loci.map(({ index: locus }) => ({ animal, locus })))
  return [...new Map(items.map((item) => [`${item.animal} ${item.locus}`, item])).values()]
}

const MAX_TESTS = 40
const MAX_PRICE = 1e9
const KEYS = ['id', 'genes', 'animal', 'price']
const SHAPE = 'an array of tests, each an object with id, genes, and if wanted animal, price'
const ID = 'a text of 1 to 64 characters'

/** @param animals names of the animals of the question, in their order */
export function readTests(
  { model }: Ruleset,
  fields: Fields,
  animals: readonly string[],
): readonly OrderedTest[] {
  const list = readList(fromJsonText(fields['tests']), 'tests', SHAPE)
  if (list.length === 0) throw missingField('tests', `tests is required: ${SHAPE}`, [SHAPE])
  if (list.length > MAX_TESTS) {
    const expected = `at most ${MAX_TESTS} tests`
    throw faultAt('tests', list.length, `tests holds ${expected}; ${list.length} were sent`, [expected])
  }
  const ids = new Set<string>()
  return list.map((value, i) => {
    const at = `tests.${i}`
    if (!isObject(value)) throw invalidField(at, value, ['an object with id and genes'])
    refuseStray(value, at, KEYS, 'is not a field of a test')
    const id = readId(value['id'], `${at}.id`, ids)
    const loci = readGenes(model.loci, value['genes'], `${at}.genes`)
    const animal = readWhich(value['animal'], `${at}.animal`, animals)
    return { id, animal, loci, price: readPrice(value['price'], `${at}.price`) }
  })
}

function readId(id: unknown, field: string, ids: Set<string>): string {
  if (isAbsent(id)) throw missingField(field, `${field} is required: a unique name of the test`, [ID])
  if (typeof id !== 'string' || [...id].length > 64) throw invalidField(field, id, [ID])
  if (ids.has(id)) throw invalidField(field, id, ['an id that no other test has'])
  ids.add(id)
  return id
}

function readGenes(loci: readonly ModelLocus[], value: unknown, field: string): readonly ModelLocus[] {
  const shape = 'an array of gene names'
  const list = typeof value === 'string' ? [value] : readList(value, field, shape)
  if (list.length === 0) throw missingField(field, `${field} is required: ${shape}`, [shape])
  const keys = loci.map(({ key }) => key)
  const found = list.map((word, i) => {
    const at = typeof value === 'string' ? field : `${field}.${i}`
    const locus = loci.find(({ key }) => key === word)
    if (locus !== undefined) return locus
    const meant = typeof word === 'string' ? geneMeant({ loci }, word)?.key : undefined
    throw faultAt(at, word, `${at}: there is no gene ${quoted(word)}${didYouMean(meant)}`, keys)
  })
  return [...new Set(found)]
}

/** A single animal need not be named. */
function readWhich(value: unknown, field: string, animals: readonly string[]): number {
  if (isAbsent(value)) {
    if (animals.length === 1) return 0
    throw missingField(field, `${field} is required: the animal to test, ${animals.join(' or ')}`, animals)
  }
  const animal = animals.findIndex((name) => name === value)
  if (animal < 0) throw invalidField(field, value, animals)
  return animal
}

const PRICE = /^[0-9]{1,9}(\.[0-9]{1,6})?$/

function readPrice(value: unknown, field: string): number | undefined {
  const fits = (price: number): boolean => price >= 0 && price <= MAX_PRICE
  return readNumber(isAbsent(value) ? undefined : value, field, numbers(0, MAX_PRICE), PRICE, fits)
}

/** The most that all tests may cost together. */
export function readBudget(fields: Fields, tests: readonly OrderedTest[]): number | undefined {
  const budget = readPrice(fields['budget'], 'budget')
  const unpriced = tests.findIndex(({ price }) => price === undefined)
  if (budget === undefined || unpriced < 0) return budget
  const field = `tests.${unpriced}.price`
  throw missingField(field, `${field} is required where there is a budget: what the test costs`, [
    numbers(0, MAX_PRICE).schema,
  ])
}
