/**
 * The facts of a question, each as what it allows: a test as a set of pairs, an observed coat and being alive as sets of
 * genotypes, a declared phase as alleles.
 * Guarantees: facts stand in the question's order and do not depend on each other, so that some can be left out.
 */
import type { DeclaredAllele } from '../../genetics/haplotype.js'
import { completeCopy, type Copy, type Locus } from '../../genetics/locus.js'
import type { Model } from '../../model/model.js'
import type { FactPlace } from '../answer.js'
import type { CopyPattern, Question, Test } from '../question.js'
import type { WeighedSets } from './coat-patterns.js'
import type { LocusCopies } from './copies.js'
import type { GenotypeSet, Rectangle } from './genotype-sets.js'
import type { CoatReader } from './observed-coats.js'

export interface Fact {
  readonly place: FactPlace
  /** Of a test: the locus and the pairs it allows (pair-sets.ts); equal tests share one set. */
  readonly test?: { readonly locus: number; readonly allowed: Uint8Array }
  /** The animal's genotype is in all of these. Sets are compared by identity: no two facts share one. */
  readonly constraints: readonly GenotypeSet[]
  /** Of an observed coat: how likely it is described so in some of the rectangles; 1 in the others. */
  readonly weights?: WeighedSets['weights']
  /** Declared phase, by linkage group. */
  readonly together?: ReadonlyMap<number, readonly DeclaredAllele[]>
}

export function factsOf(
  model: Model,
  { horses, isCoarse = false }: Question,
  copies: readonly LocusCopies[],
  coats: CoatReader,
): readonly Fact[] {
  // Read on demand: it takes most of the time of a question about tested animals, which do not need it.
  const alive = horses.some(({ isAlive }) => isAlive !== false) ? coats.alive() : []
  const allowedBy = new Map<string, Uint8Array>()
  const allowed = (index: number, test: Test): Uint8Array => {
    const key = JSON.stringify([index, test.pairs])
    const own = copies[index] as LocusCopies
    const pairs = allowedBy.get(key) ?? allowedPairs(own, test, isCoarse)
    allowedBy.set(key, pairs)
    return pairs
  }
  // Where no genotype is lethal, being alive says nothing.
  const canAllLive = alive.length === 1 && alive[0]?.size === 0
  return horses.flatMap((horse, animal): readonly Fact[] => [
    ...[...horse.tests].map(([locus, test]): Fact => {
      const place = { kind: 'test', animal, locus, field: test.field, text: test.text } as const
      return { place, test: { locus, allowed: allowed(locus, test) }, constraints: [] }
    }),
    ...horse.seen.map(({ field, text, coats: patterns }): Fact => {
      const { constraints, weights } = coats.genotypesShowing(patterns)
      const place = { kind: 'seen', animal, field, text } as const
      return { place, constraints: constraints.map((each) => [...each]), weights }
    }),
    ...(canAllLive || horse.isAlive === false
      ? []
      : [{ place: { kind: 'alive', animal }, constraints: [[...alive]] } as const]),
    ...(horse.together === undefined || horse.together.size === 0
      ? []
      : [
          {
            place: { kind: 'together', animal },
            constraints: onOneCopy(model, copies, horse.together),
            together: horse.together,
          } as const,
        ]),
  ])
}

/**
 * Declared phase at one locus where variants can share a copy: one of the two copies has all declared alleles, or is the
 * declared wild type.
 */
function onOneCopy(
  { groups }: Model,
  all: readonly LocusCopies[],
  together: ReadonlyMap<number, readonly DeclaredAllele[]>,
): readonly [Rectangle][] {
  return [...together].flatMap(([group, declared]) =>
    (groups[group]?.loci ?? []).flatMap(({ index, cis, wildType }, position): readonly [Rectangle][] => {
      const own = declared.flatMap((each) => (each.position === position ? [each.allele] : []))
      if (!cis || (own.length < 2 && own[0] !== wildType)) return []
      const { copies } = all[index] as LocusCopies
      const holds = (copy: Copy): boolean => own.every((allele) => copy.includes(allele))
      const pairs = copies.flatMap((a) => copies.map((b) => +(holds(a) || holds(b))))
      return [[new Map([[index, Uint8Array.from(pairs)]])]]
    }),
  )
}

/** The pairs that a test allows, whichever of the two copies comes from the mother. */
function allowedPairs({ locus, copies }: LocusCopies, { pairs }: Test, isCoarse: boolean): Uint8Array {
  const n = copies.length
  const allowed = new Uint8Array(n * n)
  for (const [one, other] of pairs) {
    const first = placesThatFit(locus, one, copies, isCoarse)
    const second = placesThatFit(locus, other, copies, isCoarse)
    for (const a of first) for (const b of second) allowed[a * n + b] = allowed[b * n + a] = 1
  }
  return allowed
}

/** An excluded allele excludes those it covers too, unless they are named beside it. */
function placesThatFit(
  locus: Locus,
  pattern: CopyPattern,
  copies: readonly Copy[],
  isCoarse: boolean,
): readonly number[] {
  const coveredBy = (allele: number): readonly number[] => locus.covers?.get(allele) ?? []
  const terms = pattern.map(({ has, lacks, more }) => ({
    has: has.map((allele) => (isCoarse ? [allele, ...coveredBy(allele)] : [allele])),
    lacks: lacks.flatMap((allele) => [
      allele,
      ...coveredBy(allele).filter((covered) => !has.includes(covered)),
    ]),
    more,
    length: completeCopy(locus, has).length,
  }))
  return [...copies.keys()].filter((place) => {
    const copy = copies[place] ?? []
    return terms.some(
      ({ has, lacks, more, length }) =>
        !lacks.some((allele) => copy.includes(allele)) &&
        has.every((any) => any.some((allele) => copy.includes(allele))) &&
        (more || copy.length === length),
    )
  })
}
