/**
 * Compile step 2: linkage groups, with the rows that may say a fraction between neighbours.
 * Guarantees: every locus stands in exactly one group; a group stands where its first locus stands.
 * That neighbours have a fraction is checked on load.
 */
import { groupOfOne } from '../by-coat/components.js'
import type { Diagnostic } from '../../rules/diagnostic.js'
import type { LinkageTable, RecombinationRow, RuleTables } from '../../rules/tables.js'
import { placeOfItem, placeOfKey } from '../../rules/yaml/word-places.js'
import type { FractionRow, LinkageGroup, ModelLocus } from '../model.js'
import { resolvePredicate } from './resolve.js'
import { unknownLocus } from './unknown-words.js'

export function compileGroups(
  tables: RuleTables,
  loci: readonly ModelLocus[],
  diagnostics: Diagnostic[],
): readonly LinkageGroup[] {
  const byKey = new Map(loci.map((locus) => [locus.key, locus]))
  const linked = tables.linkage.map((table) => compileGroup(table, byKey, diagnostics))
  const taken = new Set(linked.flatMap((group) => group.loci))
  const alone = loci.filter((locus) => !taken.has(locus)).map(groupOfOne)
  return [...linked, ...alone]
    .filter((group) => group.loci.length > 0)
    .sort((a, b) => firstOf(a) - firstOf(b))
}

function firstOf(group: LinkageGroup): number {
  return Math.min(...group.loci.map((locus) => locus.index))
}

function compileGroup(
  table: LinkageTable,
  byKey: ReadonlyMap<string, ModelLocus>,
  diagnostics: Diagnostic[],
): LinkageGroup {
  const loci = table.order.flatMap(
    (key, index) => findLocus(key, placeOfItem(table, '/order', index), byKey, diagnostics) ?? [],
  )
  const intervals = table.order.slice(1).map((key, position) => {
    const rows = table.recombination.filter(
      (row) => row.between.includes(key) && row.between.includes(table.order[position] ?? ''),
    )
    // A row with a condition wins over the one without, wherever it stands in the file.
    return [
      ...rows.filter((row) => row.when !== undefined),
      ...rows.filter((row) => row.when === undefined),
    ].map((row) => compileRow(row, byKey, diagnostics))
  })
  return { name: table.group, loci, intervals }
}

function compileRow(
  row: RecombinationRow,
  byKey: ReadonlyMap<string, ModelLocus>,
  diagnostics: Diagnostic[],
): FractionRow {
  const when = Object.entries(row.when ?? {}).flatMap(([key, predicate]) => {
    const pointer = `/when/${key}`
    const locus = findLocus(key, placeOfKey(row, pointer), byKey, diagnostics)
    if (locus === undefined) return []
    const condition = resolvePredicate(predicate, { locus, row, pointer, diagnostics })
    return condition === undefined ? [] : [{ locus: locus.index, condition }]
  })
  const [low, high] = row.interval.map((fraction) => Math.round(fraction * 1000))
  return {
    when,
    thousandths: { best: row.thousandths, low: low ?? row.thousandths, high: high ?? row.thousandths },
  }
}

function findLocus(
  key: string,
  place: RecombinationRow['place'],
  byKey: ReadonlyMap<string, ModelLocus>,
  diagnostics: Diagnostic[],
): ModelLocus | undefined {
  const locus = byKey.get(key)
  if (locus === undefined)
    diagnostics.push(unknownLocus(key, [...byKey.keys()], place, `"${key}" is no locus of this rule set.`))
  return locus
}
