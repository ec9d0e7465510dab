/**
 * Answers `coats.generateChild` for partly tested parents: coats with inferred probabilities, and the probability that at least
 * one of several foals has a wanted coat.
 */
import { askAll } from '../infer/answer-asks.js'
import type { AskAnswer } from '../infer/ask-works.js'
import type { Animal } from '../read/animal.js'
import { readDeclared } from '../read/cross/declared-phase.js'
import { linkageNotes, readLinkageSides } from '../read/cross/linkage.js'
import { readFoals } from '../read/cross/several-foals.js'
import type { Fields } from '../read/decode-fields.js'
import { factsOf } from '../read/facts/animal-facts.js'
import { knownAnimal, scopeOf } from '../read/facts/known-animal.js'
import type { TextContext } from '../read/observed/coat-name.js'
import type { CrossOptions } from '../read/options.js'
import { readPopulation } from '../read/population/population.js'
import { isSent } from '../read/values.js'
import { lexiconOf, type Ruleset } from '../ruleset.js'

export type InferredOffspring = Readonly<ReturnType<ReturnType<typeof inferOffspring>>>

/** Parses the question. Throws ClientError with the request's first fault. @returns a function that computes the answer */
export function inferOffspring(
  ruleset: Ruleset,
  fields: Fields,
  { language, limit, hasIdk, tokens }: CrossOptions,
  [mother, father]: readonly [Animal, Animal],
  text: TextContext,
) {
  const kinds = [mother.kind, father.kind]
  const isPartlyTested = kinds.includes('partlyTested')
  // Fully tested animals need no allele frequencies, whatever coat was observed.
  const needsNoPopulation = !isPartlyTested && (!kinds.includes('observed') || !isSent(fields, 'population'))
  const population = needsNoPopulation ? undefined : readPopulation(ruleset.model, fields['population'])
  const foals = readFoals(ruleset, fields, '', text)
  const sides = readLinkageSides(fields['kit_linkage'])
  const [dam, sire] = [factsOf(ruleset, mother), factsOf(ruleset, father)]
  const read = [dam, sire]
  const scope = scopeOf(ruleset.model, read, population)
  const alone = [knownAnimal(ruleset, 'mother', dam, scope), knownAnimal(ruleset, 'father', sire, scope)]
  const declared = (['mother', 'father'] as const).map((parent, i) => ({
    parent,
    ...readDeclared(ruleset, sides, parent, { population, horses: alone }, i),
  }))
  const horses = alone.map((animal, i) => ({
    ...animal,
    together: declared[i]?.together ?? new Map(),
    isAlive: isPartlyTested,
  }))
  const question = { population, horses }
  const asks = [{ kind: 'foal', mother: 0, father: 1, foals }] as const
  const textSteps = text.budget.steps
  const places = ['mother', 'father']
  const request = { question, read, asks, language, limit, tokens, textSteps, places }
  return askAll(ruleset, request, ([answer], grounds) => {
    const { ask: _ask, mother: _m, father: _f, ...coats } = answer as Extract<AskAnswer, { ask: 'foal' }>
    const lexicon = lexiconOf(ruleset.lexicons, language)
    const linkage = declared.flatMap(({ parent, notes }) => linkageNotes(lexicon, parent, notes))
    const notes = [...linkage, ...(grounds.notes ?? [])]
    return {
      ...coats,
      has_kit_linkage: declared.some(({ acts }) => acts),
      has_IDK: hasIdk,
      ...grounds,
      ...(notes.length > 0 && { notes }),
    }
  }).make
}
