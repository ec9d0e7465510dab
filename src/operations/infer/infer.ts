/**
 * `POST /coats/infer`: what follows for animals of a pedigree, and for foals, from all that is known.
 */
import type { Model } from '../../model/model.js'
import { ClientError } from '../client-error.js'
import type { Fields } from '../read/decode-fields.js'
import { readLanguage, readLimit } from '../read/options.js'
import { geneCalled } from '../read/mistaken-fields.js'
import { quoted } from '../read/near-misses.js'
import { faultAt } from '../read/refusals.js'
import { TextBudget } from '../read/text-budget.js'
import type { Ruleset } from '../ruleset.js'
import { askAll } from './answer-asks.js'
import { readAsks } from '../read/pedigree/asks.js'
import { readUntested } from '../read/partly-tested.js'
import { readNames, readPedigree } from '../read/pedigree/pedigree.js'
import { readPopulation } from '../read/population/population.js'

export type InferAnswer = ReturnType<ReturnType<typeof askInfer>['run']>

/** Throws ClientError for the client's faults. */
export function askInfer(ruleset: Ruleset, fields: Fields, fallbackLanguage: string) {
  const language = readLanguage(fields, ruleset.languages, fallbackLanguage)
  const limit = readLimit(fields, ruleset.maxResults)
  const population = readPopulation(ruleset.model, fields['population'])
  const isUntested = readUntested(fields, '')
  const named = readAnimals(ruleset.model, fields['horses'])
  const ids = named.map(({ id }) => id)
  const budget = new TextBudget()
  const text = { language, budget }
  const asks = readAsks(ruleset, fields['ask'], ids, text)
  const mates = asks.flatMap((ask) => (ask.kind === 'foal' ? [ask] : []))
  const { question, read } = readPedigree(ruleset, named, population, text, isUntested, mates)
  asks.forEach((ask, i) => {
    if (ask.kind !== 'foal') return
    const field = `ask.${i}.foal`
    for (const [place, horse, other] of [
      [0, ask.mother, 'male'],
      [1, ask.father, 'female'],
    ] as const) {
      if (question.horses[horse]?.sex !== other) continue
      const how = named[horse]?.sex === undefined ? ', by its genes or by what it is to others' : ''
      const what = `${field} names the mother first, then the father; ${quoted(ids[horse])} is ${other}${how}`
      throw faultAt(
        `${field}.${place}`,
        ids[horse],
        what,
        ids.filter((id, i) => id !== ids[horse] && question.horses[i]?.sex !== other),
      )
    }
  })
  const asked = { question, read, asks, language, limit, textSteps: budget.steps }
  const { make: run } = askAll(ruleset, asked, (answers, grounds) => ({ answers, ...grounds }))
  return { kind: 'job', run, language } as const
}

/** A gene among an animal's own fields is refused with the place where it belongs. */
function readAnimals(model: Model, written: unknown): ReturnType<typeof readNames> {
  try {
    return readNames(written)
  } catch (error) {
    const { field = '', value, expected = [] } = (error instanceof ClientError && error.details) || {}
    const [, animal = '', name = ''] = /^(horses\.\d+)\.(.*)$/s.exec(field) ?? []
    const locus = geneCalled(model, name, value)
    if (locus === undefined) throw error
    const place = `${animal}.${locus.group}.${locus.key}`
    throw faultAt(field, value, `${field} is the gene ${locus.key}: send it as ${place}`, expected)
  }
}
