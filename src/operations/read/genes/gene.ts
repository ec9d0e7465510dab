/**
 * Reads what a request writes under one gene, and remembers it where all of it is known.
 * Guarantees: the same alleles mean the same genotype, the very same object while it is remembered; bounded.
 * Leaves to others: which genes must be there, and what they are together (named-genes.ts).
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

/** What animals are read by; a ruleset has it. */
export interface AnimalRules {
  readonly model: Model
  readonly genotypes: Genotypes
  readonly alleleMemo: AlleleMemo
}

export type AlleleMemo = Readonly<ReturnType<typeof createAlleleMemo>>

export interface LocusMemo {
  readonly locus: ModelLocus
  /** First allele as written → second one, undefined where there is none. */
  readonly meanings: BoundedMap<unknown, BoundedMap<unknown, TestedGene>>
}

/** What is written under one gene. */
export type Gene = TestedGene | UnknownGene

/** Some or all of it is unknown. */
export type UnknownGene = PartlyTestedGene | { readonly kind: 'untested' }

/** All of it is known. */
export interface TestedGene {
  readonly kind: 'tested'
  readonly genotype: LocusGenotype
  /** Alleles of another locus that custom writes here. */
  readonly foreign: readonly SharedAllele[]
  /** The genotypes of their loci, where no other gene names any of these. */
  readonly foreignGenotypes: readonly LocusGenotype[]
  /** Variants put on one copy since they are never seen apart. */
  readonly joined: readonly string[]
}

const UNTESTED: Gene = { kind: 'untested' }

/** A locus with copies of several variants has no end of spellings. */
const MAX_SPELLINGS = 64

/** What a rule set says of animals before one is read, and what was written of animals before. */
export function createAlleleMemo({ loci }: Model, genotypes: Genotypes) {
  const base = loci.filter(({ group }) => group === 'base')
  const others = loci.filter(({ group }) => group === 'others')
  const isRequired = ({ required }: ModelLocus): boolean => required
  const memoOf = (locus: ModelLocus): LocusMemo => ({ locus, meanings: createBoundedMap(MAX_SPELLINGS) })
  return {
    loci: { base: base.map(memoOf), others: others.map(memoOf) },
    /** Loci that no animal may leave out. */
    required: { base: base.filter(isRequired), others: others.filter(isRequired) },
    /** By locus index, what a gene left out means; undefined where it may not be. */
    absent: loci.map((locus) =>
      locus.required || locus.wildType === null ? undefined : genotypes.wildType(locus),
    ),
  }
}

/** What these alleles meant before, if they are one or two: longer lists are rare. */
export function rememberedGene({ meanings }: LocusMemo, value: unknown): TestedGene | undefined {
  if (!Array.isArray(value) || value.length > 2) return undefined
  return meanings.known(value[0])?.known(value[1])
}

/**
 * Remembers genotypes for the next time, and nothing that holds a sign, since such texts have no greatest length.
 * Throws ClientError for what cannot be written under the gene.
 * @param mayBeUnknown whether alleles may be unknown: otherwise a sign is the fault of the client
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
  const { borrowed: foreign, joined } = read
  const foreignGenotypes = genotypesOf(rules, foreign)
  const gene: TestedGene = { kind: 'tested', genotype, foreign, foreignGenotypes, joined }
  if (!Array.isArray(value) || value.length > 2) return gene
  const seconds = meanings.known(value[0]) ?? meanings.keep(value[0], createBoundedMap(MAX_SPELLINGS))
  return seconds.keep(value[1], gene)
}

/** Genotypes of the loci to which alleles belong that custom writes elsewhere. */
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

/** How many copies are written of a gene on the sex chromosome. An untested gene keeps anybody from being asked for the sex. */
export function copiesOf(gene: Gene): Pick<SexLinkedGene, 'hasOneCopy' | 'tellsSex'> {
  if (gene.kind === 'untested') return { hasOneCopy: false, tellsSex: true }
  if (gene.kind === 'partlyTested') return { hasOneCopy: gene.hasOneCopy, tellsSex: true }
  const hasOneCopy = isHemizygous(gene.genotype)
  // Two alleles alike may be an only one, written twice.
  return { hasOneCopy, tellsSex: hasOneCopy || isHeterozygous(gene.genotype) }
}
