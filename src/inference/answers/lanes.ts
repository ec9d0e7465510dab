/**
 * What an animal can have over each linkage group, in lanes: for each choice of the rectangles that tie groups together, under
 * the best frequencies and under others.
 */
import { isHemizygous } from '../../genetics/genotype.js'
import type { LocusGenotype } from '../../model/model.js'
import type { Sex } from '../../rules/tables.js'
import type { GroupShares } from './coat-sums.js'

/** What an animal can have, kept factored. */
export interface Factored {
  /** By linkage group; the lanes are choices of rectangles, under the best frequencies and then under others. */
  readonly groups: readonly GroupShares[]
  /** Lanes that add up: how many choices of rectangles there are. */
  readonly choices: number
  /** How many times these: the best frequencies, then each with one changed. */
  readonly variants: number
  /** Sets of groups that choices of rectangles tie together. */
  readonly tied: readonly (readonly number[])[]
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

/** Weights of the other sex's genotypes are set to 0. */
export function ofSex(factored: Factored, sex: Sex, heterogametic: Sex | undefined): Factored {
  const isOwn = (outcome: readonly LocusGenotype[]): boolean =>
    outcome.some(isHemizygous) === (sex === heterogametic)
  const lanes = factored.choices * factored.variants
  const groups = factored.groups.map((shares) => {
    if (!shares.group.loci.some(({ noCopy }) => noCopy !== null)) return shares
    const kept = shares.outcomes.flatMap((outcome, o) => (isOwn(outcome) ? [o] : []))
    const weights = new Float64Array(kept.length * lanes)
    kept.forEach((o, i) => weights.set(shares.weights.subarray(o * lanes, (o + 1) * lanes), i * lanes))
    return { ...shares, outcomes: kept.map((o) => shares.outcomes[o] ?? []), weights }
  })
  return { ...factored, groups }
}
