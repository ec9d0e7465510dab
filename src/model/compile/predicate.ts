/**
 * Conditions on one locus, resolved: allele names become indices, expressions become lists of alleles.
 * Guarantees: a condition sees only the dosage of each allele, so cis and trans look alike.
 */

/** A question about the dosages of one locus that is answered without asking another. */
export type Atom = PairAtom | CountAtom | SoleAtom

/** Whether these two are the whole genotype; the same twice, where it is homozygous. */
interface PairAtom {
  readonly kind: 'pair'
  readonly among: readonly number[]
}

/** How many copies there are of some alleles together: of those that a rule names, or of all with an expression. */
interface CountAtom {
  readonly kind: 'named' | 'expression'
  readonly among: readonly number[]
  /** At most two: no question counts further. */
  readonly least: number
  readonly most: number
  /** Whether two are of one allele, or of two. */
  readonly same?: boolean
}

/**
 * Whether there is one copy of these alleles together, and it is of the first. One question, so that a class with one copy is
 * told apart by its alleles without every set of them being a class.
 */
interface SoleAtom {
  readonly kind: 'sole'
  readonly among: readonly number[]
}

export type Condition =
  | Atom
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }

/** That there are so many copies of these alleles together. */
export function named(among: readonly number[], least: number, most: number): Condition {
  return { kind: 'named', among, least, most }
}

/** That all of these hold. One variant of a class that has only one copy is one question: see SoleAtom. */
export function every(parts: readonly Condition[]): Condition {
  const [one, other] = parts
  if (parts.length === 2 && one?.kind === 'named' && other?.kind === 'expression') {
    const [allele] = one.among
    const isOne = other.least === 1 && other.most === 1 && other.same === undefined
    if (isOne && one.least === 1 && one.among.length === 1 && allele !== undefined && asks(other, allele))
      return { kind: 'sole', among: [allele, ...other.among.filter((each) => each !== allele)] }
  }
  return { kind: 'all', of: parts }
}

/** Copies of each allele of one locus, by allele index. */
export type Dosage = Uint8Array

/** Truth of an atom for a genotype with these dosages. */
export function atomHolds(atom: Atom, dosage: Dosage): boolean {
  if (atom.kind === 'pair') {
    const [a = 0, b = 0] = atom.among
    return a === b ? dosage[a] === 2 : dosage[a] === 1 && dosage[b] === 1
  }
  if (atom.kind === 'sole') return dosage[atom.among[0] ?? -1] === 1 && countOf(atom, dosage).copies === 1
  const { least, most, same } = atom
  const { copies, alleles, isTwice } = countOf(atom, dosage)
  if (copies < least || copies > most) return false
  return same === undefined || (same ? isTwice : alleles === 2)
}

/** Copies and alleles, of which two stand for more too, and whether one allele is on both copies. */
function countOf({ among }: Atom, dosage: Dosage) {
  let [copies, alleles, isTwice] = [0, 0, false]
  for (const allele of among) {
    const own = dosage[allele] ?? 0
    if (own === 0) continue
    copies += own
    alleles += 1
    if (own === 2) isTwice = true
  }
  return { copies: Math.min(copies, 2), alleles: Math.min(alleles, 2), isTwice }
}

/** Truth of a whole condition: the meaning of `any`, `all` and `not` outside the rule engine. */
export function conditionHolds(condition: Condition, dosage: Dosage): boolean {
  switch (condition.kind) {
    case 'any':
      return condition.of.some((part) => conditionHolds(part, dosage))
    case 'all':
      return condition.of.every((part) => conditionHolds(part, dosage))
    case 'not':
      return !conditionHolds(condition.of, dosage)
    default:
      return atomHolds(condition, dosage)
  }
}

export function atomsOf(condition: Condition): readonly Atom[] {
  switch (condition.kind) {
    case 'any':
    case 'all':
      return condition.of.flatMap(atomsOf)
    case 'not':
      return atomsOf(condition.of)
    default:
      return [condition]
  }
}

/** Whether an atom's truth can depend on how often this allele is carried. */
export function asks(atom: Atom, allele: number): boolean {
  return atom.among.includes(allele)
}

/** All that an atom can still make of the variants seen so far. */
export function summaryOf(atom: Atom, dosage: Dosage): string {
  switch (atom.kind) {
    case 'named':
      // Alleles are counted one after the other, each once: whether it holds so far is all that the next can change.
      return atomHolds(atom, dosage) ? '1' : '0'
    case 'pair':
      return atom.among.map((allele) => dosage[allele]).join()
    case 'sole':
      return countOf(atom, dosage).copies === 0 ? '' : atomHolds(atom, dosage) ? '1' : '0'
    case 'expression': {
      const { copies, alleles, isTwice } = countOf(atom, dosage)
      return `${copies}${alleles}${isTwice ? 1 : 0}`
    }
  }
}
