/**
 * Sorts rows of foals for the page and exports them as CSV.
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

/** @param headings of coat, percentage, low, high, base, viability, genotype, number of genotypes */
export function csvOf(rows: readonly FoalRow[], headings: readonly string[]): string {
  const lines = rows.map(
    ({ coat, percentage, percentage_band: band, base, viability, genotype, genotypes, sex }) => [
      sex === undefined ? coat : `${coat} (${sex})`,
      percentage ?? '',
      ...ends(band, percentage),
      base,
      viability?.cause ?? '',
      genotypeText(genotype),
      genotypes ?? 1,
    ],
  )
  return [headings, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('')
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

export function genotypeText(genotype: Possibility['genotype']): string {
  return Object.entries(genotype)
    .map(([gene, alleles]) => `${gene}=${alleles.join('/')}`)
    .join(' ')
}

/** Quotes a field (RFC 4180) and prevents spreadsheets from evaluating it as a formula. */
function cell(value: string | number): string {
  const text = String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
