/**
 * How far each stated frequency moves an answer: each at either end of its interval, one at a time, the others of its locus
 * scaled in proportion.
 */
import { once } from '../../common/memo.js'
import type { Copy } from '../../genetics/locus.js'
import type { CopyFrequency, Population, Ratio } from '../../model/population.js'
import { ALL, compare, product } from '../../model/ratio.js'
import type { CoatRow } from '../answer.js'
import type { Facts } from '../facts/facts.js'
import { withoutNeedlessVariants } from '../facts/fewest/fewest-variants.js'
import { priorAt, priorsOf } from '../facts/priors.js'
import { posteriorOf, type Posterior } from '../posterior/posterior.js'
import type { PriorChange } from './group-weights.js'

/** One frequency at one end of its interval. */
export interface FrequencyChange extends PriorChange {
  readonly locus: number
  readonly copy: Copy
}

export interface Sensitivity {
  /** Under the priors, with every copy possible that has a frequency above 0 at some end of its interval. */
  readonly posterior: Posterior
  readonly changes: readonly FrequencyChange[]
}

/** @param posterior of the facts' evidence */
export function sensitivityOf(facts: Facts, posterior: Posterior, population: Population): Sensitivity {
  const { evidence, reading } = facts
  const changes = changesOf(facts, population)
  const widest = withEveryCopy(population)
  if (widest === population) return { posterior, changes }
  const { possible, isOrdered } = withoutNeedlessVariants(
    facts.evidenceUnder(priorsOf(reading.copies, widest)),
  )
  return { posterior: posteriorOf({ ...evidence, possible, isOrdered }), changes }
}

/** Two for each frequency with an interval, at loci that are not fixed. */
function changesOf({ reading, priors }: Facts, population: Population): readonly FrequencyChange[] {
  const { model, copies } = reading
  return [...population.loci].flatMap(([locus, frequencies]) => {
    const place = copies[locus]
    if (place?.isFixed !== false) return []
    const group = model.groups.findIndex(({ loci }) => loci.some(({ index }) => index === locus))
    return frequencies.flatMap((changed) =>
      [changed.low, changed.high].flatMap((end): readonly FrequencyChange[] => {
        if (!canMove(changed, end)) return []
        const own = once(() => {
          const loci = new Map([[locus, withFrequencyAt(frequencies, changed, end)]])
          return priors.with(locus, priorAt(place, { ...population, loci }))
        })
        return [{ group, priors: own, locus, copy: changed.copy }]
      }),
    )
  })
}

/** The population with every copy that its intervals allow, so that no end of an interval is left out; itself where that is so. */
function withEveryCopy(population: Population): Population {
  const isAbsent = ({ best }: CopyFrequency): boolean => best.numerator === 0n
  if (![...population.loci.values()].some((own) => own.some(isAbsent))) return population
  const loci = [...population.loci].map(
    ([locus, own]) =>
      [locus, own.map((each) => (isAbsent(each) ? { ...each, best: each.high } : each))] as const,
  )
  return { ...population, loci: new Map(loci) }
}

/** Whether the frequency changes, and others can be scaled. */
function canMove({ best }: CopyFrequency, end: Ratio): boolean {
  return compare(best, ALL) !== 0 && compare(best, end) !== 0
}

function withFrequencyAt(
  frequencies: readonly CopyFrequency[],
  changed: CopyFrequency,
  end: Ratio,
): readonly CopyFrequency[] {
  const { numerator, denominator } = changed.best
  const scale = {
    numerator: (end.denominator - end.numerator) * denominator,
    denominator: end.denominator * (denominator - numerator),
  }
  return frequencies.map((each) => ({ ...each, best: each === changed ? end : product(each.best, scale) }))
}

/** @returns a row with its interval, from its probability under the priors and then under each change */
export function createIntervals(
  changes: readonly FrequencyChange[],
): (row: CoatRow, byPriorSet: Float64Array) => CoatRow {
  // The two ends of one frequency count together.
  const keys = changes.map(({ locus, copy }) => `${locus} ${copy.join()}`)
  const frequencies = [...new Set(keys)]
  const frequencyOf = keys.map((key) => frequencies.indexOf(key))
  const lows = new Float64Array(frequencies.length)
  const highs = new Float64Array(frequencies.length)
  return ({ coat, probability, genotype }, byPriorSet) => {
    lows.fill(probability)
    highs.fill(probability)
    frequencyOf.forEach((f, c) => {
      const changed = byPriorSet[c + 1] ?? probability
      if (changed < (lows[f] ?? 0)) lows[f] = changed
      if (changed > (highs[f] ?? 0)) highs[f] = changed
    })
    let [low, high, most] = [probability, probability, 0]
    let mover: number | undefined
    for (let f = 0; f < frequencies.length; f++) {
      const [least = 0, greatest = 0] = [lows[f], highs[f]]
      low = Math.min(low, least)
      high = Math.max(high, greatest)
      // The first among equals; smaller differences are rounding.
      if (greatest - least <= most * (1 + 1e-9)) continue
      most = greatest - least
      mover = f
    }
    const row = { coat, probability, genotype, interval: { low, high } }
    const by = changes[frequencyOf.indexOf(mover ?? -1)]
    return by === undefined ? row : { ...row, mostSensitiveTo: { locus: by.locus, copy: by.copy } }
  }
}
