/**
 * Quantiles, and numbers as text.
 * Guarantees: pure. The median of an even number of values is the mean of the middle two.
 */

/** The value at this share (0 to 1) of the sorted values, interpolated. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? NaN
  const above = sorted[Math.ceil(place)] ?? NaN
  return below + (above - below) * (place - Math.floor(place))
}

/** Three significant digits, thousands separated by a space: `82 400`, `0.713`. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  if (Math.abs(value) >= 1000)
    return String(Math.round(Number(value.toPrecision(3)))).replace(/\B(?=(\d{3})+$)/g, ' ')
  return String(Number(value.toPrecision(3)))
}
