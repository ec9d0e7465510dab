/**
 * Which stated frequency moves an answer how far: each at either end of its interval, one at a time, the others of its
 * locus taking up or giving way in proportion.
 */
import type { Copy } from '../../genetics/locus.js'
import type { CopyFrequency, Population, Ratio } from '../../model/population.js'
import { ALL, compare, product } from '../../model/ratio.js'
import type { CoatRow } from '../answer.js'
import { priorAt, type Priors } from '../facts/copies.js'
import { once } from '../../common/memo.js'
import type { Reading } from '../facts/reading.js'
import type { Variant } from './factored.js'

export interface Changed extends Variant {
  readonly locus: number
  readonly copy: Copy
}

/** Two for each frequency that has an interval, of loci that are open. @param priors under the best frequencies */
export function variantsOf(
  { model, copies }: Reading,
  population: Population,
  priors: Priors,
): readonly Changed[] {
  return [...population.loci].flatMap(([locus, frequencies]) => {
    const place = copies[locus]
    if (place?.isOpen !== true) return []
    const group = model.groups.findIndex(({ loci }) => loci.some(({ index }) => index === locus))
    return frequencies.flatMap((changed) =>
      [changed.low, changed.high].flatMap((end): readonly Changed[] => {
        if (!canMove(changed, end)) return []
        const own = once(() => {
          const loci = new Map([[locus, withOne(frequencies, changed, end)]])
          return priors.with(locus, priorAt(place, { ...population, loci }))
        })
        return [{ group, priors: own, locus, copy: changed.copy }]
      }),
    )
  })
}

/** A population in which every copy is met that may be, so that no end of an interval is left out. */
export function widest(population: Population): Population {
  const isAbsent = ({ best }: CopyFrequency): boolean => best.numerator === 0n
  if (![...population.loci.values()].some((own) => own.some(isAbsent))) return population
  const loci = [...population.loci].map(
    ([locus, own]) =>
      [locus, own.map((each) => (isAbsent(each) ? { ...each, best: each.high } : each))] as const,
  )
  return { ...population, loci: new Map(loci) }
}

/** Whether something changes, and something else can give way. */
function canMove({ best }: CopyFrequency, end: Ratio): boolean {
  return compare(best, ALL) !== 0 && compare(best, end) !== 0
}

function withOne(
  frequencies: readonly CopyFrequency[],
  changed: CopyFrequency,
  end: Ratio,
): readonly CopyFrequency[] {
  const { numerator, denominator } = changed.best
  // What is left for the others, by what they have now.
  const scale = {
    numerator: (end.denominator - end.numerator) * denominator,
    denominator: end.denominator * (denominator - numerator),
  }
  return frequencies.map((each) => ({ ...each, best: each === changed ? end : product(each.best, scale) }))
}

/** @returns a row with its band. @param shares of it under the best frequencies, then under each variant */
export function createBands(variants: readonly Changed[]): (row: CoatRow, shares: Float64Array) => CoatRow {
  // The two ends of one frequency count together.
  const keys = variants.map(({ locus, copy }) => `${locus} ${copy.join()}`)
  const frequencies = [...new Set(keys)]
  const frequencyOf = keys.map((key) => frequencies.indexOf(key))
  const lows = new Float64Array(frequencies.length)
  const highs = new Float64Array(frequencies.length)
  return (row, shares) => {
    const { coat, probability, genotype } = row
    lows.fill(probability)
    highs.fill(probability)
    frequencyOf.forEach((f, v) => {
      const share = shares[v + 1] ?? probability
      if (share < (lows[f] ?? 0)) lows[f] = share
      if (share > (highs[f] ?? 0)) highs[f] = share
    })
    let [low, high, most] = [probability, probability, 0]
    let moved: number | undefined
    for (let f = 0; f < frequencies.length; f++) {
      const [least = 0, greatest = 0] = [lows[f], highs[f]]
      low = Math.min(low, least)
      high = Math.max(high, greatest)
      // The first among equals; what differs by less is rounding.
      if (greatest - least <= most * (1 + 1e-9)) continue
      most = greatest - least
      moved = f
    }
    const banded = { coat, probability, genotype, band: { low, high } }
    const by = variants[frequencyOf.indexOf(moved ?? -1)]
    return by === undefined ? banded : { ...banded, mostSensitiveTo: { locus: by.locus, copy: by.copy } }
  }
}
