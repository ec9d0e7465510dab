/**
 * Reads the alleles of one gene of a request, with a cache for complete genotypes.
 * Guarantees: equal alleles give equal genotypes, the same object while it is cached; the cache is bounded.
 */
import { isHemizygous, isHeterozygous, pairOf } from '../../../genetics/genotype.js'
import { createBoundedMap, type BoundedMap } from '../../../common/memo.js'
import type { SharedAllele, LocusGenotype, Model, ModelLocus } from '../../../model/model.js'
import type { Genotypes } from '../../../model/phenotype/genotypes.js'
import { expectedOf, readAlleles } from '../../../model/phenotype/read-alleles.js'
import { Unusable } from '../decode-fields.js'
import { faultAt, invalidGenotype } from '../refusals.js'
import type { SexLinkedGene } from '../sex.js'
import { readPartlyTested, type PartlyTestedGene } from './partly-tested-gene.js'
import { holdsSign, isUntested } from './unknown-alleles.js'

/** The part of a ruleset that reading animals needs. */
export interface AnimalRules {
  readonly model: Model
  readonly genotypes: Genotypes
  readonly alleleMemo: AlleleMemo
}

export type AlleleMemo = Readonly<ReturnType<typeof createAlleleMemo>>

export interface LocusMemo {
  readonly locus: ModelLocus
  /** First allele as written → second allele (undefined if there is none) → gene. */
  readonly meanings: BoundedMap<unknown, BoundedMap<unknown, TestedGene>>
}

/** A gene of a request. */
export type Gene = TestedGene | UnknownGene

/** At least one allele is unknown. */
export type UnknownGene = PartlyTestedGene | { readonly kind: 'untested' }

/** All alleles are known. */
export interface TestedGene {
  readonly kind: 'tested'
  readonly genotype: LocusGenotype
  /** Alleles of another locus that are written under this gene by custom. */
  readonly foreign: readonly SharedAllele[]
  /** Genotypes of their loci, valid if no other gene names alleles of these loci. */
  readonly foreignGenotypes: readonly LocusGenotype[]
  /** Variants placed on one copy because they always occur together. */
  readonly combined: readonly string[]
}

const UNTESTED: Gene = { kind: 'untested' }

/** Cache size. Loci with several variants on a copy have unlimited spellings. */
const MAX_SPELLINGS = 64

/** Loci by group, their defaults, and the cache of genotypes by their spelling. */
export function createAlleleMemo({ loci }: Model, genotypes: Genotypes) {
  const base = loci.filter(({ group }) => group === 'base')
  const others = loci.filter(({ group }) => group === 'others')
  const isRequired = ({ required }: ModelLocus): boolean => required
  const memoOf = (locus: ModelLocus): LocusMemo => ({ locus, meanings: createBoundedMap(MAX_SPELLINGS) })
  return {
    loci: { base: base.map(memoOf), others: others.map(memoOf) },
    /** Loci that a complete genotype must name. */
    required: { base: base.filter(isRequired), others: others.filter(isRequired) },
    /** By locus index, the genotype of a gene left out; undefined if it must not be left out. */
    absent: loci.map((locus) =>
      locus.required || locus.wildType === null ? undefined : genotypes.wildType(locus),
    ),
  }
}

/** The cached gene for these alleles. Only lists of one or two alleles are cached: longer ones are rare. */
export function rememberedGene({ meanings }: LocusMemo, value: unknown): TestedGene | undefined {
  if (!Array.isArray(value) || value.length > 2) return undefined
  return meanings.known(value[0])?.known(value[1])
}

/**
 * Reads and caches a gene. Genes with unknown alleles are not cached, because their texts have unlimited length.
 * Throws ClientError for an invalid value.
 * @param mayBeUnknown whether to accept unknown alleles
 */
export function readGene(
  rules: AnimalRules,
  memo: LocusMemo,
  value: unknown,
  field: string,
  mayBeUnknown: boolean,
): Gene {
  const { model, genotypes } = rules
  const { locus, meanings } = memo
  if (value instanceof Unusable)
    throw faultAt(field, value, `${field} must be ${value.expected}`, expectedOf(locus))
  if (mayBeUnknown && holdsSign(value))
    return isUntested(value) ? UNTESTED : readPartlyTested(model, locus, value, field)
  const read = readAlleles(locus, value)
  if (read === undefined) throw invalidGenotype(model, locus, field, value)
  const genotype = genotypes.of(locus, read.layouts, read.asList)
  const { foreign, combinedHaplotypes: joined } = read
  const foreignGenotypes = genotypesOf(rules, foreign)
  const gene: TestedGene = { kind: 'tested', genotype, foreign, foreignGenotypes, combined: joined }
  if (!Array.isArray(value) || value.length > 2) return gene
  const seconds = meanings.known(value[0]) ?? meanings.keep(value[0], createBoundedMap(MAX_SPELLINGS))
  return seconds.keep(value[1], gene)
}

/** Genotypes of the loci that foreign alleles belong to. */
export function genotypesOf(
  { model, genotypes }: AnimalRules,
  foreign: readonly SharedAllele[],
): readonly LocusGenotype[] {
  return [...new Set(foreign.map((each) => each.locus))].flatMap((index) => {
    const locus = model.loci[index]
    const { wildType } = locus ?? {}
    if (locus === undefined || wildType === undefined || wildType === null) return []
    const [first, second] = foreign.filter((each) => each.locus === index).map((each) => [each.allele])
    return [genotypes.of(locus, [pairOf(first ?? [wildType], second ?? [wildType])])]
  })
}

/** Number of copies of a sex-linked gene as written. Unknown alleles never make the sex a required field. */
export function copiesOf(gene: Gene): Pick<SexLinkedGene, 'hasOneCopy' | 'tellsSex'> {
  if (gene.kind === 'untested') return { hasOneCopy: false, tellsSex: true }
  if (gene.kind === 'partlyTested') return { hasOneCopy: gene.hasOneCopy, tellsSex: true }
  const hasOneCopy = isHemizygous(gene.genotype)
  // Two equal alleles may be a single copy, written twice.
  return { hasOneCopy, tellsSex: hasOneCopy || isHeterozygous(gene.genotype) }
}
