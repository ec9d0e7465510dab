/**
 * The quotient of a locus: genotypes for which all of some questions have the same answers are one class. A genotype
 * here is what a laboratory reports: copies of each allele, phase aside.
 * Guarantees: exact and complete for any number of variants on a copy, without listing genotypes; each class comes with
 * a smallest genotype that shows it.
 */
import { dosageOf } from '../../genetics/genotype.js'
import type { Locus } from '../../genetics/locus.js'
import { asks, atomHolds, summaryOf, type Atom, type Dosage } from './predicate.js'

/** How the genotypes of a locus fall into classes, as plain data. */
export interface Sorting {
  /** What is asked of a genotype. */
  readonly atoms: readonly Atom[]
  /** The answers, one 0 or 1 for each atom → class. */
  readonly classByTruth: ReadonlyMap<string, number>
}

export interface LocusClass {
  /** A genotype of the class, with as few variants as possible. */
  readonly dosage: Dosage
  /** How many those are. */
  readonly carried: number
  /** How many genotypes the class has. */
  readonly genotypes: bigint
}

/** Stands for a number of classes that was not counted to its end. */
export const UNCOUNTED = 1e6

/** More states than any table that can be compiled needs; beyond it the search would only cost memory. */
const MAX_STATES = 8192

/**
 * The classes that one table tells apart. Variants that are never seen apart are laid out like others here, so that
 * every genotype has a class, also where another rule set is compared with this one.
 */
export function classesOf(locus: Locus, atoms: readonly Atom[]) {
  const plain = { ...locus, alwaysWith: new Map() }
  const { classes, states } = survey(plain, atoms, [...locus.alleles.keys()], MAX_STATES)
  /** One genotype of each class, of each sex that can have it, as dosages; as few variants as possible. */
  const examples = classes.map(({ dosage }) => dosage)
  const truths = new Set(examples.map((dosage) => truthOf(atoms, dosage)))
  const classByTruth = new Map([...truths].map((truth, i) => [truth, i]))
  /** How many classes there are; UNCOUNTED, where a table asks far too much of one locus to be compiled. */
  const count = states > MAX_STATES ? UNCOUNTED : truths.size
  return { atoms, classByTruth, examples, count }
}

/** Classes with their sizes, those of the two sexes apart, the smallest genotypes first. @param among the alleles that may be carried, by index */
export function spaceOfLocus(
  locus: Locus,
  atoms: readonly Atom[],
  among: readonly number[] = [...locus.alleles.keys()],
): readonly LocusClass[] {
  return survey(locus, atoms, among, Infinity).classes
}

/** The class of any genotype of the locus that was sorted. */
export function classOf({ atoms, classByTruth }: Sorting, dosage: Dosage): number {
  const found = classByTruth.get(truthOf(atoms, dosage))
  if (found === undefined) throw new Error('a genotype without a class: a defect of classes.ts')
  return found
}

/** How many alleles other than the wild type a genotype carries. */
export function carriedOf({ wildType, noCopy }: Locus, dosage: Dosage): number {
  return dosage.reduce((sum, copies, i) => (i === wildType || i === noCopy ? sum : sum + copies), 0)
}

function truthOf(atoms: readonly Atom[], dosage: Dosage): string {
  let truth = ''
  for (const atom of atoms) truth += atomHolds(atom, dosage) ? '1' : '0'
  return truth
}

/** @param most states after which the search is given up */
function survey(
  locus: Locus,
  atoms: readonly Atom[],
  among: readonly number[],
  most: number,
): { readonly classes: readonly LocusClass[]; readonly states: number } {
  const states = locus.cis ? cisStates(locus, atoms, among, most) : pairStates(locus, among)
  // The other loci of an animal have as many copies as this one, so genotypes of the two sexes are never one.
  const missing = locus.noCopy ?? -1
  const classes = mergeBy(states, (dosage) => `${truthOf(atoms, dosage)} ${dosage[missing] ?? 0}`)
  classes.sort((a, b) => a.carried - b.carried)
  return { classes, states: states.length }
}

