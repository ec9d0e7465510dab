/**
 * Compile steps 1 and 2: loci with their alleles and spellings, and linkage groups with their recombination
 * fractions.
 * Guarantees: indices follow the manifest; every locus is in exactly one group; groups are ordered by their first
 * locus; every invalid name becomes a diagnostic. On load it was checked that the loci of a group exist and that
 * neighbours have a fraction.
 */
import { groupOfOne } from '../by-coat/components.js'
import { resolvePredicate, unknownLocus } from './resolve.js'
import { withOneSexGroup } from './sex.js'
import { suggestion } from '../../common/nearest.js'
import type { SharedAllele, FractionRow, LinkageGroup, ModelLocus } from '../model.js'
import { type Diagnostic, fault } from '../../rules/diagnostic.js'
import type { AlleleRow, RecombinationRow, RuleTables } from '../../rules/tables.js'
import { chainFrom } from '../../rules/tables/allele-relations.js'
import { placeOfKey } from '../../rules/yaml/word-places.js'

export function compileLoci(tables: RuleTables, diagnostics: Diagnostic[]): readonly ModelLocus[] {
  return tables.loci.map((source, index) => {
    const alleleRows = source.alleles.filter((row) => row.standsFor === undefined)
    const names = alleleRows.map((row) => row.allele)
    const spellings = new Map<string, number>()
    alleleRows.forEach((row, allele) => {
      for (const spelling of [row.allele, ...row.aliases]) spellings.set(spelling, allele)
    })
    const sharedSpellings = new Map<string, SharedAllele>()
    for (const row of source.alleles) {
      if (row.standsFor === undefined) continue
      const target = resolveShared(row, row.standsFor, tables, diagnostics)
      if (target === undefined) continue
      for (const spelling of [row.allele, ...row.aliases])
        sharedSpellings.set(spelling, { spelling: row.allele, ...target })
    }
    return Object.freeze({
      key: source.locus,
      index,
      alleles: source.noCopy === undefined ? names : [...names, source.noCopy],
      // On load it was checked that the wild type is one of the alleles.
      wildType:
        source.wildType === undefined ? null : alleleRows.findIndex((row) => row.allele === source.wildType),
      cis: source.cis,
      noCopy: source.noCopy === undefined ? null : names.length,
      group: source.group === 'base' ? 'base' : 'others',
      listed: source.listed,
      required: source.required,
      compact: source.compact,
      spellings,
      sharedSpellings,
      alwaysWith: companionsOf(alleleRows),
      covers: coveredOf(alleleRows),
      source,
    })
  })
}

/** Allele → the alleles it always occurs with, transitively. */
function companionsOf(alleleRows: readonly AlleleRow[]): ReadonlyMap<number, readonly number[]> {
  const byName = new Map(alleleRows.map((row, allele) => [row.allele, allele]))
  const chains = alleleRows.map((_, allele) =>
    chainFrom(allele, (at) => byName.get(alleleRows[at]?.alwaysWith ?? '')),
  )
  return new Map([...chains.entries()].filter(([, companions]) => companions.length > 0))
}

/** Allele → the alleles it covers. On load it was checked that they are alleles of the locus. */
function coveredOf(alleleRows: readonly AlleleRow[]): ReadonlyMap<number, readonly number[]> {
  const byName = new Map(alleleRows.map((row, allele) => [row.allele, allele]))
  return new Map(
    alleleRows.flatMap(({ covers = [] }, allele) =>
      covers.length === 0 ? [] : [[allele, covers.flatMap((name) => byName.get(name) ?? [])] as const],
    ),
  )
}

function resolveShared(
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
  diagnostics.push(fault('UNKNOWN_ALLELE', row.place, { what, fix: suggestion(standsFor.allele, names) }))
  return undefined
}

export function compileGroups(
  tables: RuleTables,
  loci: readonly ModelLocus[],
  diagnostics: Diagnostic[],
): readonly LinkageGroup[] {
  const keys = loci.map((locus) => locus.key)
  const compileRow = (row: RecombinationRow, order: readonly string[]): FractionRow => {
    const when = Object.entries(row.when ?? {}).flatMap(([key, predicate]) => {
      const pointer = `/when/${key}`
      const locus = loci[keys.indexOf(key)]
      if (locus === undefined || !order.includes(key)) {
        const what = `"${key}" is not in the order of this linkage group, and a fraction depends on nothing else.`
        diagnostics.push(unknownLocus(key, order, placeOfKey(row, pointer), what))
        return []
      }
      const condition = resolvePredicate(predicate, { locus, row, pointer, diagnostics })
      return condition === undefined ? [] : [{ locus: locus.index, condition }]
    })
    const { thousandths: best } = row
    const [low = best, high = best] = row.interval.map((fraction) => Math.round(fraction * 1000))
    return { when, thousandths: { best, low, high } }
  }
  const linked = tables.linkage.map((table): LinkageGroup => ({
    name: table.group,
    loci: table.order.flatMap((key) => loci[keys.indexOf(key)] ?? []),
    // Rows with a condition come before the one without.
    intervals: table.order.slice(1).map((key, before) => {
      const neighbours = [table.order[before] ?? '', key]
      return table.recombination
        .filter(({ between }) => neighbours.every((locus) => between.includes(locus)))
        .map((row) => compileRow(row, table.order))
    }),
  }))
  const taken = new Set(linked.flatMap((group) => group.loci))
  const alone = loci.filter((locus) => !taken.has(locus)).map(groupOfOne)
  return withOneSexGroup([...linked, ...alone])
}
