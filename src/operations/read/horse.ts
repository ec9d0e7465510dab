/**
 * Reads one horse from a request: base and others, gene by gene.
 * Guarantees: the first fault in the decided order is thrown (base before others, missing before invalid,
 * rule-file order, unknown genes last); a horse it returns has one genotype at every locus.
 * Leaves to others: what is written under one gene (gene.ts), the sex (sex.ts).
 */
import { isHemizygous } from '../../genetics/genotype.js'
import type { HorseGenotype, LocusGenotype, Model, ModelLocus } from '../../model/model.js'
import { expectedOf } from '../../model/phenotype/read-alleles.js'
import { ANIMAL, GROUP_OF_GENES } from './accepted.js'
import { isObject } from './decode-fields.js'
import {
  genotypesOf,
  readGene,
  rememberedGene,
  type GroupName,
  type HorseRules,
  type Meaning,
} from './gene.js'
import { geneInstead, insteadOf, missingBaseHint } from './near-misses.js'
import { invalidField, missingField, namedTwice, unknownGene } from './refusals.js'
import { readSex, withOneCopy, type SexLinkedGene } from './sex.js'

/** Variants that were put on one copy since they are never seen apart, by the gene's field. */
export interface JoinedVariants {
  readonly field: string
  readonly alleles: readonly string[]
}

const NONE: ReadonlySet<string> = new Set()

type Genes = Readonly<Record<string, unknown>>

/** A horse while it is read. */
interface Draft {
  readonly genotype: (LocusGenotype | undefined)[]
  /** What is written under genes that name alleles of other loci. */
  readonly lending: Meaning[]
  readonly joined: JoinedVariants[]
  /** Keys of the genes that answers show only where they are named, and that were. */
  named: ReadonlySet<string>
  readonly sexLinked: SexLinkedGene[]
}

export type Horse = Readonly<ReturnType<typeof readHorse>>

/** What is known beside the genes of an animal. */
export interface HorseAsked {
  /** The fields beside it, for what is said when it is missing. */
  readonly sent?: Genes
  /** Its sex as the request says it; matters only where a locus on the sex chromosome is named. */
  readonly sex?: unknown
  /** What two alike alleles of such a locus mean where no sex is said. */
  readonly otherwise?: 'of-two-copies'
}

/** @param path of the object that holds `base` and `others`: '' or 'mother' or 'father' */
export function readHorse(
  rules: HorseRules,
  value: unknown,
  path: string,
  { sent = {}, sex: said, otherwise }: HorseAsked = {},
) {
  const holder = groupsOf(value, path, sent)
  const prefix = path === '' ? '' : `${path}.`
  const absent = rules.alleleMemo.absent.slice()
  const draft: Draft = { genotype: absent, lending: [], named: NONE, joined: [], sexLinked: [] }
  const base = readGroup(rules.model, holder, 'base', prefix)
  readGenes(rules, draft, base, asObject(holder['others']) ?? {}, 'base', prefix)
  const others = readGroup(rules.model, holder, 'others', prefix)
  readGenes(rules, draft, others, base, 'others', prefix)
  const { lending, named, joined, sexLinked } = draft
  const genotype = draft.genotype as LocusGenotype[]
  for (const own of lentBy(rules, lending)) genotype[own.locus.index] = own
  const isTold = otherwise !== undefined
  const copies = isTold ? sexLinked.map((gene) => ({ ...gene, isTold })) : sexLinked
  /** Where a locus on the sex chromosome was named. */
  const sex = sexLinked.length === 0 ? undefined : readSex(rules.model, copies, said)
  const hasOneCopy = sex !== undefined && sex === rules.model.sexes?.heterogametic
  const whole: HorseGenotype = hasOneCopy ? withOneCopy(rules, genotype, sexLinked) : genotype
  return { genotype: whole, named, joined, sex }
}

/** The object that holds the groups. @param sent the fields beside it, for what is said when it is missing */
export function groupsOf(value: unknown, path: string, sent: Genes): Genes {
  if (isNothing(value)) {
    const hint = insteadOf(path, sent) || `: ${ANIMAL.words}`
    throw missingField(path, `${path} is required${hint}`, [ANIMAL.schema])
  }
  const holder = asObject(value)
  if (holder === undefined) throw invalidField(path, value, [ANIMAL])
  return holder
}

