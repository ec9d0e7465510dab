/**
 * Reads one horse from a request: base and others, gene by gene.
 * Guarantees: the first fault in the decided order is thrown (base before others, missing before invalid,
 * rule-file order, unknown genes last); a horse it returns has one genotype at every locus.
 * Leaves to others: alleles of one locus (model/phenotype/read-alleles.ts), options and phase.
 */
import { pairOf } from '../../genetics/genotype.js'
import type { BorrowedAllele, LocusGenotype, ModelLocus } from '../../model/model.js'
import { expectedOf, readAlleles } from '../../model/phenotype/read-alleles.js'
import { ContractError } from '../contract-error.js'
import { isObject, sentValue, Unusable } from './decode-fields.js'
import { genotypeFault } from './genotype-error.js'
import { invalidField } from './options.js'
import type { RuleBook } from '../rule-book.js'
import { isExtra, type Genes, type Horse } from './allele-memo.js'

type GroupName = 'base' | 'others'
const OTHER_GROUP = { base: 'others', others: 'base' } as const satisfies Record<GroupName, GroupName>

const HORSE_SHAPE = 'an object with base and, if wanted, others'
const GROUP_SHAPE = 'an object of gene names, each with an array of alleles'

/** @param path of the object that holds `base` and `others`: '' or 'mother' or 'father' */
export function readHorse(book: RuleBook, value: unknown, path: string): Horse {
  if (isNothing(value)) throw missingField(path, `${path} is required`, [HORSE_SHAPE])
  const holder = asObject(value)
  if (holder === undefined) throw invalidField(path, value, [HORSE_SHAPE])
  const prefix = path === '' ? '' : `${path}.`
  const base = readGroup(holder['base'], 'base', prefix)
  const sent = isNothing(holder['others']) ? {} : asObject(holder['others'])
  const spelled = sent && book.spellings.horseOf(base, sent)
  if (spelled !== undefined) return spelled
  const genotype: LocusGenotype[] = []
  const borrowed: BorrowedAllele[] = []
  readGenes(book, base, sent ?? {}, 'base', prefix, genotype, borrowed)
  const others = readGroup(holder['others'], 'others', prefix)
  readGenes(book, others, base, 'others', prefix, genotype, borrowed)
  for (const lent of lentBy(book, borrowed)) genotype[lent.locus.index] = lent
  for (const locus of book.model.loci) genotype[locus.index] ??= book.genotypes.wildType(locus)
  const named = book.model.loci.filter(
    (locus) => isExtra(locus) && Object.hasOwn(locus.group === 'base' ? base : others, locus.key),
  )
  return { genotype, named: new Set(named.map(({ key }) => key)) }
}

function readGroup(value: unknown, name: GroupName, prefix: string): Genes {
  if (isNothing(value)) {
    if (name === 'others') return {}
    throw missingField(`${prefix}base`, 'Base genetic information is required', [GROUP_SHAPE])
  }
  const genes = asObject(value)
  if (genes !== undefined) return genes
  throw invalidField(`${prefix}${name}`, value, [GROUP_SHAPE])
}

