/**
 * The coats of an animal or of a foal, most probable first, with the cost of computing them.
 */
import { pairOf, type Genotype, type Pair } from '../../genetics/genotype.js'
import type { SumWork } from '../../model/cross/cross-work.js'
import type { CoatAnswer, CoatRow } from '../answer.js'
import { isMissing } from '../facts/copies.js'
import type { Evidence } from '../facts/evidence.js'
import { forEachPair } from '../facts/pair-sets.js'
import { sideWithout, type Animal } from '../facts/reading.js'
import { selectionsOf } from '../network/couplings.js'
import { neverRun, type AnswerDraft } from '../planning/planning.js'
import { A_BAND, A_COAT, A_SCENARIO, A_STATE } from '../planning/weights.js'
import type { Rules } from '../rules.js'
import { createCoatProbabilities, type CoatProbabilities } from './coat-probabilities.js'
import { weighGroups } from './group-weights.js'
import { createIntervals, type FrequencyChange, type Sensitivity } from './sensitivity.js'

export interface CoatQuery extends Sensitivity {
  /** Index of an animal of the question; one past the last for the foal. */
  readonly animal: number
  readonly foal: Animal | undefined
  /** Maximum number of rows that get an interval. */
  readonly intervals: number
}

export function createCoats(rules: Rules) {
  const coatProbabilities = createCoatProbabilities(rules)
  return (
    { posterior, changes, animal, foal, intervals }: CoatQuery,
    left: number,
  ): AnswerDraft<CoatAnswer> => {
    const { evidence, network } = posterior
    const parents = [foal?.mother, foal?.father].filter((parent) => parent !== undefined)
    const couplings = network.couplings(foal === undefined ? [animal] : parents)
    const { states, coats } = estimateSums(rules, evidence, animal, foal)
    const scenarios = selectionsOf(couplings) * (changes.length + 1)
    const summing = Math.ceil(states * (A_STATE + A_SCENARIO * scenarios))
    const rows = { most: coats, operations: A_COAT + A_BAND * changes.length }
    // If the sums alone cost too much, do not draft their weights.
    if (summing > left)
      return { least: summing, rows, plan: () => ({ operations: summing, rows, run: neverRun }) }
    const weighing = weighGroups(posterior, rules.genotypes, animal, foal, couplings, changes, left - summing)
    return {
      least: summing + weighing.least,
      rows,
      plan: (left) => {
        const { operations, costliestAnimal, run } = weighing.plan(left - summing)
        return {
          operations: operations + summing,
          costliestAnimal,
          rows,
          run: () => {
            const { list, ...answer } = coatProbabilities(run())
            return { list: () => withIntervals(list(), intervals, changes), ...answer }
          },
        }
      },
    }
  }
}

/** Upper bounds of the number of states and coats, counted without computing the sums. */
export function estimateSums(
  { model, estimateWork }: Rules,
  { reading, possible }: Evidence,
  animal: number,
  foal: Animal | undefined,
): SumWork {
  if (possible.isEmpty) return { states: 0, coats: 0 }
  // Treats the animal like a foal of two parents that carry all its possible copies. No real animal has such
  // genotypes,
  // since a male may have no copy from his sire's side.
  const sideOf = (side: 0 | 1): readonly Genotype[] =>
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
      // A genotype has at least one copy, so a missing copy is paired with a present one.
      const present = examples.find(([allele]) => allele !== place.locus.noCopy) ?? examples[0] ?? []
      const layouts = examples.map((copy): Pair => pairOf(copy, copy === present ? copy : present))
      return { locus: place.locus, layouts }
    })
  return estimateWork(sideOf(0), sideOf(1)).sums()
}

function* withIntervals(
  rows: ReturnType<CoatProbabilities['list']>,
  most: number,
  changes: readonly FrequencyChange[],
): Generator<CoatRow> {
  const withInterval = createIntervals(changes)
  let taken = 0
  for (const [row, byPriorSet] of rows) yield taken++ < most ? withInterval(row, byPriorSet) : row
}
