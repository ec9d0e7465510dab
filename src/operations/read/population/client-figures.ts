/**
 * Reads the figures that a client sends in the field `population`.
 * Guarantees: they are held to what rule files are held to, and the place of each mistake is told.
 */
import { completeCopy, copyText } from '../../../genetics/locus.js'
import { withRatios } from '../../../model/compile/populations.js'
import type { Model, ModelLocus } from '../../../model/model.js'
import { readCopy } from '../../../model/phenotype/read-alleles.js'
import { extending, type CopyFrequency, type Population } from '../../../model/population.js'
import { nearest } from '../../../common/nearest.js'
import { wilson } from '../../../rules/tables/population-table.js'
import { isObject, type Fields } from '../decode-fields.js'
import { quoted, strangerHint, unknownGeneHint } from '../near-misses.js'
import { faultAt, invalidField, invalidGenes, missingField, strangeWord } from '../refusals.js'
import type { ClientError } from '../../client-error.js'
import { isAbsent, isNothing, refuseStray } from '../values.js'

/** The key of figures of a request, and what they are called that have no name. */
export const OWN = 'own'
export const UNNAMED = 'figures of the request'

const KEYS = ['name', 'sampled', 'loci', 'others', 'extends']
const OTHERS = ['unstated', 'wild-type']
const LOCI = 'an object of gene names, each with counts or frequencies'

/** Throws ClientError. */
export function ownPopulation(model: Model, value: Fields): Population {
  const stray = Object.keys(value).find((key) => !KEYS.includes(key))
  if (stray !== undefined) {
    const isGene = model.loci.some(({ key }) => key === stray)
    const what = `population.${stray} is no field of a population${isGene ? ': write it into population.loci' : ''}`
    throw strangeWord(`population.${stray}`, what, KEYS, isGene ? undefined : stray, value[stray])
  }
  const { name: sent, sampled, loci, others = 'unstated', extends: written } = value
  const name = isAbsent(sent) ? UNNAMED : sent
  if (typeof name !== 'string' || [...name].length > 200)
    throw invalidField('population.name', name, ['a short text'])
  if (sampled !== undefined && !isCount(sampled))
    throw invalidField('population.sampled', sampled, ['a whole number from 1'])
  if (others !== 'unstated' && others !== 'wild-type') throw invalidField('population.others', others, OTHERS)
  const extended = readExtended(model, written)
  if (extended !== undefined && value['others'] !== undefined)
    throw invalidField('population.others', value['others'], ['nothing beside population.extends'])
  if (isNothing(loci)) throw missingField('population.loci', `population.loci is required: ${LOCI}`, [LOCI])
  if (!isObject(loci)) throw invalidField('population.loci', loci, [LOCI])
  const read = Object.entries(loci).map(([key, figures]) => {
    const field = `population.loci.${key}`
    const locus = model.loci.find((each) => each.key === key)
    if (locus === undefined) {
      const keys = model.loci.map((each) => each.key)
      throw invalidGenes(
        `Unknown gene at ${field}: ${unknownGeneHint(model, key, 'others')}`,
        field,
        figures,
        keys,
      )
    }
    return [locus.index, frequencies(model, locus, figures, field)] as const
  })
  const own: Population = {
    key: OWN,
    name,
    sampled: sampled as number | undefined,
    loci: new Map(read),
    others,
  }
  return extending(own, extended)
}

/** The population that has figures where the request has none. */
function readExtended({ populations }: Model, written: unknown): Population | undefined {
  if (isAbsent(written)) return undefined
  const known = typeof written === 'string' ? populations.get(written) : undefined
  if (known === undefined) throw invalidField('population.extends', written, [...populations.keys()])
  return known
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1
}

const FIGURE_KEYS = ['counts', 'frequencies', 'intervals']
const FIGURES = [
  '{"counts": {"<allele>": 41, …}}',
  '{"frequencies": {"<allele>": 0.25, …}, "intervals": {"<allele>": [0.2, 0.3], …}}',
]
/** What decimals that sum to 1 may miss it by. */
const NOISE = 1e-9
const MAX_COUNTED = 1e9

