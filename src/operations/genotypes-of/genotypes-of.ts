/**
 * Answers `coats.genotypesOf`: from a name to all genotypes of the coats that it means.
 * Guarantees: exact; at most MAX_PRODUCTS products in an answer, and the count of all genotypes and products even so.
 */
import { onceFor } from '../../common/memo.js'
import { countingTo, createCoatSets, type CoatSet, type WantedCoat } from '../../model/coat-sets/coat-sets.js'
import { nameCoat, partName } from '../../naming/name.js'
import { ClientError } from '../client-error.js'
import { integers, valuesOf } from '../read/accepted.js'
import type { Fields } from '../read/decode-fields.js'
import { readCoat, type NamedCoats } from '../read/observed/coat-name.js'
import { readBoolean, readLanguage, readNumber } from '../read/options.js'
import { missingField } from '../read/refusals.js'
import { TextBudget } from '../read/text-budget.js'
import { isAbsent } from '../read/values.js'
import { lexiconOf, type Ruleset } from '../ruleset.js'
import { capitalised, smallestAnimal, writeProducts } from './write-sets.js'

export type GenotypesOfAnswer = Readonly<ReturnType<typeof answerGenotypesOf>>
export type ReadingAnswer = GenotypesOfAnswer['readings'][number]

/** Maximum number of products in one answer. */
export const MAX_PRODUCTS = 1_000
/**
 * Maximum number of steps through the tables for one name. A common coat takes 3 000, the costliest one of the shipped rules
 * 35 000, and a name that means several coats takes them for each.
 */
const MAX_STEPS = 250_000

const setsOf = onceFor((ruleset: Ruleset) => createCoatSets(ruleset.model, ruleset.genotypes))

/** Parses the question. Throws ClientError with the request's first fault. */
export function askGenotypesOf(ruleset: Ruleset, fields: Fields, fallbackLanguage: string) {
  const language = readLanguage(fields, ruleset.languages, fallbackLanguage)
  const isLoose = readBoolean(fields, 'loose')
  const limit = readProductLimit(fields['limit'])
  const { name } = fields
  if (isAbsent(name))
    throw missingField('name', 'name is required: the name of a coat, in any language', EXPECTED)
  const read = readCoat(ruleset, name, 'name', { language, budget: new TextBudget(), isLoose })
  const run = (): GenotypesOfAnswer => answerGenotypesOf(ruleset, read, language, limit)
  return { kind: 'job', run, language } as const
}

const EXPECTED = ['a coat name as answers give it']

function readProductLimit(value: unknown): number {
  const fits = (limit: number): boolean => Number.isInteger(limit) && limit >= 1 && limit <= MAX_PRODUCTS
  const expected = integers(1, MAX_PRODUCTS)
  return (
    readNumber(isAbsent(value) ? undefined : value, 'limit', expected, /^[0-9]{1,9}$/, fits) ?? MAX_PRODUCTS
  )
}

function answerGenotypesOf(
  ruleset: Ruleset,
  { coats, languages }: NamedCoats,
  language: string,
  limit: number,
) {
  const sets = setsOf(ruleset)
  const counting = countingTo(createCounter())
  let left = limit
  return {
    readings: coats.map((coat, i) => {
      const set = sets.showing(coat, left, counting)
      left -= set.products.length
      return {
        /** The language or registry in whose words the name was read. */
        language: languages[i] ?? language,
        name: nameOf(ruleset, coat, language),
        ...tokensOf(coat),
        ...writeSet(ruleset, set),
      }
    }),
  }

  function writeSet(own: Ruleset, set: CoatSet) {
    const places = sets.places()
    const { smallest } = set
    return {
      /** Decimal texts, since they exceed what a double holds. */
      count: String(set.genotypes),
      products: String(set.total),
      ...(smallest && { smallest: smallestAnimal(own, places, smallest) }),
      ...writeProducts(own.model, places, set),
    }
  }
}

/** The tokens that it shows; of a coat of which only some are known, also those that it must lack. */
function tokensOf({ exactly, has, lacks }: WantedCoat) {
  if (exactly !== undefined) return { whole: true, tokens: exactly }
  return { whole: false, tokens: has, ...(lacks.length > 0 && { lacks }) }
}

/** In table order, so that equal coats have equal names. */
function nameOf(ruleset: Ruleset, { exactly, has }: WantedCoat, language: string): string {
  const lexicon = lexiconOf(ruleset.lexicons, language)
  const inOrder = (tokens: readonly string[]): readonly string[] =>
    ruleset.tokens().filter((token) => tokens.includes(token))
  return exactly === undefined
    ? capitalised(partName(lexicon, inOrder(has)), language)
    : nameCoat(lexicon, inOrder(exactly))
}

function createCounter(): (steps: number) => void {
  let taken = 0
  return (steps) => {
    taken += steps
    if (taken <= MAX_STEPS) return
    throw new ClientError(
      'RESULT_TOO_LARGE',
      `This name means too many coats: finding their genotypes takes more than ${MAX_STEPS} steps. Send a name that says more of the coat`,
      { field: 'name', value: taken, expected: valuesOf([integers(1, MAX_STEPS)]) },
    )
  }
}
