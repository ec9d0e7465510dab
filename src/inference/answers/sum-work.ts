/**
 * How much work the sums by coat will be, counted before any of it is done.
 */
import { pairOf, type Pair } from '../../genetics/genotype.js'
import type { HorseGenotype } from '../../model/model.js'
import { isMissing } from '../facts/copies.js'
import type { SumWork } from '../../model/cross/cross-work.js'
import type { Known } from '../facts/known.js'
import { sideWithout, type Animal } from '../facts/reading.js'
import { forEachPair } from '../facts/pair-sets.js'
import type { Rules } from '../rules.js'

export function createSumEstimate({ model, genotypes, estimateWork }: Rules) {
  /** @param animal of the question, or behind its last one the foal */
  return ({ reading, possible }: Known, animal: number, foal: Animal | undefined): SumWork => {
    if (possible.isEmpty) return { states: 0, coats: 0 }
    // As if it were a foal of two animals that have all the copies it may have from either side.
    const sideOf = (side: 0 | 1): HorseGenotype =>
      reading.copies.map((place) => {
        const parent = side === 0 ? foal?.mother : foal?.father
        const canMiss = side === sideWithout(model)
        const classes = new Set<number>()
        const see = (copy: number): void => {
          if (canMiss || !isMissing(place, copy)) classes.add(place.classOf[copy] ?? 0)
        }
        const pairs = possible.pairs[place.locus.index]?.[parent ?? animal] as Uint8Array
        forEachPair(pairs, place.copies.length, (a, b) => {
          if (foal !== undefined || side === 0) see(a)
          if (foal !== undefined || side === 1) see(b)
        })
        const examples = [...classes].map((each) => place.examples[each] ?? [])
        // Whatever genotype is asked for, it has copies: that there is none stands beside another.
        const present = examples.find(([allele]) => allele !== place.locus.noCopy) ?? examples[0] ?? []
        const layouts = examples.map((copy): Pair => pairOf(copy, copy === present ? copy : present))
        return genotypes.of(place.locus, layouts)
      })
    return estimateWork(sideOf(0), sideOf(1)).sums()
  }
}
