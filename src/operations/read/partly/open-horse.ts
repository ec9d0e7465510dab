/**
 * Reads an animal of which not everything is known: base and others as everywhere, with signs, `untested` and `seen`.
 * Guarantees: faults in the same order as for known animals.
 * Leaves to others: what a gene means that is left out (known-horse.ts).
 */
import type { Test } from '../../../inference/question.js'
import type { BorrowedAllele, ModelLocus } from '../../../model/model.js'
import type { Fields } from '../decode-fields.js'
import { groupsOf, readGroup, requireGene, sentUnder } from '../horse.js'
import { invalidField, namedTwice, unknownGene } from '../refusals.js'
import { readSex, sexOf } from '../sex.js'
import type { RuleBook } from '../../rule-book.js'
import type { TextContext } from './coat-name.js'
import { isUnsaid, says } from './is-open.js'
import { patternsOf, readOpenGene } from './open-gene.js'
import { readSeen } from './seen.js'

export interface OpenAsked {
  readonly text: TextContext
  /** The fields beside it, for what is said when it is missing. */
  readonly sent?: Fields
  /** As the request says it, or what a parent is. */
  readonly sex?: unknown
  readonly isUntested: boolean
  /** Genes that may not be left out elsewhere follow from relatives and the population here. */
  readonly baseMayMiss?: boolean
}

export type OpenHorse = Readonly<ReturnType<typeof readOpenHorse>>

/** @param path of the object that holds `base`, `others`, `seen` and `untested` */
export function readOpenHorse(book: RuleBook, value: unknown, path: string, asked: OpenAsked) {
  const holder = groupsOf(value, path, asked.sent ?? {})
  const prefix = path === '' ? '' : `${path}.`
  const isUntested = asked.isUntested || readUntested(holder['untested'], `${prefix}untested`)
  const mayMiss = asked.baseMayMiss === true
  const baseGroup = mayMiss && !says(holder, 'base') ? {} : readGroup(book.model, holder, 'base', prefix)
  const othersGroup = readGroup(book.model, holder, 'others', prefix)
  for (const locus of mayMiss ? [] : book.model.loci) {
    const [own, elsewhere] = locus.group === 'base' ? [baseGroup, othersGroup] : [othersGroup, baseGroup]
    requireGene(book.model, locus, own, elsewhere, prefix)
  }
  const base = readGenes(book, baseGroup, 'base', prefix)
  const others = readGenes(book, othersGroup, 'others', prefix)
  const genes = [...base, ...others]
  const tests = new Map(
    genes.flatMap(({ locus, gene }) => (gene.test === undefined ? [] : [[locus.index, gene.test] as const])),
  )
  for (const { locus, gene, field, value: written } of genes)
    addBorrowed(book, tests, gene.borrowed, locus, field, written)
  const sexLinked = genes.flatMap(({ gene, ...rest }) =>
    rest.locus.noCopy === null ? [] : [{ ...rest, ...gene }],
  )
  return {
    /** By locus index, of genes that are named and say something. */
    tests,
    /** Indices of loci that are named. */
    namedLoci: new Set([...genes.map(({ locus }) => locus.index), ...tests.keys()]),
    /** Keys of genes that answers show only where they are named. */
    named: new Set(genes.flatMap(({ locus }) => (locus.listed || locus.required ? [] : [locus.key]))),
    joined: genes.flatMap(({ field, gene }) =>
      gene.joined.length === 0 ? [] : [{ field, alleles: gene.joined }],
    ),
    sex: sexLinked.length === 0 ? sexOf(asked.sex) : readSex(book.model, sexLinked, asked.sex, prefix),
    isUntested,
    seen: says(holder, 'seen') ? readSeen(book, holder['seen'], `${prefix}seen`, asked.text) : [],
    field: ({ group, key }: ModelLocus) => `${prefix}${group}.${key}`,
  }
}

/** `untested=population`: what is left out was not tested. */
export function readUntested(value: unknown, field: string): boolean {
  if (isUnsaid(value)) return false
  if (value === 'population') return true
  throw invalidField(field, value, ['population'])
}

/** The genes of a group that a request names. */
function readGenes({ model }: RuleBook, group: Fields, name: ModelLocus['group'], prefix: string) {
  const loci = model.loci.filter((locus) => locus.group === name)
  const found = loci.flatMap((locus) => {
    const value = sentUnder(group, locus)
    if (value === undefined) return []
    const field = `${prefix}${name}.${locus.key}`
    return [{ locus, field, value, gene: readOpenGene(model, locus, value, field) }]
  })
  const gene = Object.keys(group).find((key) => !loci.some((locus) => locus.key === key))
  if (gene !== undefined) throw unknownGene(model, gene, name, `${prefix}${name}.${gene}`, group[gene])
  return found
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
