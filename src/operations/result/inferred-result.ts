/**
 * One partly tested animal, or one whose coat was observed: the coats that it can have.
 * Guarantees: every coat that it can have is listed; the name given first is the most probable one.
 */
import type { ModelLocus } from '../../model/model.js'
import { askAll } from '../infer/answer-asks.js'
import type { AskAnswer } from '../infer/ask-works.js'
import type { PartlyTestedAnimal } from '../read/animal.js'
import { isObject, type Fields } from '../read/decode-fields.js'
import { factsOf } from '../read/facts/animal-facts.js'
import { knownAnimal, scopeOf } from '../read/facts/known-animal.js'
import { readPopulation } from '../read/population/population.js'
import { isSent } from '../read/values.js'
import type { Ruleset } from '../ruleset.js'
import type { GenotypeGroup } from '../shown-genes.js'

export type InferredResult = Readonly<ReturnType<ReturnType<typeof inferResult>>>

export interface InferenceOptions {
  readonly language: string
  readonly limit: number | undefined
  readonly tokens: boolean
  /** How many steps reading the texts of the request took. */
  readonly textSteps: number
}

const ANIMAL = 0

/** Throws ClientError for the client's faults. @returns what works the answer out */
export function inferResult(
  ruleset: Ruleset,
  fields: Fields,
  animal: PartlyTestedAnimal,
  options: InferenceOptions,
) {
  const isPartlyTested = animal.kind === 'partlyTested'
  // Of an animal of which all is known no figures are needed.
  const needsNone = !isPartlyTested && !isSent(fields, 'population')
  const population = needsNone ? undefined : readPopulation(ruleset.model, fields['population'])
  const facts = factsOf(ruleset, animal)
  const known = knownAnimal(ruleset, 'animal', facts, scopeOf(ruleset.model, [facts], population))
  const question = { population, horses: [{ ...known, isAlive: isPartlyTested }] }
  const asks = [{ kind: 'coat', horse: ANIMAL }] as const
  const { language, limit, tokens, textSteps } = options
  const asked = { question, read: [facts], asks, language, limit, tokens, textSteps, places: ['base'] }
  return askAll(ruleset, asked, ([answer], grounds, { coatByPriors }) => {
    const { ask: _ask, horse: _horse, ...told } = answer as Extract<AskAnswer, { ask: 'coat' }>
    const [first] = told.results
    return {
      /** As they were sent; genes left out are not listed. */
      base: echoed(ruleset, fields, 'base'),
      others: echoed(ruleset, fields, 'others'),
      translate: first?.coat ?? '',
      ...(first?.tokens && { tokens: first.tokens }),
      /** Whether no other coat is possible; a convention makes none certain. */
      certain:
        (told.total_results ?? told.results.length) === 1 &&
        !(population?.convention !== undefined && coatByPriors.includes(ANIMAL)),
      ...told,
      ...grounds,
    }
  }).make
}

/** What was sent, gene by gene, in canonical order of genes. */
function echoed({ model }: Ruleset, fields: Fields, name: ModelLocus['group']): GenotypeGroup {
  const group = fields[name]
  if (!isObject(group)) return {}
  return Object.fromEntries(
    model.loci.flatMap(({ key }) => {
      const value = Object.hasOwn(group, key) ? group[key] : undefined
      return value === undefined ? [] : [[key, value as readonly string[]]]
    }),
  )
}
