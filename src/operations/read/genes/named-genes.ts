/**
 * Reads the genes that a request names of one animal.
 * Guarantees: the first fault in the decided order is thrown, whether or not all genes are known: base before others, missing
 * before invalid, rule-file order, unknown genes last. Nothing is kept of a gene but its genotype where all of it is known.
 * Leaves to others: what is written under one gene (gene.ts).
 */
import type { HorseGenotype, LocusGenotype, ModelLocus } from '../../../model/model.js'
import type { Fields } from '../decode-fields.js'
import { namedTwice, unknownGene } from '../refusals.js'
import type { SexLinkedGene } from '../sex.js'
import { isSent } from '../values.js'
import {
  copiesOf,
  genotypesOf,
  readGene,
  rememberedGene,
  type AnimalRules,
  type TestedGene,
  type UnknownGene,
} from './gene.js'
import { asObject, missingGene, readGroup, sentUnder, type GroupName } from './groups.js'
import { isUntested } from './unknown-alleles.js'

/** A gene with its locus. */
export interface GeneOf<Kind> {
  readonly locus: ModelLocus
  readonly gene: Kind
}

/** Variants that were put on one copy since they are never seen apart, by the gene's field. */
export interface CombinedVariants {
  readonly field: string
  readonly alleles: readonly string[]
}

export type NamedGenes = Readonly<ReturnType<typeof readNamedGenes>>

/** Which genes must be there and known: all of them, those that have no wild type without being known, or none. */
export type Demands = 'known' | 'required' | 'any'

const NONE: ReadonlySet<string> = new Set()

interface Draft {
  base: Fields
  others: Fields
  readonly prefix: string
  areKnown: boolean
  readonly genotype: (LocusGenotype | undefined)[]
  readonly unknown: GeneOf<UnknownGene>[]
  readonly foreign: GeneOf<TestedGene>[]
  named: ReadonlySet<string>
  readonly joined: CombinedVariants[]
  readonly sexLinked: SexLinkedGene[]
}

/** @param holder the object with `base` and `others` @param prefix of its fields */
export function readNamedGenes(rules: AnimalRules, holder: Fields, prefix: string, demands: Demands) {
  const draft: Draft = {
    /** The groups as they were sent. */
    base: NO_GENES,
    others: NO_GENES,
    /** Of the fields' paths. */
    prefix,
    /** Whether every gene is known: none has an unknown allele, and none is missing. */
    areKnown: true,
    /** By locus index, where it is known; wild type where the gene is left out. */
    genotype: rules.alleleMemo.absent.slice(),
    /** Genes with unknown alleles. */
    unknown: [],
    /** Genes under which alleles of other loci are written. */
    foreign: [],
    /** Keys of the genes that answers show only where they are named, and that were. */
    named: NONE,
    joined: [],
    sexLinked: [],
  }
  if (demands !== 'any' || isSent(holder, 'base')) draft.base = readGroup(rules.model, holder, 'base', prefix)
  readGenesOf(rules, draft, 'base', asObject(holder['others']) ?? NO_GENES, demands)
  draft.others = readGroup(rules.model, holder, 'others', prefix)
  readGenesOf(rules, draft, 'others', draft.base, demands)
  return draft
}

const NO_GENES: Fields = {}

/** The genotype of an animal of which all genes are known. */
export function genotypeOf(rules: AnimalRules, { genotype, foreign }: NamedGenes): HorseGenotype {
  if (foreign.length === 0) return genotype as HorseGenotype
  const whole = genotype.slice()
  for (const own of foreignGenotypes(rules, foreign)) whole[own.locus.index] = own
  return whole as HorseGenotype
}

/** Genotypes of loci whose alleles stand under other genes: together, where several genes name some of one locus. */
export function foreignGenotypes(
  rules: AnimalRules,
  foreign: readonly GeneOf<TestedGene>[],
): readonly LocusGenotype[] {
  const [only] = foreign
  if (foreign.length < 2) return only?.gene.foreignGenotypes ?? []
  const alleles = foreign.flatMap(({ gene }) => gene.foreign)
  return genotypesOf(rules, alleles)
}

/** @param elsewhere what the other group holds */
function readGenesOf(
  rules: AnimalRules,
  draft: Draft,
  group: GroupName,
  elsewhere: Fields,
  demands: Demands,
): void {
  const { model, alleleMemo } = rules
  const { [group]: genes, prefix } = draft
  const loci = alleleMemo.loci[group]
  const fieldOf = ({ key }: ModelLocus): string => `${prefix}${group}.${key}`
  for (const locus of alleleMemo.required[group]) {
    if (sentUnder(genes, locus) !== undefined) continue
    if (demands !== 'any') throw missingGene(model, locus, genes, elsewhere, prefix)
    draft.areKnown = false
  }
  const keys = Object.keys(genes)
  let known = 0
  for (const each of loci) {
    if (known === keys.length) return
    const { locus } = each
    const value = sentUnder(genes, locus)
    if (value === undefined) continue
    known++
    // What a fault would call it is put together only for genes that were never read before.
    const gene =
      rememberedGene(each, value) ?? readGene(rules, each, value, fieldOf(locus), demands !== 'known')
    if (locus.noCopy !== null)
      draft.sexLinked.push({ locus, field: fieldOf(locus), value, ...copiesOf(gene) })
    // Answers show it only where it is named.
    if (!locus.listed && !locus.required) draft.named = new Set([...draft.named, locus.key])
    if (gene.kind !== 'tested') {
      draft.areKnown = false
      draft.unknown.push({ locus, gene })
      continue
    }
    draft.genotype[locus.index] = gene.genotype
    if (gene.joined.length > 0) draft.joined.push({ field: fieldOf(locus), alleles: gene.joined })
    if (gene.foreign.length === 0) continue
    const clash = gene.foreign.find(({ locus: index }) => isNamed(model.loci[index], genes, elsewhere))
    if (clash !== undefined) throw namedTwice(model, clash, locus, fieldOf(locus), value)
    draft.foreign.push({ locus, gene })
  }
  const gene = keys.find((key) => !loci.some(({ locus }) => locus.key === key))
  if (gene === undefined) return
  throw unknownGene(model, gene, group, `${prefix}${group}.${gene}`, genes[gene])
}

/** Whether something is said of the locus under its own name. */
function isNamed({ key }: Pick<ModelLocus, 'key'> = { key: '' }, ...groups: readonly Fields[]): boolean {
  return groups.some((genes) => Object.hasOwn(genes, key) && !isUntested(genes[key]))
}
