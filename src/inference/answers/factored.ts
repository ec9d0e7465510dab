/**
 * What a foal, or a horse of the question, can have over each linkage group, phase aside, in lanes: for each choice of the
 * rectangles that tie groups together, under the best frequencies and then under others.
 */
import type { Genotypes } from '../../model/phenotype/genotypes.js'
import type { Priors } from '../facts/copies.js'
import type { Known } from '../facts/known.js'
import type { Animal } from '../facts/reading.js'
import { draftsWithin, furthered } from '../planning/cost.js'
import { DOUBLE } from '../network/numbers.js'
import { sharesOver, type Shares } from '../network/posterior.js'
import { tiedGroups, tiesOf, type Tie } from '../network/ties.js'
import type { GroupShares } from './coat-sums.js'
import { numberGenotypes } from './genotype-numbers.js'
import { largestFirst, together, type AnswerDraft, type Piece } from './work.js'

/** Frequencies at one locus changed. */
export interface Variant {
  readonly group: number
  readonly priors: () => Priors
}

export interface Factored {
  /** By linkage group. */
  readonly groups: readonly GroupShares[]
  /** Lanes that add up: how many choices of rectangles there are. */
  readonly choices: number
  /** How many times these: the best frequencies, then each with one changed. */
  readonly variants: number
  /** The group of each change. */
  readonly changed: readonly number[]
  /** Sets of groups that choices of rectangles tie together. */
  readonly tied: readonly (readonly number[])[]
}

/** @param animal of the question, or behind its last one the `foal` that is asked about @param ties of it (tiesAround) */
export function factoredOf(
  known: Known,
  genotypes: Genotypes,
  animal: number,
  foal: Animal | undefined,
  ties: readonly Tie[],
  variants: readonly Variant[],
  most: number,
): AnswerDraft<Factored> {
  const tied = tiedGroups(known, ties)
  const choices = choicesOf(ties)
  const lanes = choices * (variants.length + 1)
  // Those that are likely to cost most come first, so that what is too much is soon seen.
  const groups = [...known.reading.model.groups.keys()]
  const inTurn = largestFirst(known, groups, (group) => group)
  const parts = draftsWithin(most, inTurn, (group) => {
    const asked = {
      group,
      groups: [group],
      purpose: { coats: true as const },
      animals: [animal],
      foal,
      ties,
    }
    const changed = variants.flatMap((each, v) =>
      each.group === group ? [[v + 1, each.priors] as const] : [],
    )
    const times = changed.length + 1
    const { least, plan } = sharesOver(DOUBLE, known, asked)
    const each = { least: least * times, plan: (left: number) => plan(left / times) }
    return furthered(each, (shares): Piece<readonly [group: number, shares: GroupShares]> => ({
      ...shares,
      operations: shares.operations * times,
      run: () => {
        const base = shares.run()
        const genotypesOver = numberGenotypes(base.space, genotypes)
        const weights = new Map<number, Float64Array>()
        const add = (own: Shares<number>, v: number): void => {
          const weightsOf = choiceWeights(own, ties)
          for (const { haplotypes, chosen, weight } of own.rows) {
            const number = genotypesOver.numberOf(haplotypes)
            const sums = weights.get(number) ?? new Float64Array(lanes)
            weights.set(number, sums)
            for (const choice of weightsOf(chosen))
              sums[v * choices + choice] = (sums[v * choices + choice] ?? 0) + weight
          }
        }
        add(base, 0)
        for (const [v, priors] of changed) add(shares.run(priors()), v)
        // What changes in another group leaves this one as it is.
        for (const sums of weights.values())
          variants.forEach((each, v) => {
            if (each.group !== group) sums.copyWithin((v + 1) * choices, 0, choices)
          })
        const numbers = genotypesOver.inOrder([...weights.keys()])
        const all = new Float64Array(numbers.length * lanes)
        numbers.forEach((number, o) => all.set(weights.get(number) ?? [], o * lanes))
        const found = numbers.map(genotypesOver.genotypesAt)
        return [group, { group: base.space.group, genotypes: found, weights: all }]
      },
    }))
  })
  const shape = { choices, variants: variants.length + 1, changed: variants.map(({ group }) => group), tied }
  const inOrder = (groups: readonly (readonly [number, GroupShares])[]): readonly GroupShares[] =>
    [...groups].sort(([a], [b]) => a - b).map(([, shares]) => shares)
  return together(parts, (groups) => ({ groups: inOrder(groups), ...shape }))
}

/** What ties linkage groups together for an animal of the question, or a foal. */
export function tiesAround(known: Known, animal: number, foal: Animal | undefined): readonly Tie[] {
  const parents = [foal?.mother, foal?.father].filter((parent) => parent !== undefined)
  return tiesOf(known, foal === undefined ? [animal] : parents)
}

/** The choices of all ties that a row of shares is for; those that say nothing of its group may be anything. */
export function choiceWeights(
  shares: Shares<number>,
  ties: readonly Tie[],
): (chosen: readonly number[]) => readonly number[] {
  const all = [...Array(choicesOf(ties)).keys()]
  // Of most questions.
  if (ties.length === 0) return () => all
  const known = new Map<string, readonly number[]>()
  return (chosen) => {
    const key = chosen.join()
    const found =
      known.get(key) ??
      all.filter((choice) => {
        let rest = choice
        return ties.every((tie) => {
          const option = rest % tie.size
          rest = Math.floor(rest / tie.size)
          const t = shares.ties.indexOf(tie.all)
          return t < 0 || chosen[t] === option
        })
      })
    known.set(key, found)
    return found
  }
}

export function choicesOf(ties: readonly Tie[]): number {
  return ties.reduce((product, { size }) => product * size, 1)
}

/** Sums over choices of rectangles: one number for each variant. */
export function overChoices(weights: Float64Array, { choices, variants }: Factored): number[] {
  return Array.from({ length: variants }, (_, v) => {
    let sum = 0
    for (let c = 0; c < choices; c++) sum += weights[v * choices + c] ?? 0
    return sum
  })
}

/** What all genotypes of some groups come to, for each variant. */
export function totals(factored: Factored, groups: readonly number[]): readonly number[] {
  const lanes = factored.choices * factored.variants
  const product = new Float64Array(lanes).fill(1)
  for (const g of groups) {
    const { weights = new Float64Array() } = factored.groups[g] ?? {}
    const sums = new Float64Array(lanes)
    for (let i = 0; i < weights.length; i++) sums[i % lanes] = (sums[i % lanes] ?? 0) + (weights[i] ?? 0)
    for (let l = 0; l < lanes; l++) product[l] = (product[l] ?? 0) * (sums[l] ?? 0)
  }
  return overChoices(product, factored)
}
