/**
 * The whole genotype space of a rule set, by what can be seen: for each component of a coat every part there
 * is, how many genotypes give it, and the smallest of them.
 * Guarantees: exact and complete, never by listing genotypes; parts of different components combine freely.
 */
import { pairOf, type Pair } from '../../genetics/genotype.js'
import { sumParts } from '../by-coat/parts.js'
import { coatTables, groupOfOne, splitComponents, withAsked } from '../by-coat/components.js'
import type { TellApart } from '../by-coat/diagram.js'
import { createGenotypes } from '../phenotype/genotypes.js'
import { carriedOf, spaceOfLocus } from '../compile/classes.js'
import { distinctAtoms } from '../compile/fill-table.js'
import type { CompiledTable, LinkageGroup, LocusGenotype, Model, ModelLocus, Outcome } from '../model.js'
import type { Atom } from '../compile/predicate.js'
import { createTally } from '../by-coat/tally.js'
import { copiesOf } from './smallest-example.js'
import type { FoalGroup } from '../cross/zygotes.js'

export interface SpacePart {
  /** One for each table of the component. */
  readonly outcomes: readonly Outcome[]
  readonly hidesRest: boolean
  /** How many genotypes of the component's loci give it. */
  readonly genotypes: bigint
  /** The smallest of them, one genotype for each of the component's loci. */
  readonly example: readonly LocusGenotype[]
}

export interface SpaceComponent {
  /** In table order. */
  readonly tables: readonly CompiledTable[]
  readonly parts: readonly SpacePart[]
  /** How many genotypes its loci have together. */
  readonly genotypes: bigint
}

export interface SpaceOptions {
  /** Equal keys mean parts that need not be told apart. */
  readonly keyOf: (outcomes: readonly Outcome[], tables: readonly CompiledTable[]) => string
  /** What `keyOf` looks at beside tokens, hiding, viability and notes; outcomes equal in those are one else. */
  readonly tellApart?: TellApart
  /** The alleles that may be carried, by index; all, where it is not given. */
  readonly among?: (locus: ModelLocus) => readonly number[]
  /** The tables looked at, with those whose tokens they ask for; those that matter to a coat, where not given. */
  readonly only?: (table: CompiledTable) => boolean
  /** See components.ts. */
  readonly sameToken?: (token: string) => string
}

/** @param model of which only loci and the given tables are read */
export function surveySpace(model: Model, options: SpaceOptions): readonly SpaceComponent[] {
  // Linkage says how probable genotypes are, not which there are: here every locus stands alone.
  const groups = model.loci.map(groupOfOne)
  const tables = options.only === undefined ? coatTables(model.tables) : withAsked(model.tables, options.only)
  const components = splitComponents(groups, tables, options.sameToken)
  const all = components.flatMap(({ tables }) => tables)
  const genotypes = createGenotypes(model)
  const loci = groups.map((group) => {
    const [locus] = group.loci as [ModelLocus]
    return locusDistributions(group, locus, atomsOf(all, locus), genotypes.of, options.among?.(locus))
  })
  return components.map(({ groups: own, tables }) => {
    const sums = sumParts(
      createTally(groups, own, tables, options.tellApart),
      [loci.map(([bySmallness]) => bySmallness), loci.map(([, byNumber]) => byNumber)],
      (outcomes) => options.keyOf(outcomes, tables),
    )
    const parts = sums.map(({ outcomes, hidesRest, weights, best }): SpacePart => {
      const example = own.flatMap((g, i) => loci[g]?.[1].outcomes[best.path[i] ?? 0] ?? [])
      return { outcomes, hidesRest, genotypes: weights[1] ?? 0n, example }
    })
    return { tables, parts, genotypes: parts.reduce((sum, part) => sum + part.genotypes, 0n) }
  })
}

/** One locus as if it were a cross's: once weighed by how small its genotypes are, once by how many there are. */
function locusDistributions(
  group: LinkageGroup,
  locus: ModelLocus,
  atoms: readonly Atom[],
  of: (locus: ModelLocus, layouts: readonly Pair[]) => LocusGenotype,
  among: readonly number[] | undefined,
): readonly [bySmallness: FoalGroup, byNumber: FoalGroup] {
  const classes = spaceOfLocus(locus, atoms, among)
  const outcomes = classes.map(({ dosage }) => [of(locus, [pairOf(...copiesOf(locus, dosage))])])
  const carried = classes.map(({ dosage }) => carriedOf(locus, dosage))
  const largest = Math.max(...carried)
  const weighed = (weights: readonly bigint[]): FoalGroup => ({
    group,
    outcomes,
    weights,
    total: weights.reduce((sum, weight) => sum + weight, 0n),
  })
  return [
    weighed(carried.map((alleles) => 1n << BigInt(largest - alleles))),
    weighed(classes.map(({ genotypes }) => genotypes)),
  ]
}

function atomsOf(tables: readonly CompiledTable[], locus: ModelLocus): readonly Atom[] {
  const columns = tables.flatMap((table) => table.columns.filter((column) => column.locus === locus.index))
  return distinctAtoms(columns.flatMap((column) => column.atoms))
}