/** @param elsewhere what the other group holds */
function readGenes(
  book: RuleBook,
  genes: Genes,
  elsewhere: Genes,
  group: GroupName,
  prefix: string,
  genotype: LocusGenotype[],
  borrowed: BorrowedAllele[],
): void {
  const loci = book.model.loci.filter((locus) => locus.group === group)
  for (const locus of loci) {
    if (!locus.required || Object.hasOwn(genes, locus.key)) continue
    const field = `${prefix}${group}.${locus.key}`
    const where = Object.hasOwn(elsewhere, locus.key) ? `; it was sent in ${OTHER_GROUP[group]}` : ''
    throw missingField(field, `${field} is required${where}`, expectedOf(locus))
  }
  for (const locus of loci) {
    if (!Object.hasOwn(genes, locus.key)) continue
    const value = genes[locus.key]
    if (value instanceof Unusable) throw invalidField(`${prefix}${group}.${locus.key}`, value, [])
    const read = readAlleles(locus, value)
    if (read === undefined) throw invalidGenes(locus, `${prefix}${group}.${locus.key}`, genes[locus.key])
    const own = book.genotypes.of(locus, read.layouts, read.asList)
    genotype[locus.index] = own
    borrowed.push(...read.borrowed)
    const clash = read.borrowed.find((each) => namesLocus(book, genes, each))
    if (clash !== undefined)
      throw namedTwice(book, clash, locus, `${prefix}${group}.${locus.key}`, genes[locus.key])
    const alleles = value as readonly unknown[]
    if (alleles.length <= 2) {
      const [lent] = lentBy(book, read.borrowed)
      book.spellings.learn(locus, alleles, { own, lent })
    }
  }
  for (const gene of Object.keys(genes)) {
    if (loci.some((locus) => locus.key === gene)) continue
    throw unknownGene(book, gene, group, loci, `${prefix}${group}.${gene}`, genes[gene])
  }
}

/** Genotypes of the loci to which alleles belong that custom writes elsewhere. */
function lentBy(book: RuleBook, borrowed: readonly BorrowedAllele[]): readonly LocusGenotype[] {
  return [...new Set(borrowed.map((each) => each.locus))].flatMap((index) => {
    const locus = book.model.loci[index]
    const { wildType } = locus ?? {}
    if (locus === undefined || wildType === undefined || wildType === null) return []
    const [first, second] = borrowed.filter((each) => each.locus === index).map((each) => [each.allele])
    return [book.genotypes.of(locus, [pairOf(first ?? [wildType], second ?? [wildType])])]
  })
}

function namesLocus(book: RuleBook, genes: Genes, each: BorrowedAllele): boolean {
  const locus = book.model.loci[each.locus]
  return locus !== undefined && Object.hasOwn(genes, locus.key)
}

function invalidGenes(locus: ModelLocus, field: string, value: unknown): ContractError {
  return new ContractError(
    'VALIDATION_INVALID_GENES',
    `Invalid genetic combination at ${field}: expected a genotype of ${locus.key}${genotypeFault(locus, value)}`,
    { field, value: sentValue(value), expected: expectedOf(locus) },
  )
}

function namedTwice(
  book: RuleBook,
  clash: BorrowedAllele,
  locus: ModelLocus,
  field: string,
  value: unknown,
): ContractError {
  const other = book.model.loci[clash.locus]?.key ?? ''
  return new ContractError(
    'VALIDATION_INVALID_GENES',
    `${clash.spelling} is an allele of ${other}, which this genotype names too: write it under ${other} only`,
    {
      field,
      value,
      expected: locus.source.alleles.filter((row) => row.standsFor === undefined).map((row) => row.allele),
    },
  )
}

function unknownGene(
  book: RuleBook,
  gene: string,
  group: GroupName,
  loci: readonly ModelLocus[],
  field: string,
  value: unknown,
): ContractError {
  const elsewhere = book.model.loci.find((locus) => locus.key === gene)
  const message =
    elsewhere === undefined
      ? `Unknown gene at ${field}`
      : `The gene at ${field} belongs in ${elsewhere.group}, not in ${group}`
  return new ContractError('VALIDATION_INVALID_GENES', message, {
    field,
    value: sentValue(value),
    expected: loci.map((locus) => locus.key),
  })
}

function missingField(field: string, message: string, expected: readonly unknown[]): ContractError {
  return new ContractError('VALIDATION_MISSING_FIELD', message, { field, value: null, expected })
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null
}

/** Clients that cannot write an empty object send an empty array. */
function asObject(value: unknown): Genes | undefined {
  if (Array.isArray(value) && value.length === 0) return {}
  return isObject(value) ? value : undefined
}
