/**
 * Surveys the whole genotype space of a rule set: for each component of a coat, every possible part, the number of
 * genotypes that produce it, and the smallest of them.
 * Guarantees: exact and complete, without listing genotypes; parts of different components combine freely.
 */
import { pairOf, type Pair } from '../../genetics/genotype.js'
import { sumParts } from '../by-coat/parts.js'
import { coatTables, groupOfOne, splitComponents, withDependencies } from '../by-coat/components.js'
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
  /** Parts with equal keys are merged. */
  readonly keyOf: (outcomes: readonly Outcome[], tables: readonly CompiledTable[]) => string
  /** Key of further properties of outcomes that `keyOf` uses, besides tokens, hiding and viability. */
  readonly tellApart?: EffectOf
  /** Indices of the alleles that may be carried; by default all. */
  readonly among?: (locus: ModelLocus) => readonly number[]
  /** The tables to survey (their dependencies are added); by default those that affect a coat. */
  readonly only?: (table: CompiledTable) => boolean
  /** See components.ts. */
  readonly sameToken?: (token: string) => string
}

/**
 * @param model only its loci and the selected tables are read
 * @returns per component: its tables in table order, its parts, and the number of genotypes over its loci
 */
export function surveySpace(model: Model, options: SpaceOptions) {
  // Linkage affects how probable genotypes are, not which exist, so only the loci on the sex chromosome stay
  // together.
  const groups = withOneSexGroup(model.loci.map(groupOfOne))
  const tables =
    options.only === undefined ? coatTables(model.tables) : withDependencies(model.tables, options.only)
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
  return components.map(({ groups: componentGroups, tables }) => {
    const sums = sumParts(
      createTally(groups, componentGroups, tables, effectOf),
      [loci.map(([bySmallness]) => bySmallness), loci.map(([, byNumber]) => byNumber)],
      (outcomes) => options.keyOf(outcomes, tables),
    )
    const parts = sums.map(({ outcomes, hidesRest, weights, best }) => {
      /** The smallest genotype with this part, over the component's loci. */
      const example = componentGroups.flatMap((g, i) => loci[g]?.[1].genotypes[best.path[i] ?? 0] ?? [])
      return { outcomes, hidesRest, genotypes: weights[1] ?? 0n, example }
    })
    return { tables, parts, genotypes: parts.reduce((sum, part) => sum + part.genotypes, 0n) }
  })
}

/**
 * Counts the genotypes of a space in which every part satisfies `wanted`. Parts of different components combine
 * freely, so the counts multiply.
 * @param wanted by default every part
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

/** Treats loci like the foals of a cross, weighted once by the size and once by the number of their genotypes. */
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
  const mostCarried = carried.reduce((most, each) => Math.max(most, each), 0)
  const weighed = (weights: readonly bigint[]): FoalGroup => ({
    group,
    genotypes,
    weights,
    total: weights.reduce((sum, weight) => sum + weight, 0n),
  })
  return [
    weighed(carried.map((alleles) => 1n << BigInt(mostCarried - alleles))),
    weighed(all.map((each) => each.reduce((product, { genotypes }) => product * genotypes, 1n))),
  ]
}
