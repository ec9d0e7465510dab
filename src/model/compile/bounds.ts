/**
 * What has to be laid out together, before it is: variants that are never seen apart, and loci on the sex chromosome, of
 * which an animal has as many copies of one as of the others.
 * Guarantees: counted from the classes of single loci, in no time, so that no author's file can keep a start waiting.
 * Leaves to others: what a single table tells apart (compile.ts).
 */
import { fault, type Diagnostic } from '../../rules/diagnostic.js'
import type { CompiledTable, ModelLocus } from '../model.js'
import { boundOf, spaceOfLocus } from './classes.js'
import { distinctAtoms } from './fill-table.js'
import type { Atom } from './predicate.js'

/** Some seconds and 200 MB; every further variant or locus costs three times as much. */
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
  // Those of the sex with one copy, and those of the sex with two.
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

/** @param missing copies of the locus that the sex lacks */
function classesWith(locus: ModelLocus, missing: number, atoms: readonly Atom[]): number {
  return spaceOfLocus(locus, atoms).filter(({ dosage }) => dosage[locus.noCopy ?? -1] === missing).length
}

/** All that some table asks of a locus. */
export function atomsOf({ index }: ModelLocus, tables: readonly CompiledTable[]): readonly Atom[] {
  const columns = tables.flatMap((table) => table.columns.filter((column) => column.locus === index))
  return distinctAtoms(columns.flatMap((column) => column.atoms))
}
