/**
 * Finds the class of a genotype in a table variant by variant, at a locus of which one copy can carry several: a state holds all
 * that the table's conditions can still make of the variants so far.
 * Guarantees: exact; the work grows with the number of states, not with 3^variants.
 */
import { boundOf, classOf, type Sorting } from '../compile/classes.js'
import { summaryOf, type Dosage } from '../compile/predicate.js'
import type { ModelLocus } from '../model.js'

/** Copies of one variant: none, one, two. */
export const DOSAGES = 3

export interface VariantSteps {
  /** Per variant: state × dosage → state. The first state is 0. */
  readonly next: readonly (readonly number[])[]
  /** By last state. */
  readonly ends: readonly number[]
}

/** @param variants in the order of the steps @returns steps that end in classes of the table */
export function stepsToClasses(
  locus: ModelLocus,
  variants: readonly number[],
  sorting: Sorting,
): VariantSteps {
  const keyOf = (dosage: Dosage): string => sorting.atoms.map((atom) => summaryOf(atom, dosage)).join(' ')
  return stepsBy(locus, variants, keyOf, (dosage) => classOf(sorting, dosage))
}

export const IMPOSSIBLE = 0
export const POSSIBLE = 1

/** Steps that end in IMPOSSIBLE where a variant lacks another that always occurs with it. Undefined if there are no such variants. */
export function stepsToPossible(locus: ModelLocus, variants: readonly number[]): VariantSteps | undefined {
  const bound = boundOf(locus, variants)
  if (bound.length === 0) return undefined
  const pairs = [...(locus.alwaysWith ?? [])].flatMap(([allele, others]) =>
    others.map((other) => [allele, other] as const),
  )
  const keyOf = (dosage: Dosage): string => bound.map((allele) => dosage[allele]).join()
  return stepsBy(locus, variants, keyOf, (dosage) =>
    pairs.every(([allele, other]) => (dosage[other] ?? 0) >= (dosage[allele] ?? 0)) ? POSSIBLE : IMPOSSIBLE,
  )
}

function stepsBy(
  { alleles }: ModelLocus,
  variants: readonly number[],
  keyOf: (dosage: Dosage) => string,
  endOf: (dosage: Dosage) => number,
): VariantSteps {
  let states: readonly Dosage[] = [new Uint8Array(alleles.length)]
  const next = variants.map((variant) => {
    const after = new Map<string, Dosage>()
    const places = new Map<string, number>()
    const row = states.flatMap((dosage) =>
      Array.from({ length: DOSAGES }, (_, copies) => {
        const more = dosage.with(variant, copies)
        const key = keyOf(more)
        const place = places.get(key) ?? places.size
        places.set(key, place)
        if (!after.has(key)) after.set(key, more)
        return place
      }),
    )
    states = [...after.values()]
    return row
  })
  return { next, ends: states.map(endOf) }
}
