/**
 * Compile step 2: linkage groups, with the rows that may say a fraction between neighbours.
 * Guarantees: every locus stands in exactly one group; a group stands where its first locus stands.
 * That neighbours have a fraction is checked on load.
 */
import { groupOfOne } from '../by-coat/components.js'
import type { Diagnostic } from '../../rules/diagnostic.js'
import type { LinkageTable, Place, RecombinationRow, RuleTables } from '../../rules/tables.js'
import { placeOfItem, placeOfKey } from '../../rules/yaml/word-places.js'
import type { FractionRow, LinkageGroup, ModelLocus } from '../model.js'
import { resolvePredicate } from './resolve.js'
import { unknownLocus } from './unknown-words.js'

export function compileGroups(
  tables: RuleTables,
  loci: readonly ModelLocus[],
  diagnostics: Diagnostic[],
): readonly LinkageGroup[] {
  const keys = loci.map((locus) => locus.key)
  const findLocus = (key: string, place: Place): ModelLocus | undefined => {
    const locus = loci[keys.indexOf(key)]
    if (locus === undefined)
      diagnostics.push(unknownLocus(key, keys, place, `"${key}" is no locus of this rule set.`))
    return locus
  }
  const compileRow = (row: RecombinationRow): FractionRow => {
    const when = Object.entries(row.when ?? {}).flatMap(([key, predicate]) => {
      const pointer = `/when/${key}`
      const locus = findLocus(key, placeOfKey(row, pointer))
      if (locus === undefined) return []
      const condition = resolvePredicate(predicate, { locus, row, pointer, diagnostics })
      return condition === undefined ? [] : [{ locus: locus.index, condition }]
    })
    const { thousandths: best } = row
    const [low = best, high = best] = row.interval.map((fraction) => Math.round(fraction * 1000))
    return { when, thousandths: { best, low, high } }
  }
  const linked = tables.linkage.map((table): LinkageGroup => ({
    name: table.group,
    loci: table.order.flatMap((key, index) => findLocus(key, placeOfItem(table, '/order', index)) ?? []),
    intervals: table.order
      .slice(1)
      .map((key, before) => rowsBetween(table, table.order[before] ?? '', key).map(compileRow)),
  }))
  const taken = new Set(linked.flatMap((group) => group.loci))
  const alone = loci.filter((locus) => !taken.has(locus)).map(groupOfOne)
  const all = [...linked, ...alone].filter((group) => group.loci.length > 0)
  return withOneSexGroup(all).sort((a, b) => firstOf(a) - firstOf(b))
}

/**
 * All loci on the sex chromosome are one group, since they go to sons and daughters together. Where no file links two of
 * them they assort independently in the sex that has two copies.
 */
function withOneSexGroup(groups: readonly LinkageGroup[]): LinkageGroup[] {
  const isOnSexChromosome = ({ loci }: LinkageGroup): boolean => loci.some(({ noCopy }) => noCopy !== null)
  const [first, ...further] = groups.filter(isOnSexChromosome).sort((a, b) => b.loci.length - a.loci.length)
  if (first === undefined) return [...groups]
  const whole = further.reduce(
    (one, other): LinkageGroup => ({
      name: one.name,
      loci: [...one.loci, ...other.loci],
      intervals: [...one.intervals, [], ...other.intervals],
    }),
    first,
  )
  return [...groups.filter((group) => !isOnSexChromosome(group)), whole]
}

function firstOf(group: LinkageGroup): number {
  return Math.min(...group.loci.map((locus) => locus.index))
}

/** A row with a condition wins over the one without, wherever it stands in the file. */
function rowsBetween(table: LinkageTable, one: string, other: string): readonly RecombinationRow[] {
  const rows = table.recombination.filter(({ between }) => between.includes(one) && between.includes(other))
  return [...rows.filter((row) => row.when !== undefined), ...rows.filter((row) => row.when === undefined)]
}
