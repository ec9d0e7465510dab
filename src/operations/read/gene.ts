/**
 * Reads what a request writes under one gene, and remembers it.
 * Guarantees: the same alleles mean the same genotype, the very same object while it is remembered; bounded.
 * Leaves to others: which genes must be there, and what they are together (horse.ts).
 */
import { pairOf } from '../../genetics/genotype.js'
import { createBoundedMap, type BoundedMap } from '../../common/memo.js'
import type { BorrowedAllele, LocusGenotype, Model, ModelLocus } from '../../model/model.js'
import type { Genotypes } from '../../model/phenotype/genotypes.js'
import { expectedOf, readAlleles } from '../../model/phenotype/read-alleles.js'
import { Unusable } from './decode-fields.js'
import { faultAt, invalidGenotype } from './refusals.js'

/** What horses are read by; a rule book has it. */
export interface HorseRules {
  readonly model: Model
  readonly genotypes: Genotypes
  readonly alleleMemo: AlleleMemo
}

export type GroupName = ModelLocus['group']

export type AlleleMemo = Readonly<ReturnType<typeof createAlleleMemo>>

export interface LocusMemo {
  readonly locus: ModelLocus
  /** First allele as written → second one, undefined where there is none. */
  readonly meanings: BoundedMap<unknown, BoundedMap<unknown, Meaning>>
}

/** What is written under one gene. */
export interface Meaning {
  readonly own: LocusGenotype
  /** Alleles of another locus that custom writes here. */
  readonly borrowed: readonly BorrowedAllele[]
  /** The genotypes of their loci, where no other gene names any of these. */
  readonly lent: readonly LocusGenotype[]
  readonly joined: readonly string[]
}

/** A locus with copies of several variants has no end of spellings. */
const MOST_SPELLINGS = 64

/** What a rule set says of horses before one is read, and what was written of horses before. */
export function createAlleleMemo({ loci }: Model, genotypes: Genotypes) {
  const base = loci.filter(({ group }) => group === 'base')
  const others = loci.filter(({ group }) => group === 'others')
  const isRequired = ({ required }: ModelLocus): boolean => required
  const memoOf = (locus: ModelLocus): LocusMemo => ({ locus, meanings: createBoundedMap(MOST_SPELLINGS) })
  return {
    loci: { base: base.map(memoOf), others: others.map(memoOf) },
    /** Loci that no horse may leave out. */
    required: { base: base.filter(isRequired), others: others.filter(isRequired) },
    /** By locus index, what a gene left out means; undefined where it may not be. */
    absent: loci.map((locus) =>
      locus.required || locus.wildType === null ? undefined : genotypes.wildType(locus),
    ),
  }
}

/** What these alleles meant before, if they are one or two: longer lists are rare. */
export function rememberedGene({ meanings }: LocusMemo, value: unknown): Meaning | undefined {
  if (!Array.isArray(value) || value.length > 2) return undefined
  return meanings.known(value[0])?.known(value[1])
}

/** Remembers it for the next time. Throws ContractError for what is no genotype of the locus. */
export function readGene(rules: HorseRules, memo: LocusMemo, value: unknown, field: string): Meaning {
  const { model, genotypes } = rules
  const { locus, meanings } = memo
  if (value instanceof Unusable)
    throw faultAt(field, value, `${field} must be ${value.expected}`, expectedOf(locus))
  const read = readAlleles(locus, value)
  if (read === undefined) throw invalidGenotype(model, locus, field, value)
  const own = genotypes.of(locus, read.layouts, read.asList)
  const { borrowed, joined } = read
  const meaning = { own, borrowed, lent: genotypesOf(rules, borrowed), joined }
  if (!Array.isArray(value) || value.length > 2) return meaning
  const seconds = meanings.known(value[0]) ?? meanings.keep(value[0], createBoundedMap(MOST_SPELLINGS))
  return seconds.keep(value[1], meaning)
}

/** Genotypes of the loci to which alleles belong that custom writes elsewhere. */
export function genotypesOf(
  { model, genotypes }: HorseRules,
  borrowed: readonly BorrowedAllele[],
): readonly LocusGenotype[] {
  return [...new Set(borrowed.map((each) => each.locus))].flatMap((index) => {
    const locus = model.loci[index]
    const { wildType } = locus ?? {}
    if (locus === undefined || wildType === undefined || wildType === null) return []
    const [first, second] = borrowed.filter((each) => each.locus === index).map((each) => [each.allele])
    return [genotypes.of(locus, [pairOf(first ?? [wildType], second ?? [wildType])])]
  })
}
