/**
 * The coats of an animal or of a foal, most probable first, with what computing them costs.
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
  /** Of the question, or behind its last one the foal. */
  readonly animal: number
  readonly foal: Animal | undefined
  /** How many rows get an interval at most. */
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
    // Where the sums alone cost too much, the weights that they sum are not drafted.
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

/** How many states and coats the sums have, counted before any of it is done. */
export function estimateSums(
  { model, estimateWork }: Rules,
  { reading, possible }: Evidence,
  animal: number,
  foal: Animal | undefined,
): SumWork {
  if (possible.isEmpty) return { states: 0, coats: 0 }
  // As if it were a foal of two animals that have all the copies it may have from either side; no real animal has these
  // genotypes, since the side of a male's only copy may have none at all.
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
      // A genotype has at least one copy: a missing one stands beside another.
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
