/**
 * Compile step 1: loci. Interns alleles, spellings, and alleles that custom writes under another locus.
 * Guarantees: indices follow the manifest; every faulty word becomes a diagnostic.
 */
import { fault, type Diagnostic } from '../../rules/diagnostic.js'
import type { AlleleRow, LocusTable, RuleTables } from '../../rules/tables.js'
import type { BorrowedAllele, ModelLocus } from '../model.js'
import { didYouMean, unknownLocus } from './unknown-words.js'

export function compileLoci(tables: RuleTables, diagnostics: Diagnostic[]): readonly ModelLocus[] {
  return tables.loci.map((source, index) => {
    const own = source.alleles.filter((row) => row.standsFor === undefined)
    const spellings = new Map<string, number>()
    own.forEach((row, allele) => {
      for (const spelling of [row.allele, ...row.aliases]) spellings.set(spelling, allele)
    })
    const borrowed = new Map<string, BorrowedAllele>()
    for (const row of source.alleles) {
      if (row.standsFor === undefined) continue
      const target = resolveBorrowed(row, row.standsFor, tables, diagnostics)
      if (target === undefined) continue
      for (const spelling of [row.allele, ...row.aliases])
        borrowed.set(spelling, { spelling: row.allele, ...target })
    }
    return Object.freeze({
      key: source.locus,
      index,
      alleles: own.map((row) => row.allele),
      wildType: wildTypeOf(source, own, diagnostics),
      cis: source.cis,
      group: source.group === 'base' ? 'base' : 'others',
      listed: source.listed,
      required: source.required,
      compact: source.compact,
      spellings,
      borrowed,
      alwaysWith: companionsOf(own),
      source,
    })
  })
}

function wildTypeOf(source: LocusTable, own: readonly AlleleRow[], diagnostics: Diagnostic[]): number | null {
  if (source.wildType === undefined) return null
  const allele = own.findIndex((row) => row.allele === source.wildType)
  if (allele >= 0) return allele
  const what = `the wild type of ${source.locus} is "${source.wildType}", which is none of its alleles.`
  const fix = `write one of: ${own.map((row) => row.allele).join(', ')}.`
  diagnostics.push(fault('UNKNOWN_ALLELE', source.place, { what, fix }))
  return null
}

/** Allele → what it is never seen without, also by way of others. */
function companionsOf(own: readonly AlleleRow[]): ReadonlyMap<number, readonly number[]> {
  const next = new Map(
    own.map((row, allele) => [allele, own.findIndex(({ allele: name }) => name === row.alwaysWith)] as const),
  )
  const found = new Map<number, readonly number[]>()
  for (const allele of next.keys()) {
    const companions: number[] = []
    for (let at = next.get(allele) ?? -1; at >= 0 && !companions.includes(at); at = next.get(at) ?? -1)
      companions.push(at)
    if (companions.length > 0) found.set(allele, companions)
  }
  return found
}

function resolveBorrowed(
  row: AlleleRow,
  standsFor: { readonly locus: string; readonly allele: string },
  tables: RuleTables,
  diagnostics: Diagnostic[],
): { locus: number; allele: number } | undefined {
  const keys = tables.loci.map((locus) => locus.locus)
  const locus = keys.indexOf(standsFor.locus)
  const target = tables.loci[locus]
  if (target === undefined) {
    const what = `"${row.allele}" stands for an allele of "${standsFor.locus}", which is no locus of this rule set.`
    diagnostics.push(unknownLocus(standsFor.locus, keys, row.place, what))
    return undefined
  }
  const names = target.alleles.filter((other) => other.standsFor === undefined).map((other) => other.allele)
  const allele = names.indexOf(standsFor.allele)
  if (allele >= 0) return { locus, allele }
  const what = `"${row.allele}" stands for "${standsFor.allele}", which is no allele of ${standsFor.locus}.`
  diagnostics.push(fault('UNKNOWN_ALLELE', row.place, { what, fix: didYouMean(standsFor.allele, names) }))
  return undefined
}
