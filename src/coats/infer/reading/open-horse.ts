/**
 * Reads an animal of which not everything is known: base and others as everywhere, with signs, `untested` and `seen`.
 * Guarantees: faults in the same order as for known animals; a gene that is left out stays wild type, unless `untested` says
 * that none was tested, or the caller lets it follow from relatives.
 */
import type { KnownHorse, Test } from '../../../inference/question.js'
import type { BorrowedAllele, ModelLocus } from '../../../model/model.js'
import { expectedOf } from '../../../model/phenotype/read-alleles.js'
import type { Population } from '../../../model/population.js'
import type { Sex } from '../../../rules/tables.js'
import type { Fields } from '../../answers.js'
import {
  asObject,
  HORSE_SHAPE,
  isNothing,
  readGroup,
  sentUnder,
  type JoinedVariants,
} from '../../request/horse.js'
import { geneInstead, insteadOf } from '../../request/near-misses.js'
import { invalidField, missingField, namedTwice, unknownGene } from '../../request/refusals.js'
import type { RuleBook } from '../../rule-book.js'
import { leftOut, patternsOf, readOpenGene, untested } from './open-gene.js'
import { sexOf, sexSaid, type NamedGene } from './open-sex.js'
import { readSeen, type SeenRead } from './seen.js'

export interface OpenHorse {
  /** By locus index, of genes that are named and say something. */
  readonly tests: ReadonlyMap<number, Test>
  /** Indices of loci that are named. */
  readonly namedLoci: ReadonlySet<number>
  /** Keys of genes that answers show only where they are named. */
  readonly named: ReadonlySet<string>
  readonly joined: readonly JoinedVariants[]
  readonly sex: Sex | undefined
  readonly namesSexLinked: boolean
  readonly isUntested: boolean
  readonly seen: SeenRead
  readonly field: (locus: ModelLocus) => string
}

export interface OpenAsked {
  /** Whose words for coats come first. */
  readonly language: string
  /** The fields beside it, for what is said when it is missing. */
  readonly sent?: Fields
  /** As the request says it, or what a parent is. */
  readonly sex?: unknown
  readonly isUntested: boolean
  /** Genes that may not be left out elsewhere follow from relatives and the population here. */
  readonly baseMayMiss?: boolean
}

/** @param path of the object that holds `base`, `others`, `seen` and `untested` */
export function readOpenHorse(book: RuleBook, value: unknown, path: string, asked: OpenAsked): OpenHorse {
  if (isNothing(value)) {
    const hint = insteadOf(path, Object.keys(asked.sent ?? {})) || `: ${HORSE_SHAPE}`
    throw missingField(path, `${path} is required${hint}`, [HORSE_SHAPE])
  }
  const holder = asObject(value)
  if (holder === undefined) throw invalidField(path, value, [HORSE_SHAPE])
  const prefix = path === '' ? '' : `${path}.`
  const isUntested = asked.isUntested || readUntested(holder['untested'], `${prefix}untested`)
  const mayMiss = asked.baseMayMiss === true
  const baseGroup = mayMiss && isNothing(holder['base']) ? {} : readGroup(book.model, holder, 'base', prefix)
  const othersGroup = readGroup(book.model, holder, 'others', prefix)
  if (!mayMiss) requireBase(book, baseGroup, othersGroup, prefix)
  const base = readGenes(book, baseGroup, 'base', prefix)
  const others = readGenes(book, othersGroup, 'others', prefix)
  const genes = [...base, ...others]
  const tests = new Map(
    genes.flatMap(({ locus, gene }) => (gene.test === undefined ? [] : [[locus.index, gene.test] as const])),
  )
  for (const { locus, gene, field, value: written } of genes)
    addBorrowed(book, tests, gene.borrowed, locus, field, written)
  const sexLinked = genes.filter(({ locus }) => locus.noCopy !== null)
  return {
    tests,
    namedLoci: new Set([...genes.map(({ locus }) => locus.index), ...tests.keys()]),
    named: new Set(genes.flatMap(({ locus }) => (locus.listed || locus.required ? [] : [locus.key]))),
    joined: genes.flatMap(({ field, gene }) =>
      gene.joined.length === 0 ? [] : [{ field, alleles: gene.joined }],
    ),
    sex: sexLinked.length === 0 ? sexSaid(asked.sex) : sexOf(book, sexLinked, asked.sex, prefix),
    namesSexLinked: sexLinked.length > 0,
    isUntested,
    seen: isNothing(holder['seen'])
      ? { seen: [], looks: [] }
      : readSeen(book, holder['seen'], `${prefix}seen`, asked.language),
    field: ({ group, key }) => `${prefix}${group}.${key}`,
  }
}

