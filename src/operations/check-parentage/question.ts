/**
 * Parses the question of `coats.checkParentage`: the offspring and one parent or both, each tested, partly tested or observed.
 * Guarantees: throws the first fault. A gene that is left out was not tested and is unknown, because it must not exclude a parent.
 * Whatever costs too much is refused.
 */
import type { KnownHorse } from '../../inference/question.js'
import { readAnimal, type Animal } from '../read/animal.js'
import type { Fields } from '../read/decode-fields.js'
import { factsOf, type AnimalFacts } from '../read/facts/animal-facts.js'
import { knownAnimal, scopeOf } from '../read/facts/known-animal.js'
import { readLanguage } from '../read/options.js'
import { readUntested } from '../read/partly-tested.js'
import { readPopulation } from '../read/population/population.js'
import { missingField } from '../read/refusals.js'
import { TextBudget } from '../read/text-budget.js'
import { isSent } from '../read/values.js'
import type { InferenceQuestion } from '../infer/ask-works.js'
import type { Ruleset } from '../ruleset.js'

/** In the order of the engine. */
export const ROLES = ['foal', 'mother', 'father'] as const

export type Role = (typeof ROLES)[number]

/** A parsed question, with the animals that were sent. */
export interface ParentageQuestion extends InferenceQuestion {
  readonly sent: ReadonlySet<Role>
}

export function readParentage(ruleset: Ruleset, fields: Fields, fallbackLanguage: string): ParentageQuestion {
  const language = readLanguage(fields, ruleset.languages, fallbackLanguage)
  const population = isSent(fields, 'population')
    ? readPopulation(ruleset.model, fields['population'])
    : undefined
  // Accepted as elsewhere, but it says what is taken anyway.
  readUntested(fields, '')
  const isUntested = true
  const sent = new Set(ROLES.filter((role) => role === 'foal' || isSent(fields, role)))
  if (sent.size === 1)
    throw missingField(
      'mother',
      'mother or father is required: send the animal whose parentage is in doubt as foal, and one parent or both',
      ['mother', 'father'],
    )
  const budget = new TextBudget()
  const context = { sent: fields, isUntested, baseMayMiss: true, text: { language, budget } }
  const read = ROLES.filter((role) => sent.has(role)).map((role) => {
    const animal = readAnimal(ruleset, fields[role], role, { ...context, ...sexOf(role, fields[role]) })
    return { role, animal, facts: factsOf(ruleset, animal) }
  })
  const facts = read.map((each) => each.facts)
  const scope = scopeOf(ruleset.model, facts, population, 'facts')
  const knownOf = (animal: Animal, own: AnimalFacts, role: Role): KnownHorse => ({
    ...knownAnimal(ruleset, role, own, scope),
    // A fully tested animal is taken as it is, even if its genotype is lethal.
    isAlive: animal.kind === 'partlyTested',
  })
  const horses = ROLES.map((role): KnownHorse => {
    const { animal, facts: own } = read.find((each) => each.role === role) ?? {}
    const known = animal === undefined || own === undefined ? unsent(role) : knownOf(animal, own, role)
    return role === 'foal' ? { ...known, mother: 1, father: 2 } : known
  })
  return {
    question: { population, horses, isCoarse: true },
    read: facts,
    asks: [],
    language,
    limit: undefined,
    textSteps: budget.steps,
    places: ROLES,
    sent,
  }
}

/** The sex that the role implies; of the offspring, the sex that was sent. */
function sexOf(role: Role, value: unknown): { readonly sex?: unknown } {
  if (role !== 'foal') return { sex: role === 'mother' ? 'female' : 'male' }
  return { sex: (value as Fields | undefined)?.['sex'] }
}

/** A parent of which nothing is known. */
function unsent(role: Role): KnownHorse {
  const sex = role === 'mother' ? 'female' : 'male'
  return { id: role, sex, mother: undefined, father: undefined, isAlive: false, tests: new Map(), seen: [] }
}
