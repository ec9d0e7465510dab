/**
 * The whole genotype space of a rule set, by what can be seen: for each component of a coat every part there
 * is, how many genotypes give it, and the smallest of them.
 * Guarantees: exact and complete, never by listing genotypes; parts of different components combine freely.
 */
import { pairOf, type Pair } from '../../genetics/genotype.js'
import { sumParts } from '../by-coat/parts.js'
import { coatTables, groupOfOne, splitComponents, withAsked } from '../by-coat/components.js'
import { coatEffect, type EffectOf } from '../by-coat/diagram.js'
import { createGenotypes } from '../phenotype/genotypes.js'
import { spaceOfLocus, type LocusClass } from '../compile/classes.js'
import { atomsOf } from '../compile/bounds.js'
import { choicesOfOneSex, withOneSexGroup } from '../compile/sex.js'
import type { CompiledTable, LinkageGroup, LocusGenotype, Model, ModelLocus, Outcome } from '../model.js'
import { createTally } from '../by-coat/tally.js'
import { copiesOf } from './smallest-example.js'
import type { FoalGroup } from '../cross/zygotes.js'

export interface SpaceOptions {
  /** Equal keys mean parts that need not be told apart. */
  readonly keyOf: (outcomes: readonly Outcome[], tables: readonly CompiledTable[]) => string
  /** What `keyOf` looks at beside tokens, hiding and viability; outcomes equal in those are one else. */
  readonly tellApart?: EffectOf
  /** The alleles that may be carried, by index; all, where it is not given. */
  readonly among?: (locus: ModelLocus) => readonly number[]
  /** The tables looked at, with those whose tokens they ask for; those that matter to a coat, where not given. */
  readonly only?: (table: CompiledTable) => boolean
  /** See components.ts. */
  readonly sameToken?: (token: string) => string
}

/**
 * @param model of which only loci and the given tables are read
 * @returns of each component its tables in table order, its parts, and how many genotypes its loci have together
 */
export function surveySpace(model: Model, options: SpaceOptions) {
  // Linkage says how probable genotypes are, not which there are: here loci are independent, where the sex does not tie them.
  const groups = withOneSexGroup(model.loci.map(groupOfOne))
  const tables = options.only === undefined ? coatTables(model.tables) : withAsked(model.tables, options.only)
  const components = splitComponents(groups, tables, options.sameToken)
  const all = components.flatMap(({ tables }) => tables)
  const genotypes = createGenotypes(model)
  const loci = groups.map((group) => {
    const classes = group.loci.map((locus) =>
      spaceOfLocus(locus, atomsOf(locus, all), options.among?.(locus)),
    )
    return groupDistributions(group, classes, genotypes.of)
  })
  const { tellApart = () => '' } = options
  const effectOf = (outcome: Outcome): string => coatEffect(outcome) + tellApart(outcome)
  return components.map(({ groups: own, tables }) => {
    const sums = sumParts(
      createTally(groups, own, tables, effectOf),
      [loci.map(([bySmallness]) => bySmallness), loci.map(([, byNumber]) => byNumber)],
      (outcomes) => options.keyOf(outcomes, tables),
    )
    const parts = sums.map(({ outcomes, hidesRest, weights, best }) => {
      /** The smallest genotype that gives it, at each of the component's loci. */
      const example = own.flatMap((g, i) => loci[g]?.[1].genotypes[best.path[i] ?? 0] ?? [])
      return { outcomes, hidesRest, genotypes: weights[1] ?? 0n, example }
    })
    return { tables, parts, genotypes: parts.reduce((sum, part) => sum + part.genotypes, 0n) }
  })
}

/**
 * How many genotypes of a space have only parts of some kind, which nothing need be listed for: parts of different
 * components combine freely.
 * @param wanted what each part of a genotype must be; all genotypes are counted where it is left out
 */
export function countGenotypes<Part extends { readonly genotypes: bigint }>(
  space: readonly { readonly parts: readonly Part[] }[],
  wanted: (part: Part) => boolean = () => true,
): bigint {
  const counts = space.map(({ parts }) =>
    parts.filter(wanted).reduce((sum, { genotypes }) => sum + genotypes, 0n),
  )
  return counts.reduce((product, count) => product * count, 1n)
}

/** Loci as if they were a cross's: once weighed by how small genotypes are, once by how many there are. */
function groupDistributions(
  group: LinkageGroup,
  classes: readonly (readonly LocusClass[])[],
  of: (locus: ModelLocus, layouts: readonly Pair[]) => LocusGenotype,
): readonly [bySmallness: FoalGroup, byNumber: FoalGroup] {
  const { loci } = group
  const all = choicesOfOneSex(loci, classes, ({ dosage }) => dosage)
  const genotypes = all.map((each) =>
    each.map(({ dosage }, i) => {
      const locus = loci[i] as ModelLocus
      return of(locus, [pairOf(...copiesOf(locus, dosage))])
    }),
  )
  const carried = all.map((each) => each.reduce((sum, { carried }) => sum + carried, 0))
  const largest = carried.reduce((most, each) => Math.max(most, each), 0)
  const weighed = (weights: readonly bigint[]): FoalGroup => ({
    group,
    genotypes,
    weights,
    total: weights.reduce((sum, weight) => sum + weight, 0n),
  })
  return [
    weighed(carried.map((alleles) => 1n << BigInt(largest - alleles))),
    weighed(all.map((each) => each.reduce((product, { genotypes }) => product * genotypes, 1n))),
  ]
}
