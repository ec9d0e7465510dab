/**
 * Compile steps 1 and 2: loci, with their alleles, spellings and alleles that custom writes under another locus; and linkage
 * groups, with the rows that may say a fraction between neighbours.
 * Guarantees: indices follow the manifest; every locus stands in exactly one group; a group stands where its first locus
 * stands; every faulty word becomes a diagnostic. That a group's loci exist and neighbours have a fraction is checked on load.
 */
import { groupOfOne } from '../by-coat/components.js'
import { resolvePredicate, unknownLocus } from './resolve.js'
import { withOneSexGroup } from './sex.js'
import { suggestion } from '../../common/nearest.js'
import type { SharedAllele, FractionRow, LinkageGroup, ModelLocus } from '../model.js'
import { type Diagnostic, fault } from '../../rules/diagnostic.js'
import type { AlleleRow, RecombinationRow, RuleTables } from '../../rules/tables.js'
import { chainFrom } from '../../rules/tables/locus-table.js'
import { placeOfKey } from '../../rules/yaml/word-places.js'

export function compileLoci(tables: RuleTables, diagnostics: Diagnostic[]): readonly ModelLocus[] {
  return tables.loci.map((source, index) => {
    const own = source.alleles.filter((row) => row.standsFor === undefined)
    const names = own.map((row) => row.allele)
    const spellings = new Map<string, number>()
    own.forEach((row, allele) => {
      for (const spelling of [row.allele, ...row.aliases]) spellings.set(spelling, allele)
    })
    const borrowed = new Map<string, SharedAllele>()
    for (const row of source.alleles) {
      if (row.standsFor === undefined) continue
      const target = resolveShared(row, row.standsFor, tables, diagnostics)
      if (target === undefined) continue
      for (const spelling of [row.allele, ...row.aliases])
        borrowed.set(spelling, { spelling: row.allele, ...target })
    }
    return Object.freeze({
      key: source.locus,
      index,
      alleles: source.noCopy === undefined ? names : [...names, source.noCopy],
      // That it is one of them is checked on load.
      wildType: source.wildType === undefined ? null : own.findIndex((row) => row.allele === source.wildType),
      cis: source.cis,
      noCopy: source.noCopy === undefined ? null : names.length,
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

/** Allele → what it is never seen without, also by way of others. */
function companionsOf(own: readonly AlleleRow[]): ReadonlyMap<number, readonly number[]> {
  const byName = new Map(own.map((row, allele) => [row.allele, allele]))
  const chains = own.map((_, allele) => chainFrom(allele, (at) => byName.get(own[at]?.alwaysWith ?? '')))
  return new Map([...chains.entries()].filter(([, companions]) => companions.length > 0))
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
    // Rows with a condition stand before the one without.
    intervals: table.order.slice(1).map((key, before) => {
      const ends = [table.order[before] ?? '', key]
      return table.recombination
        .filter(({ between }) => ends.every((end) => between.includes(end)))
        .map((row) => compileRow(row, table.order))
    }),
  }))
  const taken = new Set(linked.flatMap((group) => group.loci))
  const alone = loci.filter((locus) => !taken.has(locus)).map(groupOfOne)
  return withOneSexGroup([...linked, ...alone])
}