/** Genotypes of loci whose alleles stand under other genes: together, where several genes name some of one locus. */
function lentBy(rules: HorseRules, lending: readonly Meaning[]): readonly LocusGenotype[] {
  const [only] = lending
  if (lending.length < 2) return only?.lent ?? []
  const borrowed = lending.flatMap((each) => each.borrowed)
  return genotypesOf(rules, borrowed)
}

/** What stands under `base` or `others`; throws where `base` is missing. */
export function readGroup(model: Model, holder: Genes, name: GroupName, prefix: string): Genes {
  const value = holder[name]
  if (isNothing(value) || value === '') {
    if (name === 'others') return {}
    const hint = missingBaseHint(model, holder, prefix) || `: ${prefix}base is ${GROUP_OF_GENES.words}`
    throw missingField(`${prefix}base`, `Base genetic information is required${hint}`, [
      GROUP_OF_GENES.schema,
    ])
  }
  const genes = asObject(value)
  if (genes !== undefined) return genes
  throw invalidField(`${prefix}${name}`, value, [GROUP_OF_GENES])
}

/** @param elsewhere what the other group holds */
function readGenes(
  rules: HorseRules,
  draft: Draft,
  genes: Genes,
  elsewhere: Genes,
  group: GroupName,
  prefix: string,
): void {
  const loci = rules.alleleMemo.loci[group]
  const fieldOf = ({ key }: ModelLocus): string => `${prefix}${group}.${key}`
  for (const locus of rules.alleleMemo.required[group])
    requireGene(rules.model, locus, genes, elsewhere, prefix)
  const keys = Object.keys(genes)
  let known = 0
  for (const each of loci) {
    if (known === keys.length) return
    const { locus } = each
    const value = sentUnder(genes, locus)
    if (value === undefined) continue
    known++
    // What a fault would call it is put together only for genes that were never read before.
    const meaning = rememberedGene(each, value) ?? readGene(rules, each, value, fieldOf(locus))
    const { own, borrowed, joined } = meaning
    draft.genotype[locus.index] = own
    if (locus.noCopy !== null) {
      const hasOne = isHemizygous(own)
      const isTold = hasOne || new Set(own.alleles).size > 1
      draft.sexLinked.push({ locus, field: fieldOf(locus), value, hasOne, isTold })
    }
    if (joined.length > 0) draft.joined.push({ field: fieldOf(locus), alleles: joined })
    // Answers show it only where it is named.
    if (!locus.listed && !locus.required) draft.named = new Set([...draft.named, locus.key])
    if (borrowed.length === 0) continue
    const clash = borrowed.find((each) => Object.hasOwn(genes, rules.model.loci[each.locus]?.key ?? ''))
    if (clash !== undefined) throw namedTwice(rules.model, clash, locus, fieldOf(locus), value)
    draft.lending.push(meaning)
  }
  const gene = keys.find((key) => !loci.some(({ locus }) => locus.key === key))
  if (gene === undefined) return
  throw unknownGene(rules.model, gene, group, `${prefix}${group}.${gene}`, genes[gene])
}

/** Throws where a gene without a wild type is left out. @param elsewhere what the other group holds */
export function requireGene(
  model: Model,
  locus: ModelLocus,
  genes: Genes,
  elsewhere: Genes,
  prefix: string,
): void {
  if (!locus.required || sentUnder(genes, locus) !== undefined) return
  const field = `${prefix}${locus.group}.${locus.key}`
  const where = geneInstead(model, locus, Object.keys(genes), Object.keys(elsewhere))
  throw missingField(field, `${field} is required${where}`, expectedOf(locus))
}

/** Undefined where the gene is left out, as most are. What every object has under a gene's name is a function. */
export function sentUnder(genes: Genes, { key }: ModelLocus): unknown {
  const value = genes[key]
  return typeof value === 'function' ? undefined : value
}

export function isNothing(value: unknown): boolean {
  return value === undefined || value === null
}

/** Clients that cannot write an empty object send an empty array. */
function asObject(value: unknown): Genes | undefined {
  if (Array.isArray(value) && value.length === 0) return {}
  return isObject(value) ? value : undefined
}
