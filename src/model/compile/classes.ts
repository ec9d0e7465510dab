/**
 * Equivalence classes of a locus's genotypes: two genotypes are in the same class if all given conditions (atoms)
 * have the same truth values. A genotype here is a dosage per allele, without phase.
 * Guarantees: exact and complete for any number of variants on a copy, without listing genotypes; each class comes
 * with a smallest example.
 */
import { dosageOf } from '../../genetics/genotype.js'
import type { Locus } from '../../genetics/locus.js'
import { asks, atomHolds, summaryOf, type Atom, type Dosage } from './predicate.js'

/** How a locus's genotypes are sorted into classes, as plain data. */
export interface Sorting {
  /** The conditions that are evaluated. */
  readonly atoms: readonly Atom[]
  /** Truth values, one 0 or 1 per atom → class. */
  readonly classByTruth: ReadonlyMap<string, number>
}

export interface LocusClass {
  /** A genotype of the class, with as few variants as possible. */
  readonly dosage: Dosage
  /** Number of variants in `dosage`. */
  readonly carried: number
  /** Number of genotypes in the class. */
  readonly genotypes: bigint
}

/** Placeholder for a number of classes that was too large to count. */
export const UNCOUNTED = 1e6

/** More states than any compilable table needs; counting further would only cost memory. */
const MAX_STATES = 8192

/**
 * The classes that one table distinguishes. Ignores `alwaysWith`, so that every genotype has a class even when
 * another rule set is compared with this one.
 */
export function classesOf(locus: Locus, atoms: readonly Atom[]) {
  const plain = { ...locus, alwaysWith: new Map() }
  const { classes, states } = survey(plain, atoms, [...locus.alleles.keys()], MAX_STATES)
  /** One smallest genotype per class and sex, as dosages. */
  const examples = classes.map(({ dosage }) => dosage)
  const truths = new Set(examples.map((dosage) => truthOf(atoms, dosage)))
  const classByTruth = new Map([...truths].map((truth, i) => [truth, i]))
  /** Number of classes; UNCOUNTED if the table distinguishes too many to be compiled. */
  const count = states > MAX_STATES ? UNCOUNTED : truths.size
  return { atoms, classByTruth, examples, count }
}

/**
 * Classes with their sizes, the two sexes separately, smallest genotypes first.
 * @param among indices of the alleles that may be carried; by default all
 */
export function spaceOfLocus(
  locus: Locus,
  atoms: readonly Atom[],
  among: readonly number[] = [...locus.alleles.keys()],
): readonly LocusClass[] {
  return survey(locus, atoms, among, Infinity).classes
}

/** The class of a genotype. */
export function classOf({ atoms, classByTruth }: Sorting, dosage: Dosage): number {
  const found = classByTruth.get(truthOf(atoms, dosage))
  if (found === undefined) throw new Error('internal error in classes.ts: genotype without a class')
  return found
}

/** Number of alleles other than the wild type that a genotype carries. */
export function carriedOf({ wildType, noCopy }: Locus, dosage: Dosage): number {
  return dosage.reduce((sum, copies, i) => (i === wildType || i === noCopy ? sum : sum + copies), 0)
}

function truthOf(atoms: readonly Atom[], dosage: Dosage): string {
  let truth = ''
  for (const atom of atoms) truth += atomHolds(atom, dosage) ? '1' : '0'
  return truth
}

/** @param most gives up after this many states */
function survey(
  locus: Locus,
  atoms: readonly Atom[],
  among: readonly number[],
  most: number,
): { readonly classes: readonly LocusClass[]; readonly states: number } {
  const states = locus.cis ? cisStates(locus, atoms, among, most) : pairStates(locus, among)
  // All sex-linked loci of an animal have the same number of copies, so genotypes of the two sexes stay separate.
  const missing = locus.noCopy ?? -1
  const classes = mergeBy(states, (dosage) => `${truthOf(atoms, dosage)} ${dosage[missing] ?? 0}`)
  classes.sort((a, b) => a.carried - b.carried)
  return { classes, states: states.length }
}

/** Every unordered pair of single alleles, wild type first so that examples stay simple. */
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
 * For loci where a copy can carry several variants: adds variants one at a time and merges genotypes that no later
 * variant can distinguish, so the work grows with the number of states, not with 3^variants.
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
    const familyStates =
      family === bound
        ? merge(bound.reduce(withAllele, nothing).filter(({ dosage }) => isWhole(locus, dosage)))
        : family.reduce((sofar, allele) => merge(withAllele(sofar, allele)), nothing)
    states = merge(familyStates.flatMap((more) => states.map((state) => together(locus, state, more))))
    if (states.length > most) break
  }
  return states
}

/** Variants that take part in an `alwaysWith` relation; they are enumerated jointly. */
export function boundOf({ alwaysWith = new Map() }: Locus, among: readonly number[]): readonly number[] {
  const bound = new Set([...alwaysWith].flat(2))
  return among.filter((allele) => bound.has(allele))
}

/** Whether every variant is accompanied by the variants it always occurs with. */
function isWhole({ alwaysWith = new Map<number, readonly number[]>() }: Locus, dosage: Dosage): boolean {
  return [...alwaysWith].every(([allele, others]) =>
    others.every((other) => (dosage[other] ?? 0) >= (dosage[allele] ?? 0)),
  )
}

/** Variants that the same conditions test. A variant that a condition names is a family of its own. */
function familiesOf(
  locus: Locus,
  atoms: readonly Atom[],
  among: readonly number[],
): readonly (readonly number[])[] {
  const families = new Map<string, number[]>()
  for (const allele of among) {
    if (allele === locus.wildType) continue
    const testing = atoms.flatMap((atom, i) => (asks(atom, allele) ? [i] : []))
    const byName = testing.some((i) => atoms[i]?.kind !== 'expression')
    const key = byName ? `allele ${allele}` : testing.join()
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

/** Merges classes with equal keys; the smallest genotype stays as the example, the first among equals. */
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
