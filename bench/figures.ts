/**
 * Measured values as medians with quartiles, and the targets they are compared with.
 * Guarantees: pure.
 */
import { numberText, quantile } from '../test/support/statistics.js'

export interface Spread {
  readonly median: number
  readonly lower: number
  readonly upper: number
  readonly samples: number
}

export function spreadOf(values: readonly number[]): Spread {
  return {
    median: quantile(values, 0.5),
    lower: quantile(values, 0.25),
    upper: quantile(values, 0.75),
    samples: values.length,
  }
}

/** The first value of each round divided by the second. */
export function ratioOf(first: readonly number[], second: readonly number[]): Spread {
  return spreadOf(first.map((value, round) => value / (second[round] ?? NaN)))
}

export function medianText(values: readonly number[]): string {
  return numberText(quantile(values, 0.5))
}

export type Target = { readonly atLeast: number } | { readonly atMost: number }

export function meets(target: Target, value: number): boolean {
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost
}

export function targetText(target: Target, unit: string): string {
  return 'atLeast' in target
    ? `≥ ${numberText(target.atLeast)}${unit}`
    : `≤ ${numberText(target.atMost)}${unit}`
}