/** `untested=population`: what is left out was not tested. */
export function readUntested(value: unknown, field: string): boolean {
  if (isNothing(value) || value === '') return false
  if (value === 'population') return true
  throw invalidField(field, value, ['population'])
}

/** Loci of which somebody says something, or the population does; all others are wild type in all animals. */
export function spokenOf(
  read: readonly OpenHorse[],
  population: Population | undefined,
): (locus: ModelLocus) => boolean {
  const isUntested = read.some((horse) => horse.isUntested)
  return ({ index }) =>
    isUntested || population?.loci.has(index) === true || read.some(({ namedLoci }) => namedLoci.has(index))
}

/**
 * The horse of a question: what is left out is wild type, but for what may stay open.
 * @param isSpokenOf loci of which the question says anything @param mayStayOpen loci that follow from relatives
 */
export function knownHorse(
  { model }: RuleBook,
  id: string,
  horse: OpenHorse,
  parents: Pick<KnownHorse, 'mother' | 'father'>,
  isSpokenOf: (locus: ModelLocus) => boolean,
  mayStayOpen = false,
): KnownHorse {
  const tests = new Map(horse.tests)
  const isFounder = parents.mother === undefined && parents.father === undefined
  // Of an animal without parents and sex the coat is the same either way.
  const ofSex = horse.sex === model.sexes?.heterogametic ? 1 : 2
  const copies = horse.sex === undefined && !isFounder ? undefined : ofSex
  for (const locus of model.loci) {
    const isNamed = horse.namedLoci.has(locus.index)
    if (tests.has(locus.index) || !isSpokenOf(locus) || (mayStayOpen && !isNamed)) continue
    const isOpen = isNamed || horse.isUntested || locus.required
    const field = horse.field(locus)
    const test = isOpen ? untested(locus, field, copies) : leftOut(locus, field, copies)
    if (test !== undefined) tests.set(locus.index, test)
  }
  return { id, sex: horse.sex, ...parents, tests, seen: horse.seen.seen }
}

function readGenes(
  { model }: RuleBook,
  group: Fields,
  name: ModelLocus['group'],
  prefix: string,
): readonly NamedGene[] {
  const loci = model.loci.filter((locus) => locus.group === name)
  const found = loci.flatMap((locus): readonly NamedGene[] => {
    const value = sentUnder(group, locus)
    if (value === undefined) return []
    const field = `${prefix}${name}.${locus.key}`
    return [{ locus, field, value, gene: readOpenGene(model, locus, value, field) }]
  })
  const gene = Object.keys(group).find((key) => !loci.some((locus) => locus.key === key))
  if (gene !== undefined) throw unknownGene(model, gene, name, `${prefix}${name}.${gene}`, group[gene])
  return found
}

function requireBase({ model }: RuleBook, base: Fields, others: Fields, prefix: string): void {
  for (const locus of model.loci) {
    const group = locus.group === 'base' ? base : others
    if (!locus.required || sentUnder(group, locus) !== undefined) continue
    const field = `${prefix}${locus.group}.${locus.key}`
    const elsewhere = locus.group === 'base' ? others : base
    const where = geneInstead(model, locus, Object.keys(group), Object.keys(elsewhere))
    throw missingField(field, `${field} is required${where}`, expectedOf(locus))
  }
}

/** Alleles that custom writes under another gene are tests of their own. */
function addBorrowed(
  { model }: RuleBook,
  tests: Map<number, Test>,
  borrowed: readonly BorrowedAllele[],
  under: ModelLocus,
  field: string,
  value: unknown,
): void {
  const [first, second] = borrowed
  const locus = model.loci[first?.locus ?? -1]
  if (first === undefined || locus === undefined || locus.wildType === null) return
  if (tests.has(locus.index)) throw namedTwice(model, first, under, field, value)
  const pair = [[first.allele], [second?.allele ?? locus.wildType]] as const
  tests.set(locus.index, { field, text: JSON.stringify(value), pairs: [patternsOf(pair)] })
}