function frequencies(
  model: Model,
  locus: ModelLocus,
  figures: unknown,
  field: string,
): readonly CopyFrequency[] {
  const { counts, frequencies: shares, intervals: sent } = isObject(figures) ? figures : {}
  const isCounted = isObject(counts) && shares === undefined && sent === undefined
  const intervals = sent === undefined ? {} : sent
  const given = isCounted ? counts : isObject(shares) && counts === undefined ? shares : undefined
  if (given === undefined || !isObject(intervals) || Object.keys(given).length === 0)
    throw faultAt(field, figures, `${field} must be ${FIGURES.join(' or ')}`, FIGURES)
  const slip = Object.keys(figures as Fields).find(
    (key) => !FIGURE_KEYS.includes(key) && nearest(key, FIGURE_KEYS) !== undefined,
  )
  // Other fields are passed over: a rule file has a method and a source beside its figures.
  if (slip !== undefined)
    refuseStray({ [slip]: (figures as Fields)[slip] }, field, FIGURE_KEYS, 'is no field of figures')
  const at = `${field}.${isCounted ? 'counts' : 'frequencies'}`
  const rows = Object.entries(given).map(([word, share]) => ({
    copy: copyAt(model, locus, word, at),
    word,
    share: numberAt(share, isCounted, `${at}.${word}`),
  }))
  const texts = rows.map(({ copy }) => copyText(locus, copy))
  const twice = rows.find((_, i) => texts.indexOf(texts[i] ?? '') < i)
  if (twice !== undefined)
    throw faultAt(
      `${at}.${twice.word}`,
      twice.share,
      `${at}.${twice.word} is ${copyText(locus, twice.copy)}, which stands there already`,
      ['each allele once, under one spelling'],
    )
  const words = Object.keys(given)
  refuseStray(intervals, `${field}.intervals`, words, 'has no frequency of this spelling beside it')
  const sum = rows.reduce((all, { share }) => all + share, 0)
  if (isCounted ? sum === 0 : Math.abs(sum - 1) > NOISE)
    throw must(
      at,
      given,
      isCounted
        ? 'at least one count above 0'
        : `numbers that sum to 1; these sum to ${Number(sum.toFixed(9))}`,
    )
  const ends = (word: string, share: number) =>
    isCounted ? wilson(share, sum) : intervalAt(intervals[word], share, `${field}.intervals.${word}`)
  return withRatios(
    rows.map(({ copy, word, share }) => ({ copy, row: { share, ...ends(word, share) } })),
    isCounted,
  )
}

function copyAt(model: Model, locus: ModelLocus, word: string, field: string) {
  const copy = readCopy(locus, word)
  if (copy !== undefined && copy[0] !== locus.noCopy) return completeCopy(locus, copy)
  const { alleles } = locus
  throw invalidGenes(
    `${quoted(word)} at ${field} is no allele of ${locus.key}${strangerHint(model, locus, word)}`,
    `${field}.${word}`,
    word,
    alleles,
  )
}

function numberAt(value: unknown, isCounted: boolean, field: string): number {
  const fits =
    typeof value === 'number' &&
    (isCounted ? Number.isInteger(value) && value >= 0 && value <= MAX_COUNTED : value >= 0 && value <= 1)
  if (!fits) throw invalidField(field, value, [isCounted ? 'a whole number from 0' : 'a number from 0 to 1'])
  return value
}

/** Without an interval a figure is taken as it stands. */
function intervalAt(
  value: unknown,
  share: number,
  field: string,
): { readonly low: number; readonly high: number } {
  if (isNothing(value)) return { low: share, high: share }
  const ends: readonly unknown[] = Array.isArray(value) ? value : []
  const [low, high] = ends.length === 2 ? ends : []
  if (
    typeof low === 'number' &&
    typeof high === 'number' &&
    0 <= low &&
    low <= share &&
    share <= high &&
    high <= 1
  )
    return { low, high }
  throw must(field, value, `two numbers from 0 to 1, the lower one first, with ${share} between them`)
}

/** Where what was sent is not worth repeating: an object, or a list. */
function must(field: string, value: unknown, expected: string): ClientError {
  return faultAt(field, value, `${field} must be ${expected}`, [expected])
}
