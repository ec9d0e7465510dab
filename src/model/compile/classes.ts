/**
 * The quotient of a locus: what one table can tell apart there. Genotypes with the same truth of every
 * condition the table asks are one class.
 * Guarantees: exact and complete, also for a locus with any number of variants on a copy; each class comes
 * with a smallest genotype that shows it.
 */
import { dosageOf } from '../../genetics/genotype.js'
import type { Locus } from '../../genetics/locus.js'
import { atomHolds, type Atom, type Dosage } from './predicate.js'

/** How the genotypes of a locus fall into classes, as plain data. */
export interface Sorting {
  /** What is asked of a genotype. */
  readonly atoms: readonly Atom[]
  /** The answers, one 0 or 1 for each atom → class. */
  readonly classByTruth: ReadonlyMap<string, number>
}

export interface Classes extends Sorting {
  /** One genotype of each class, as dosages; as few variants as possible. */
  readonly witnesses: readonly Dosage[]
  /** True: the search was given up, the table asks far too much of one locus to be compiled. */
  readonly tooMany: boolean
}

/** More states than any table that can be compiled needs; beyond it the search would only cost memory. */
const MOST_STATES = 8192

/** Classes of a locus under these atoms. */
export function classesOf(locus: Locus, atoms: readonly Atom[]): Classes {
  const dosages = locus.cis ? cisDosages(locus, atoms) : pairDosages(locus)
  const classByTruth = new Map<string, number>()
  const witnesses: Dosage[] = []
  for (const dosage of dosages) {
    const key = truthOf(atoms, dosage)
    if (classByTruth.has(key)) continue
    classByTruth.set(key, witnesses.length)
    witnesses.push(dosage)
  }
  return { witnesses, atoms, classByTruth, tooMany: dosages.length > MOST_STATES }
}

/** The class of any genotype of the locus that was sorted. */
export function classOf({ atoms, classByTruth }: Sorting, dosage: Dosage): number {
  const found = classByTruth.get(truthOf(atoms, dosage))
  if (found === undefined) throw new Error('a genotype without a class: a defect of classes.ts')
  return found
}

function truthOf(atoms: readonly Atom[], dosage: Dosage): string {
  let truth = ''
  for (const atom of atoms) truth += atomHolds(atom, dosage) ? '1' : '0'
  return truth
}

/** Every unordered pair of single alleles; the wild type first, so that witnesses stay simple. */
function pairDosages(locus: Locus): readonly Dosage[] {
  const order = locus.alleles.map((_, index) => index).sort((a, b) => rank(locus, a) - rank(locus, b))
  return order.flatMap((a, i) => order.slice(i).map((b) => dosageOf(locus, [[a], [b]])))
}

function rank(locus: Locus, allele: number): number {
  return allele === locus.wildType ? -1 : allele
}

/**
 * Dosages that reach every truth vector of a locus whose copies carry any set of variants. Variants are
 * added one at a time, and of two assignments no later variant can tell apart the smaller one is kept, so
 * the work follows the number of distinguishable states and not 3^variants.
 */
function cisDosages(locus: Locus, atoms: readonly Atom[]): readonly Dosage[] {
  let states = new Map<string, Dosage>([['', new Uint8Array(locus.alleles.length)]])
  for (const allele of telling(locus, atoms)) {
    const next = new Map<string, Dosage>()
    for (const copies of [0, 1, 2]) {
      for (const state of states.values()) {
        const dosage = state.slice()
        dosage[allele] = copies
        const key = atoms.map((atom) => summaryOf(atom, dosage)).join(' ')
        const known = next.get(key)
        if (known === undefined || sizeOfDosage(dosage) < sizeOfDosage(known)) next.set(key, dosage)
      }
    }
    states = next
    if (states.size > MOST_STATES) break
  }
  return [...states.values()].sort((a, b) => sizeOfDosage(a) - sizeOfDosage(b))
}

/**
 * The variants that need trying. Of those that the same atoms ask for by expression only, two stand for all:
 * no question about them counts further than two copies or two different ones.
 */
function telling(locus: Locus, atoms: readonly Atom[]): readonly number[] {
  const seen = new Map<string, number>()
  return locus.alleles.flatMap((_, allele) => {
    const asking = atoms.flatMap((atom, i) => (asks(atom, allele) ? [i] : []))
    if (allele === locus.wildType || asking.length === 0) return []
    if (asking.some((i) => atoms[i]?.kind !== 'expression')) return [allele]
    const alike = seen.get(asking.join()) ?? 0
    seen.set(asking.join(), alike + 1)
    return alike < 2 ? [allele] : []
  })
}

/** Whether an atom's truth can depend on how often this allele is carried. */
export function asks(atom: Atom, allele: number): boolean {
  switch (atom.kind) {
    case 'expression':
      return atom.among.includes(allele)
    case 'has':
    case 'copies':
      return atom.allele === allele
    default:
      return atom.alleles.includes(allele)
  }
}

/** All that an atom can still make of the variants seen so far. */
export function summaryOf(atom: Atom, dosage: Dosage): string {
  switch (atom.kind) {
    case 'has':
    case 'copies':
    case 'none_of':
      // What these ask is settled, or can only be settled by variants still to come, as far as their truth tells.
      return atomHolds(atom, dosage) ? '1' : '0'
    case 'pair':
      return atom.alleles.map((allele) => dosage[allele]).join()
    case 'expression': {
      const present = atom.among.map((allele) => dosage[allele] ?? 0).filter((copies) => copies > 0)
      const total = present.reduce((sum, copies) => sum + copies, 0)
      return `${Math.min(total, 2)}${Math.min(present.length, 2)}${present.includes(2) ? 1 : 0}`
    }
  }
}

/** How many variants it counts. */
export function sizeOfDosage(dosage: Dosage): number {
  return dosage.reduce((sum, copies) => sum + copies, 0)
}
