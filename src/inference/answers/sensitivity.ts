/**
 * Which stated frequency moves an answer how far: each at either end of its interval, one at a time, the others of its
 * locus taking up or giving way in proportion.
 */
import type { Copy } from '../../genetics/locus.js'
import type { CopyFrequency, Population, Ratio } from '../../model/population.js'
import { ALL, compare, product } from '../../model/ratio.js'
import type { CoatRow } from '../answer.js'
import { priorAt, type Priors } from '../facts/copies.js'
import { once } from '../../model/memo.js'
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

/** @param shares under the best frequencies, then under each variant */
export function withBand(row: CoatRow, shares: readonly number[], variants: readonly Changed[]): CoatRow {
  const { coat, probability } = row
  const band = { low: Math.min(...shares), high: Math.max(...shares) }
  const reach = new Map<string, { readonly of: Changed; low: number; high: number }>()
  variants.forEach((variant, v) => {
    const key = `${variant.locus} ${variant.copy.join()}`
    const share = shares[v + 1] ?? probability
    const own = reach.get(key) ?? { of: variant, low: probability, high: probability }
    own.low = Math.min(own.low, share)
    own.high = Math.max(own.high, share)
    reach.set(key, own)
  })
  let most = 0
  let moved: Changed | undefined
  for (const { of, low, high } of reach.values()) {
    // The first among equals; what differs by less is rounding.
    if (high - low <= most * (1 + 1e-9)) continue
    most = high - low
    moved = of
  }
  const banded = { coat, probability, genotype: row.genotype, band }
  return moved === undefined
    ? banded
    : { ...banded, mostSensitiveTo: { locus: moved.locus, copy: moved.copy } }
}
