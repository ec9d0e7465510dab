/**
 * Reads the genes that a request names for one animal.
 * Guarantees: throws the first fault in a fixed order: base before others, missing before invalid, rule-file order, unknown genes
 * last.
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

/** Variants placed on one copy because they always occur together, with the gene's field. */
export interface CombinedVariants {
  readonly field: string
  readonly alleles: readonly string[]
}

export type NamedGenes = Readonly<ReturnType<typeof readNamedGenes>>

/**
 * `known`: genes without a wild type must be present, and all alleles known. `required`: these genes must be present, possibly
 * with unknown alleles. `any`: genes may be missing.
 */
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
  readonly combined: CombinedVariants[]
  readonly sexLinked: SexLinkedGene[]
}

/** Throws ClientError. @param holder the object with `base` and `others` @param prefix of its fields' paths */
export function readNamedGenes(rules: AnimalRules, holder: Fields, prefix: string, demands: Demands) {
  const draft: Draft = {
    /** The groups as sent. */
    base: NO_GENES,
    others: NO_GENES,
    /** Prefix of the fields' paths. */
    prefix,
    /** Whether the genotype is complete: no unknown allele, no required gene missing. */
    areKnown: true,
    /** Known genotypes by locus index; wild type if the gene is left out. */
    genotype: rules.alleleMemo.absent.slice(),
    /** Genes with unknown alleles. */
    unknown: [],
    /** Genes with alleles of other loci. */
    foreign: [],
    /** Keys of named genes that answers show only if they are named. */
    named: NONE,
    combined: [],
    sexLinked: [],
  }
  if (demands !== 'any' || isSent(holder, 'base')) draft.base = readGroup(rules.model, holder, 'base', prefix)
  readGenesOf(rules, draft, 'base', asObject(holder['others']) ?? NO_GENES, demands)
  draft.others = readGroup(rules.model, holder, 'others', prefix)
  readGenesOf(rules, draft, 'others', draft.base, demands)
  return draft
}

const NO_GENES: Fields = {}

/** The genotype at every locus. @param genes all known */
export function genotypeOf(rules: AnimalRules, { genotype, foreign }: NamedGenes): HorseGenotype {
  if (foreign.length === 0) return genotype as HorseGenotype
  const whole = genotype.slice()
  for (const atHome of foreignGenotypes(rules, foreign)) whole[atHome.locus.index] = atHome
  return whole as HorseGenotype
}

/** Genotypes of the loci that foreign alleles belong to. Alleles of one locus from several genes are combined. */
export function foreignGenotypes(
  rules: AnimalRules,
  foreign: readonly GeneOf<TestedGene>[],
): readonly LocusGenotype[] {
  const [only] = foreign
  if (foreign.length < 2) return only?.gene.foreignGenotypes ?? []
  const alleles = foreign.flatMap(({ gene }) => gene.foreign)
  return genotypesOf(rules, alleles)
}

/** Throws ClientError. @param elsewhere genes of the other group */
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
    // The field's path is built only for genes that are not cached.
    const gene =
      rememberedGene(each, value) ?? readGene(rules, each, value, fieldOf(locus), demands !== 'known')
    if (locus.noCopy !== null)
      draft.sexLinked.push({ locus, field: fieldOf(locus), value, ...copiesOf(gene) })
    // Answers show such a gene only if it is named.
    if (!locus.listed && !locus.required) draft.named = new Set([...draft.named, locus.key])
    if (gene.kind !== 'tested') {
      draft.areKnown = false
      draft.unknown.push({ locus, gene })
      continue
    }
    draft.genotype[locus.index] = gene.genotype
    if (gene.combined.length > 0) draft.combined.push({ field: fieldOf(locus), alleles: gene.combined })
    if (gene.foreign.length === 0) continue
    const clash = gene.foreign.find(({ locus: index }) => isNamed(model.loci[index], genes, elsewhere))
    if (clash !== undefined) throw namedTwice(model, clash, locus, fieldOf(locus), value)
    draft.foreign.push({ locus, gene })
  }
  const gene = keys.find((key) => !loci.some(({ locus }) => locus.key === key))
  if (gene === undefined) return
  throw unknownGene(model, gene, group, `${prefix}${group}.${gene}`, genes[gene])
}

/** Whether the locus has known alleles under its own key. */
function isNamed({ key }: Pick<ModelLocus, 'key'> = { key: '' }, ...groups: readonly Fields[]): boolean {
  return groups.some((genes) => Object.hasOwn(genes, key) && !isUntested(genes[key]))
}
