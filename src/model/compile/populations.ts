/**
 * Population tables → populations: alleles become indices, shares exact ratios.
 * Guarantees: the frequencies of a locus sum to exactly 1; every faulty word becomes a diagnostic.
 * Leaves to others: that sums and intervals are right, which is checked on load.
 */
import { completeCopy, copyText, type Copy } from '../../genetics/locus.js'
import { gcd } from '../../genetics/probability.js'
import { suggestion } from '../../common/nearest.js'
import { suggestedAllele } from '../../rules/checks/suggested.js'
import { type Diagnostic, fault } from '../../rules/diagnostic.js'
import type { FrequencyRow, FrequencyTable, PopulationTable, RuleTables } from '../../rules/tables.js'
import type { ModelLocus } from '../model.js'
import { canonicalSpellings, readCopy } from '../phenotype/read-alleles.js'
import { extending, type Convention, type CopyFrequency, type Population, type Ratio } from '../population.js'
import { unknownLocus } from './resolve.js'

export function compilePopulations(
  { populations }: RuleTables,
  loci: readonly ModelLocus[],
  diagnostics: Diagnostic[],
): ReadonlyMap<string, Population> {
  const alone = new Map(
    populations.map((table) => [table.population, compilePopulation(table, loci, diagnostics)] as const),
  )
  const known = populations.filter(({ extended }) => extended === undefined).map((each) => each.population)
  return new Map(
    populations.map(({ population, extended, place }) => {
      const own = alone.get(population) as Population
      if (extended !== undefined && !known.includes(extended)) {
        const what = `there is no population ${extended} to extend, or it extends another one.`
        diagnostics.push(fault('UNKNOWN_KEY', place, { what, fix: suggestion(extended, known) }))
      }
      return [population, extending(own, alone.get(extended ?? ''))] as const
    }),
  )
}

function compilePopulation(
  table: PopulationTable,
  loci: readonly ModelLocus[],
  diagnostics: Diagnostic[],
): Population {
  const { population, name, covers, others, kind } = table
  const keys = loci.map(({ key }) => key)
  const known = table.loci.flatMap((own) => {
    const locus = loci[keys.indexOf(own.locus)]
    if (locus !== undefined) return [[locus.index, frequenciesOf(own, locus, diagnostics)] as const]
    const what = `the population ${population} has figures for "${own.locus}", which is no locus.`
    diagnostics.push(unknownLocus(own.locus, keys, own.place, what))
    return []
  })
  const figures = { key: population, name, sampled: covers.sampled, loci: new Map(known), others }
  if (kind === 'figures') return figures
  const missing = loci.filter(({ wildType, index }) => wildType === null && !figures.loci.has(index))
  for (const { key } of missing) {
    const what = `the convention ${population} does not say how frequent the alleles of ${key} are, which has no wild type.`
    const fix = `add ${key}: { equal: [<allele>, …] } under loci.`
    diagnostics.push(fault('BAD_FREQUENCIES', table.place, { what, fix }))
  }
  const usual = usualOf(table, loci, diagnostics)
  return { ...figures, convention: { name, loci: [...figures.loci.keys()], usual } }
}

/** By locus, the alleles that are usual. */
function usualOf(
  { population, usual }: PopulationTable,
  loci: readonly ModelLocus[],
  diagnostics: Diagnostic[],
): Convention['usual'] {
  const keys = loci.map(({ key }) => key)
  return new Map(
    usual.flatMap(({ locus: written, alleles, place }) => {
      const locus = loci[keys.indexOf(written)]
      if (locus === undefined) {
        const what = `the convention ${population} has usual variants of "${written}", which is no locus.`
        diagnostics.push(unknownLocus(written, keys, place, what))
        return []
      }
      const variants = canonicalSpellings(locus).filter(
        (name) => !locus.borrowed.has(name) && name !== locus.alleles[locus.wildType ?? -1],
      )
      for (const allele of alleles.filter((each) => !variants.includes(each))) {
        const what = `"${allele}" is no variant of ${written}.`
        diagnostics.push(fault('UNKNOWN_ALLELE', place, { what, fix: suggestedAllele(allele, variants) }))
      }
      const own = alleles.map((allele) => locus.alleles.indexOf(allele)).filter((index) => index >= 0)
      return [[locus.index, own] as const]
    }),
  )
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
  return withRatios(known, interval === 'wilson' || interval === 'none')
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
  const home = locus.borrowed.get(written)
  const names = canonicalSpellings(locus).filter((name) => !locus.borrowed.has(name))
  const what =
    home === undefined
      ? `"${written}" is nothing that a copy of ${locus.key} can carry.`
      : `"${written}" is only written under ${locus.key}, and lies elsewhere.`
  const fix = home === undefined ? suggestedAllele(written, names) : 'give its figures under its own locus.'
  diagnostics.push(fault('UNKNOWN_ALLELE', place, { what, fix }))
  return undefined
}
