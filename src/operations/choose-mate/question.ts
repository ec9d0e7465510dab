/**
 * Parses the question of `coats.chooseMate` in its three forms: one animal with candidates, a herd of mares and stallions, and
 * the ideal mate of one animal.
 * Guarantees: throws the first fault; a population is required if something is not known of an animal, and `none` is refused,
 * since sums over several coats have no bounds.
 */
import type { Population } from '../../model/population.js'
import type { Fields } from '../read/decode-fields.js'
import { integers, numbers } from '../read/accepted.js'
import { readBoolean, readLanguage, readLimit, readNumber } from '../read/options.js'
import { readUntested } from '../read/partly-tested.js'
import { NO_POPULATION, readPopulation } from '../read/population/population.js'
import { faultAt, missingField } from '../read/refusals.js'
import { sexOf } from '../read/sex.js'
import { TextBudget } from '../read/text-budget.js'
import { isSent } from '../read/values.js'
import type { Ruleset } from '../ruleset.js'
import { readMate, readSide, type Side } from './animals.js'
import { missingWanted, readCoats, type CoatsMeant } from './wanted.js'

/** Maximum number of pairs, and of animals on one side. */
export const MAX_PAIRS = 500
const MAX_BEST_COATS = 20
const BEST_COATS = 3

export type MateQuestion = Readonly<ReturnType<typeof readMates>>

/** The pairs to compare. */
export interface Pairs {
  /** Mothers and fathers; one of them has one animal where one animal and its candidates were sent. */
  readonly mothers: Side
  readonly fathers: Side
  /** Undefined for a herd. */
  readonly candidates: 'mothers' | 'fathers' | undefined
}

export function readMates(ruleset: Ruleset, fields: Fields, fallbackLanguage: string) {
  const language = readLanguage(fields, ruleset.languages, fallbackLanguage)
  const limit = readLimit(fields, ruleset.maxResults)
  const isUntested = readUntested(fields, '')
  const budget = new TextBudget()
  const text = { language, budget }
  const wanted = readCoats(ruleset, fields, 'wanted', text)
  if (wanted === undefined) throw missingWanted()
  const avoid = readCoats(ruleset, fields, 'avoid', text)
  const isIdeal = readBoolean(fields, 'ideal')
  const options = {
    language,
    limit,
    wanted,
    /** Whether one of the wanted coats and tokens suffices. */
    any: isSent(fields, 'wanted_any') ? readBoolean(fields, 'wanted_any') : true,
    avoid,
    bestCoats: readCount(fields, 'max_per_candidate', MAX_BEST_COATS) ?? BEST_COATS,
    maxPerStallion: readCount(fields, 'max_per_stallion', MAX_PAIRS),
    /** In percent; undefined unless the ideal mate is asked for. */
    ideal: isIdeal ? readPercentage(fields) : undefined,
  }
  const pairs = readPairs(ruleset, fields, { text, isUntested }, isIdeal)
  const population = populationOf(ruleset, fields, pairs)
  return { ...options, pairs, population, textSteps: budget.steps }
}

type Context = Pick<Parameters<typeof readSide>[4], 'text' | 'isUntested'>

function readPairs(ruleset: Ruleset, fields: Fields, context: Context, isIdeal: boolean): Pairs {
  const isHerd = isSent(fields, 'mares') || isSent(fields, 'stallions')
  if (isHerd) {
    const beside = ['horse', 'candidates', 'ideal'].find((name) => isSent(fields, name))
    if (beside !== undefined)
      throw faultAt(
        beside,
        fields[beside],
        `${beside} goes with one animal, not with mares and stallions: send either`,
        ['nothing beside mares and stallions'],
      )
    const mothers = readSide(ruleset, fields['mares'], 'mares', MAX_PAIRS, { ...context, sex: 'female' })
    const fathers = readSide(ruleset, fields['stallions'], 'stallions', MAX_PAIRS, {
      ...context,
      sex: 'male',
    })
    const count = mothers.listed.length * fathers.listed.length
    if (count > MAX_PAIRS)
      throw faultAt(
        'stallions',
        count,
        `mares and stallions make ${count} pairs, and one question holds at most ${MAX_PAIRS}`,
        [`at most ${MAX_PAIRS} pairs`],
      )
    return { mothers, fathers, candidates: undefined }
  }
  if (!isSent(fields, 'horse'))
    throw missingField('horse', 'horse is required with candidates; for a herd send mares and stallions', [
      'horse',
      'mares',
      'stallions',
    ])
  const sent = (fields['horse'] as Fields | undefined)?.['sex']
  const sex = sexOf(sent) ?? 'female'
  const own = readMate(ruleset, fields['horse'], 'horse', { ...context, sex })
  const one: Side = { listed: [{ id: 'horse', distinct: 0 }], distinct: [own] }
  const other = sex === 'female' ? 'male' : 'female'
  const mates = isIdeal
    ? { listed: [], distinct: [] }
    : readSide(ruleset, fields['candidates'], 'candidates', MAX_PAIRS, { ...context, sex: other })
  return sex === 'female'
    ? { mothers: one, fathers: mates, candidates: 'fathers' }
    : { mothers: mates, fathers: one, candidates: 'mothers' }
}

function populationOf(
  { model }: Ruleset,
  fields: Fields,
  { mothers, fathers }: Pairs,
): Population | undefined {
  const kinds = [...mothers.distinct, ...fathers.distinct].map(({ animal }) => animal.kind)
  const isNeeded = kinds.includes('partlyTested')
  if (!isNeeded && (!kinds.includes('observed') || !isSent(fields, 'population'))) return undefined
  const population = readPopulation(model, fields['population'])
  if (population === undefined && isNeeded) {
    const names = [...model.populations.keys()]
    const what = `population cannot be ${NO_POPULATION} here, since sums over several coats have no bounds: send ${names.join(', ')} or figures of your own`
    throw faultAt('population', NO_POPULATION, what, names)
  }
  return population
}

function readCount(fields: Fields, name: string, most: number): number | undefined {
  const fits = (count: number): boolean => Number.isInteger(count) && count >= 1 && count <= most
  const value = isSent(fields, name) ? fields[name] : undefined
  return readNumber(value, name, integers(1, most), /^[0-9]{1,3}$/, fits)
}

const USUAL_PERCENTAGE = 50

/** The percentage that an ideal mate must reach. */
function readPercentage(fields: Fields): number {
  const value = isSent(fields, 'percentage') ? fields['percentage'] : undefined
  const fits = (percentage: number): boolean => percentage > 0 && percentage <= 100
  const text = /^[0-9]{1,3}(\.[0-9]{1,20})?$/
  return readNumber(value, 'percentage', numbers(0, 100, ' above 0'), text, fits) ?? USUAL_PERCENTAGE
}

export type { CoatsMeant }