/** Every unordered pair of single alleles that an animal can have; the wild type first, so that examples stay simple. */
function pairStates(locus: Locus, among: readonly number[]): readonly LocusClass[] {
  const wildFirst = [...among].sort((a, b) => Number(b === locus.wildType) - Number(a === locus.wildType))
  return wildFirst.flatMap((a, i) =>
    wildFirst
      .slice(i)
      .filter((b) => a !== b || a !== locus.noCopy)
      .map((b) => classWith(locus, dosageOf(locus, [[a], [b]]), 1n)),
  )
}

/**
 * Where a copy carries any set of variants: variants are added one at a time, and genotypes that no later variant can
 * tell apart are one state, so that the work follows the states and not 3^variants.
 */
function cisStates(
  locus: Locus,
  atoms: readonly Atom[],
  among: readonly number[],
  most: number,
): readonly LocusClass[] {
  const nothing: readonly LocusClass[] = [classWith(locus, new Uint8Array(locus.alleles.length), 1n)]
  const merge = (states: readonly LocusClass[]): readonly LocusClass[] =>
    mergeBy(states, (dosage) => atoms.map((atom) => summaryOf(atom, dosage)).join(' '))
  const withAllele = (states: readonly LocusClass[], allele: number): readonly LocusClass[] =>
    [0, 1, 2].flatMap((copies) =>
      states.map(({ dosage, genotypes }) => classWith(locus, dosage.with(allele, copies), genotypes)),
    )
  let states = nothing
  const bound = boundOf(locus, among)
  const free = among.filter((allele) => !bound.includes(allele))
  for (const family of [...familiesOf(locus, atoms, free), bound]) {
    const own =
      family === bound
        ? merge(bound.reduce(withAllele, nothing).filter(({ dosage }) => isWhole(locus, dosage)))
        : family.reduce((sofar, allele) => merge(withAllele(sofar, allele)), nothing)
    states = merge(own.flatMap((more) => states.map((state) => together(locus, state, more))))
    if (states.length > most) break
  }
  return states
}

/** Variants of which some are never seen without others: they are laid out together. */
export function boundOf({ alwaysWith = new Map() }: Locus, among: readonly number[]): readonly number[] {
  const bound = new Set([...alwaysWith].flat(2))
  return among.filter((allele) => bound.has(allele))
}

/** Whether every variant has with it what it is never seen without. */
function isWhole({ alwaysWith = new Map<number, readonly number[]>() }: Locus, dosage: Dosage): boolean {
  return [...alwaysWith].every(([allele, others]) =>
    others.every((other) => (dosage[other] ?? 0) >= (dosage[allele] ?? 0)),
  )
}

/** Variants that the same questions ask about; each that is asked about by name is a family of its own. */
function familiesOf(
  locus: Locus,
  atoms: readonly Atom[],
  among: readonly number[],
): readonly (readonly number[])[] {
  const families = new Map<string, number[]>()
  for (const allele of among) {
    if (allele === locus.wildType) continue
    const asking = atoms.flatMap((atom, i) => (asks(atom, allele) ? [i] : []))
    const byName = asking.some((i) => atoms[i]?.kind !== 'expression')
    const key = byName ? `allele ${allele}` : asking.join()
    families.set(key, [...(families.get(key) ?? []), allele])
  }
  return [...families.values()]
}

function together(locus: Locus, a: LocusClass, b: LocusClass): LocusClass {
  const dosage = a.dosage.map((copies, allele) => copies + (b.dosage[allele] ?? 0))
  return classWith(locus, dosage, a.genotypes * b.genotypes)
}

function classWith(locus: Locus, dosage: Dosage, genotypes: bigint): LocusClass {
  return { dosage, carried: carriedOf(locus, dosage), genotypes }
}

/** Of equal keys the smallest genotype stays, the first among equals. */
function mergeBy(some: readonly LocusClass[], keyOf: (dosage: Dosage) => string): LocusClass[] {
  const merged = new Map<string, LocusClass>()
  for (const each of some) {
    const key = keyOf(each.dosage)
    const known = merged.get(key)
    const { dosage, carried } = known !== undefined && known.carried <= each.carried ? known : each
    merged.set(key, { dosage, carried, genotypes: each.genotypes + (known?.genotypes ?? 0n) })
  }
  return [...merged.values()]
}
