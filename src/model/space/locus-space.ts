/**
 * All genotypes of one locus, counted by what a set of questions can tell apart: how many there are of each
 * class, and the smallest one.
 * Guarantees: exact for any number of variants on a copy, without listing them: variants that are asked about
 * alike are counted together. A genotype here is what a laboratory reports: copies of each allele, phase aside.
 */
import { dosageOf } from '../../genetics/genotype.js'
import type { Locus } from '../../genetics/locus.js'
import { asks, sizeOfDosage, summaryOf } from '../compile/classes.js'
import { atomHolds, type Atom, type Dosage } from '../compile/predicate.js'

export interface LocusClass {
  /** A genotype of the class, with as few variants as possible. */
  readonly dosage: Dosage
  readonly genotypes: bigint
}

/** @param among the alleles that may be carried, by index; @returns classes, the smallest first */
export function spaceOfLocus(
  locus: Locus,
  atoms: readonly Atom[],
  among: readonly number[] = locus.alleles.map((_, allele) => allele),
): readonly LocusClass[] {
  const listed = locus.cis ? cisSpace(locus, atoms, among) : pairSpace(locus, among)
  const classes = mergeBy(listed, (dosage) =>
    atoms.map((atom) => (atomHolds(atom, dosage) ? '1' : '0')).join(''),
  )
  return classes.sort((a, b) => carriedOf(locus, a.dosage) - carriedOf(locus, b.dosage))
}

/** How many alleles other than the wild type it carries. */
export function carriedOf(locus: Locus, dosage: Dosage): number {
  return dosage.reduce((sum, copies, allele) => (allele === locus.wildType ? sum : sum + copies), 0)
}

function pairSpace(locus: Locus, among: readonly number[]): readonly LocusClass[] {
  const wildFirst = [...among].sort((a, b) => Number(b === locus.wildType) - Number(a === locus.wildType))
  return wildFirst.flatMap((a, i) =>
    wildFirst.slice(i).map((b) => ({ dosage: dosageOf(locus, [[a], [b]]), genotypes: 1n })),
  )
}

/** Where a copy carries any set of variants: families of variants asked about alike, one after the other. */
function cisSpace(locus: Locus, atoms: readonly Atom[], among: readonly number[]): readonly LocusClass[] {
  const nothing: LocusClass = { dosage: new Uint8Array(locus.alleles.length), genotypes: 1n }
  const summary = (dosage: Dosage): string => atoms.map((atom) => summaryOf(atom, dosage)).join(' ')
  return familiesOf(locus, atoms, among).reduce<readonly LocusClass[]>(
    (known, family) => {
      const own = family.reduce<readonly LocusClass[]>(
        (some, allele) =>
          mergeBy(
            [0, 1, 2].flatMap((copies) => some.map((each) => withCopies(each, allele, copies))),
            summary,
          ),
        [nothing],
      )
      return mergeBy(
        known.flatMap((each) => own.map((more) => together(each, more))),
        summary,
      )
    },
    [nothing],
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

function withCopies({ dosage, genotypes }: LocusClass, allele: number, copies: number): LocusClass {
  const more = dosage.slice()
  more[allele] = copies
  return { dosage: more, genotypes }
}

function together(a: LocusClass, b: LocusClass): LocusClass {
  return {
    dosage: a.dosage.map((copies, allele) => copies + (b.dosage[allele] ?? 0)),
    genotypes: a.genotypes * b.genotypes,
  }
}

function mergeBy(classes: readonly LocusClass[], keyOf: (dosage: Dosage) => string): LocusClass[] {
  const merged = new Map<string, LocusClass>()
  for (const each of classes) {
    const key = keyOf(each.dosage)
    const known = merged.get(key)
    const smaller = known === undefined || sizeOfDosage(each.dosage) < sizeOfDosage(known.dosage)
    merged.set(key, {
      dosage: smaller ? each.dosage : known.dosage,
      genotypes: (known?.genotypes ?? 0n) + each.genotypes,
    })
  }
  return [...merged.values()]
}
