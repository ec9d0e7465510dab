/**
 * Population tables → populations: alleles become indices, shares exact ratios.
 * Guarantees: the frequencies of a locus sum to exactly 1; every faulty word becomes a diagnostic.
 * Leaves to others: that sums and intervals are right, which is checked on load.
 */
import { completeCopy, copyText, type Copy } from '../../genetics/locus.js'
import { gcd } from '../../genetics/probability.js'
import { suggestedAllele } from '../../rules/checks/suggested.js'
import { type Diagnostic, fault } from '../../rules/diagnostic.js'
import type { FrequencyRow, FrequencyTable, PopulationTable, RuleTables } from '../../rules/tables.js'
import type { ModelLocus } from '../model.js'
import { canonicalSpellings, readCopy } from '../phenotype/read-alleles.js'
import type { CopyFrequency, Population, Ratio } from '../population.js'
import { unknownLocus } from './resolve.js'

export function compilePopulations(
  { populations }: RuleTables,
  loci: readonly ModelLocus[],
  diagnostics: Diagnostic[],
): ReadonlyMap<string, Population> {
  return new Map(
    populations.map((table) => [table.population, compilePopulation(table, loci, diagnostics)] as const),
  )
}

function compilePopulation(
  { population, name, covers, others, loci: tables }: PopulationTable,
  loci: readonly ModelLocus[],
  diagnostics: Diagnostic[],
): Population {
  const keys = loci.map(({ key }) => key)
  const known = tables.flatMap((table) => {
    const locus = loci[keys.indexOf(table.locus)]
    if (locus !== undefined) return [[locus.index, frequenciesOf(table, locus, diagnostics)] as const]
    const what = `the population ${population} has figures for "${table.locus}", which is no locus.`
    diagnostics.push(unknownLocus(table.locus, keys, table.place, what))
    return []
  })
  return { key: population, name, sampled: covers.sampled, loci: new Map(known), others }
}

function frequenciesOf(
  { copies, interval }: FrequencyTable,
  locus: ModelLocus,
  diagnostics: Diagnostic[],
): readonly CopyFrequency[] {
  const written = new Set<string>()
  const known = copies.flatMap((row) => {
    const copy = readCopyOf(row, locus, diagnostics)
    if (copy === undefined) return []
    const text = copyText(locus, copy)
    if (written.has(text)) {
      const what = `${row.copy} is ${text}, which stands here already.`
      diagnostics.push(fault('DUPLICATE_ID', row.place, { what, fix: 'add up the two.' }))
    }
    written.add(text)
    return [{ row, copy }]
  })
  return withRatios(known, interval === 'wilson')
}

/** @param rows shares of one locus: counts, or decimals that sum to 1 */
export function withRatios(
  rows: readonly { readonly copy: Copy; readonly row: Pick<FrequencyRow, 'share' | 'low' | 'high'> }[],
  isCounted: boolean,
): readonly CopyFrequency[] {
  const parts = rows.map(({ row: { share } }) => (isCounted ? BigInt(share) : billionths(share)))
  const total = parts.reduce((sum, each) => sum + each, 0n)
  return rows.map(({ copy, row }, i) => {
    const best = ratio(parts[i] ?? 0n, total)
    return { copy, best, low: endOf(row.low, best), high: endOf(row.high, best) }
  })
}

/** At the end of an interval, what some animals have is neither absent nor all there is: a fact could not hold there. */
function endOf(end: number, { numerator, denominator }: Ratio): Ratio {
  const whole = billionths(end)
  if (whole === 0n && numerator > 0n) return ratio(1n, BILLION)
  return ratio(whole === BILLION && numerator < denominator ? BILLION - 1n : whole, BILLION)
}

const BILLION = 1_000_000_000n

function billionths(share: number): bigint {
  return BigInt(Math.round(share * Number(BILLION)))
}

function ratio(numerator: bigint, denominator: bigint): Ratio {
  const divisor = gcd(numerator, denominator)
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

function readCopyOf(
  { copy: written, place }: FrequencyRow,
  locus: ModelLocus,
  diagnostics: Diagnostic[],
): Copy | undefined {
  const copy = readCopy(locus, written)
  if (copy !== undefined && copy[0] !== locus.noCopy) return completeCopy(locus, copy)
  const home = locus.sharedSpellings.get(written)
  const names = canonicalSpellings(locus).filter((name) => !locus.sharedSpellings.has(name))
  const what =
    home === undefined
      ? `"${written}" is nothing that a copy of ${locus.key} can carry.`
      : `"${written}" is only written under ${locus.key}, and lies elsewhere.`
  const fix = home === undefined ? suggestedAllele(written, names) : 'give its figures under its own locus.'
  diagnostics.push(fault('UNKNOWN_ALLELE', place, { what, fix }))
  return undefined
}
