/**
 * Limits on what must be enumerated jointly: variants bound by `always_with`, and loci on the sex chromosome, which
 * all have the same number of copies in one animal. The limit of a single table is in compile.ts.
 * Guarantees: computed from the classes of single loci, so no rule file can delay the start.
 */
import { fault, type Diagnostic } from '../../rules/diagnostic.js'
import type { CompiledTable, ModelLocus } from '../model.js'
import { boundOf, spaceOfLocus } from './classes.js'
import { distinctAtoms } from './fill-table.js'
import type { Atom } from './predicate.js'

/** Takes some seconds and 200 MB; each further variant or locus multiplies that by three. */
const MAX_TOGETHER = 25_000

export function tooManyTogether(
  loci: readonly ModelLocus[],
  tables: readonly CompiledTable[],
): readonly Diagnostic[] {
  const bound = loci.flatMap((locus) => {
    const { length } = boundOf(locus, [...locus.alleles.keys()])
    const what = `the ${length} variants of ${locus.key} that "always_with" binds`
    return tooMany(locus, 3 ** length, what, 'take "always_with" off those of which it is least sure.')
  })
  const linked = loci.filter(({ noCopy }) => noCopy !== null)
  const last = linked.at(-1)
  // Combinations for the sex with one copy, and for the sex with two.
  const [one, two] = [1, 0].map((missing) =>
    linked.reduce((product, locus) => product * classesWith(locus, missing, atomsOf(locus, tables)), 1),
  ) as [number, number]
  if (last === undefined) return bound
  const what = `the ${linked.length} loci on the sex chromosome, ${linked.map(({ key }) => key).join(', ')},`
  const fix = 'take some of them out of this rule set, or let rules ask less of them.'
  return [...bound, ...tooMany(last, one + two, what, fix)]
}

function tooMany(
  { source }: ModelLocus,
  combinations: number,
  what: string,
  fix: string,
): readonly Diagnostic[] {
  if (combinations <= MAX_TOGETHER) return []
  return [
    fault('TOO_MANY_TOGETHER', source.place, {
      what: `${what} have ${combinations} combinations that must be looked at together.`,
      why: `At most ${MAX_TOGETHER} are; elsewhere each locus and each variant is looked at by itself.`,
      fix,
    }),
  ]
}

/** @param missing number of copies that this sex lacks, 0 or 1 */
function classesWith(locus: ModelLocus, missing: number, atoms: readonly Atom[]): number {
  return spaceOfLocus(locus, atoms).filter(({ dosage }) => dosage[locus.noCopy ?? -1] === missing).length
}

/** All distinct conditions that the tables place on a locus. */
export function atomsOf({ index }: ModelLocus, tables: readonly CompiledTable[]): readonly Atom[] {
  const columns = tables.flatMap((table) => table.columns.filter((column) => column.locus === index))
  return distinctAtoms(columns.flatMap((column) => column.atoms))
}
