/**
 * What a foal, or a horse of the question, can have over each linkage group, under the best frequencies and others.
 */
import type { Animal } from '../facts/reading.js'
import type { Options } from '../facts/coats-seen.js'
import type { Priors } from '../facts/priors.js'
import type { Rules } from '../rules.js'
import type { Work } from '../answer.js'
import type { Known } from '../network/known.js'
import { DOUBLE } from '../network/numbers.js'
import { NOTHING_TOLD, sharesOver } from '../network/posterior.js'
import { tiedGroups } from '../network/ties.js'
import type { Factored } from './lanes.js'
import type { GroupShares } from './coat-sums.js'
import { numberGenotypes, tiesOf, weighed } from './group-shares.js'
import type { EstimateSums } from './sum-work.js'
import { together } from './work.js'

/** Frequencies at one locus changed. */
export interface Variant {
  readonly group: number
  readonly priors: Priors
}

/** @param animal of the question, or `foal`, which is asked about */
export function factoredOf(
  known: Known,
  { genotypes }: Rules,
  estimate: EstimateSums,
  animal: number,
  foal: Animal | undefined,
  variants: readonly Variant[],
): Work<Factored> {
  const { model } = known.reading
  const ties = tiesOf(known)
  const isTie = (all: Options): boolean => ties.some((tie) => tie.all === all)
  const choices = ties.reduce((product, { size }) => product * size, 1)
  const lanes = choices * (variants.length + 1)
  const purpose = { ...NOTHING_TOLD, coats: true }
  const foals = foal === undefined ? [] : [foal]
  const parts = model.groups.map((_, group) => {
    const under = (priors: Known['priors']) =>
      sharesOver(DOUBLE, { ...known, priors }, purpose, [group], group, [animal], foals, isTie)
    const works = [
      under(known.priors),
      ...variants.map((variant) => (variant.group === group ? under(variant.priors) : undefined)),
    ]
    return together(
      works.filter((work) => work !== undefined),
      (all): GroupShares => {
        const [first, ...others] = all
        const space = first?.space as NonNullable<typeof first>['space']
        const numbering = numberGenotypes(space, genotypes)
        const base = weighed(first as NonNullable<typeof first>, numbering, ties)
        let next = 0
        const changed = works.map((work, v) => {
          if (v === 0 || work === undefined) return base
          return weighed(others[next++] as NonNullable<typeof first>, numbering, ties)
        })
        const numbers = [...new Set(changed.flatMap((own) => [...own.keys()]))].sort((a, b) => a - b)
        const weights = new Float64Array(numbers.length * lanes)
        numbers.forEach((number, o) =>
          changed.forEach((own, v) =>
            weights.set(own.get(number) ?? new Float64Array(choices), o * lanes + v * choices),
          ),
        )
        return { group: space.group, outcomes: numbers.map(numbering.genotypesAt), weights }
      },
    )
  })
  const { operations, ...work } = together(parts, (groups): Factored => ({
    groups,
    choices,
    variants: variants.length + 1,
    tied: tiedGroups(known),
  }))
  return { ...work, operations: operations + estimate(known, animal, foal, lanes) }
}
