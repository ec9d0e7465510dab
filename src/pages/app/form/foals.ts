/**
 * Rows of foals as the page shows them: sorted, summed, grouped, and on an axis.
 * Guarantees: sorts names by the reader's language; equal rows keep the order of their probability.
 */
import type { Possibility } from '../../../operations/generate-child/row.js'
import type { Order } from './address.js'

export interface FoalRow extends Omit<Possibility, 'percentage'> {
  /** Absent if only bounds are known. */
  readonly percentage?: number
  /** The name of the coat by its base genes alone. */
  readonly base: string
}

/** @param rows most probable first */
export function ordered(rows: readonly FoalRow[], order: Order, language: string): readonly FoalRow[] {
  if (order === 'chance') return rows
  const { compare } = new Intl.Collator(language, { numeric: true })
  return [...rows].sort((one, other) =>
    order === 'base' ? compare(one.base, other.base) : compare(one.coat, other.coat),
  )
}

export function sumOf(rows: readonly FoalRow[]): number {
  return rows.reduce((all, { percentage = 0 }) => all + percentage, 0)
}

/** Groups in order of first appearance. */
export function groupedBy(
  rows: readonly FoalRow[],
  nameOf: (row: FoalRow) => string,
): readonly (readonly [string, readonly FoalRow[]])[] {
  const groups = new Map<string, FoalRow[]>()
  for (const row of rows) {
    const group = groups.get(nameOf(row))
    if (group === undefined) groups.set(nameOf(row), [row])
    else group.push(row)
  }
  return [...groups]
}

/** The least and the greatest of interval and percentage. */
export function ends(
  band: Possibility['percentage_band'],
  percentage: number | undefined,
): readonly [number, number] {
  const all = [band?.low, band?.high, percentage].filter((each) => each !== undefined)
  return [Math.min(...all), Math.max(...all)]
}

/** Positions of percentages on an axis from 0 to 1, which ends at the largest one. @param shares all percentages to show */
export function axisOf(shares: readonly number[]): (share: number) => number {
  const largest = Math.max(...shares, 0)
  return (share) => (largest === 0 ? 0 : share / largest)
}
