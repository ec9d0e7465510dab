/**
 * Numbers of a measurement: medians with quartiles, and what a target asks of them.
 * Guarantees: pure. A median of an even number of values is the mean of the middle two.
 * Leaves to others: measuring (rounds.ts, http/pairs.ts) and printing (report.ts).
 */

export interface Spread {
  readonly median: number
  readonly lower: number
  readonly upper: number
  readonly samples: number
}

/** The value at this share (0 to 1) of the sorted values, interpolated. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? NaN
  const above = sorted[Math.ceil(place)] ?? NaN
  return below + (above - below) * (place - Math.floor(place))
}

export function spreadOf(values: readonly number[]): Spread {
  return {
    median: quantile(values, 0.5),
    lower: quantile(values, 0.25),
    upper: quantile(values, 0.75),
    samples: values.length,
  }
}

/** What a target asks for. */
export type Bound = { readonly atLeast: number } | { readonly atMost: number }

export function meets(bound: Bound, value: number): boolean {
  return 'atLeast' in bound ? value >= bound.atLeast : value <= bound.atMost
}

export function boundText(bound: Bound, unit: string): string {
  return 'atLeast' in bound ? `≥ ${numberText(bound.atLeast)}${unit}` : `≤ ${numberText(bound.atMost)}${unit}`
}

/** Three significant digits, thousands with a thin gap: `82 400`, `0.713`. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  if (Math.abs(value) >= 1000)
    return String(Math.round(Number(value.toPrecision(3)))).replace(/\B(?=(\d{3})+$)/g, ' ')
  return String(Number(value.toPrecision(3)))
}
