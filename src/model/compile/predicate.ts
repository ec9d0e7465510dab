/**
 * Conditions on one locus, resolved: allele names become indices, expressions become lists of alleles.
 * Guarantees: a condition sees only the dosage of each allele, so cis and trans look alike.
 */

/** A question about the dosages of one locus that is answered without asking another. */
export type Atom =
  | { readonly kind: 'pair'; readonly alleles: readonly [number, number] }
  | { readonly kind: 'has'; readonly allele: number }
  | { readonly kind: 'copies'; readonly allele: number; readonly copies: number }
  | { readonly kind: 'none_of'; readonly alleles: readonly number[] }
  | {
      readonly kind: 'expression'
      readonly among: readonly number[]
      readonly copies?: number
      readonly same?: boolean
    }

export type Condition =
  | Atom
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }

/** Copies of each allele of one locus, by allele index. */
export type Dosage = Uint8Array

/** Truth of an atom for a genotype with these dosages. */
export function atomHolds(atom: Atom, dosage: Dosage): boolean {
  switch (atom.kind) {
    case 'pair': {
      const [a, b] = atom.alleles
      return a === b ? dosage[a] === 2 : dosage[a] === 1 && dosage[b] === 1
    }
    case 'has':
      return (dosage[atom.allele] ?? 0) > 0
    case 'copies':
      return dosage[atom.allele] === atom.copies
    case 'none_of':
      return atom.alleles.every((allele) => dosage[allele] === 0)
    case 'expression':
      return expressionHolds(atom, dosage)
  }
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
      // Alleles are counted one after the other, each once: whether it holds so far is all that the next can change.
      return atomHolds(atom, dosage) ? '1' : '0'
    case 'pair':
      return atom.alleles.map((allele) => dosage[allele]).join()
    case 'expression': {
      const present = presentOf(atom, dosage)
      return `${copiesAmong(present)}${Math.min(present.length, 2)}${present.includes(2) ? 1 : 0}`
    }
  }
}

type Expression = Extract<Atom, { kind: 'expression' }>

function expressionHolds(atom: Expression, dosage: Dosage): boolean {
  const present = presentOf(atom, dosage)
  const copies = copiesAmong(present)
  if (atom.copies === undefined ? copies === 0 : copies !== atom.copies) return false
  if (atom.same === true) return present.includes(2)
  if (atom.same === false) return present.length >= 2
  return true
}

/** The copies of each allele with the expression that is carried at all. */
function presentOf({ among }: Expression, dosage: Dosage): readonly number[] {
  return among.map((allele) => dosage[allele] ?? 0).filter((copies) => copies > 0)
}

/** No question counts further than two. */
function copiesAmong(present: readonly number[]): number {
  const sum = present.reduce((all, copies) => all + copies, 0)
  return Math.min(sum, 2)
}
