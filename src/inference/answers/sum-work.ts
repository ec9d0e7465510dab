/**
 * How much work the sums by coat will be, counted before any of it is done.
 */
import { createWorkEstimate } from '../../model/cross/cross-work.js'
import { pairOf, type Pair } from '../../genetics/genotype.js'
import type { HorseGenotype } from '../../model/model.js'
import type { Rules } from '../rules.js'
import { isMissing } from '../facts/copies.js'
import type { Animal } from '../facts/reading.js'
import { sideWithout } from '../facts/reading.js'
import type { Known } from '../network/known.js'

/** @param lanes in which sums are made @returns about as many multiplications */
export type EstimateSums = (known: Known, animal: number, foal: Animal | undefined, lanes: number) => number

/** What a state costs, and one more lane of it, in multiplications of an elimination. */
const A_STATE = 200
const A_LANE = 10

export function createSumEstimate({ model, genotypes }: Rules): EstimateSums {
  const estimate = createWorkEstimate(model, genotypes)
  return (known, animal, foal, lanes) => {
    const { reading, possible } = known
    // As if it were a foal of two animals that have all the copies it may have from either side.
    const sideOf = (side: 0 | 1): HorseGenotype =>
      reading.copies.map((place) => {
        const n = place.copies.length
        const parent = side === 0 ? foal?.mother : foal?.father
        const pairs = possible.pairs[place.locus.index]?.[parent ?? animal] ?? new Uint8Array()
        const classes = new Set<number>()
        pairs.forEach((is, i) => {
          if (is !== 1) return
          const both = [Math.floor(i / n), i % n]
          for (const copy of foal === undefined ? [both[side] ?? 0] : both) {
            const canMiss = model.sexes !== undefined && side === sideWithout(model.sexes)
            if (canMiss || !isMissing(place, copy)) classes.add(place.classOf[copy] ?? 0)
          }
        })
        const examples = [...classes].map((each) => place.examples[each] ?? [])
        // Whatever genotype is asked for, it has copies: that there is none stands beside another.
        const present = examples.find(([allele]) => allele !== place.locus.noCopy) ?? examples[0] ?? []
        const layouts = examples.map((copy): Pair => pairOf(copy, copy === present ? copy : present))
        return genotypes.of(place.locus, layouts)
      })
    const isPossible = possible.empty === undefined
    return isPossible ? estimate(sideOf(0), sideOf(1)).sums().states * (A_STATE + A_LANE * lanes) : 0
  }
}
