/**
 * The facts of a question, each as what it allows: a test as pairs of copies, a coat that was seen and a life as rectangles,
 * a declared phase as alleles.
 * Guarantees: the question's order; each stands by itself, so that some can be left out.
 */
import type { DeclaredAllele } from '../../genetics/haplotype.js'
import { completeCopy, type Copy, type Locus } from '../../genetics/locus.js'
import type { Model } from '../../model/model.js'
import type { FactPlace } from '../answer.js'
import type { CopyPattern, Question, Test } from '../question.js'
import type { ReadCoats } from './coats-seen.js'
import type { LocusCopies } from './copies.js'
import type { Options, Rectangle } from './rectangles.js'

export interface Fact {
  readonly place: FactPlace
  /** Of a test: the locus, and copy × copy → 1 where it allows the pair; one array for all tests that say the same. */
  readonly test?: { readonly locus: number; readonly allowed: Uint8Array }
  /** Of each list one rectangle holds. Lists are told apart by identity: no two facts share one. */
  readonly constraints: readonly Options[]
  readonly together?: ReadonlyMap<number, readonly DeclaredAllele[]>
}

export function factsOf(
  model: Model,
  { horses }: Question,
  copies: readonly LocusCopies[],
  coats: ReadCoats,
): readonly Fact[] {
  const alive = coats.alive()
  const allowedBy = new Map<string, Uint8Array>()
  const allowed = (index: number, test: Test): Uint8Array => {
    const key = JSON.stringify([index, test.pairs])
    const own = copies[index] as LocusCopies
    const pairs = allowedBy.get(key) ?? allowedPairs(own.locus, own.copies, test)
    allowedBy.set(key, pairs)
    return pairs
  }
  const isCertain = alive.length === 1 && alive[0]?.size === 0
  return horses.flatMap((known, horse): readonly Fact[] => [
    ...[...known.tests].map(([locus, test]): Fact => {
      const place = { kind: 'test', horse, locus, field: test.field, text: test.text } as const
      return { place, test: { locus, allowed: allowed(locus, test) }, constraints: [] }
    }),
    ...known.seen.map(({ field, text, coats: patterns }): Fact => ({
      place: { kind: 'seen', horse, field, text },
      constraints: coats.seen(patterns).map((each) => [...each]),
    })),
    ...(isCertain || known.isAlive === false
      ? []
      : [{ place: { kind: 'alive', horse }, constraints: [[...alive]] } as const]),
    ...(known.together === undefined || known.together.size === 0
      ? []
      : [
          {
            place: { kind: 'together', horse },
            constraints: onOneCopy(model, copies, known.together),
            together: known.together,
          } as const,
        ]),
  ])
}

/**
 * What is declared of one locus where variants can share a copy: one of the two copies has all that are named, or is the
 * wild type that is.
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

/** First copy × second copy → 1 where the test allows it, whichever of the two comes from the mother. */
function allowedPairs(locus: Locus, copies: readonly Copy[], { pairs }: Test): Uint8Array {
  const n = copies.length
  const allowed = new Uint8Array(n * n)
  for (const [one, other] of pairs) {
    const first = placesThatFit(locus, one, copies)
    const second = placesThatFit(locus, other, copies)
    for (const a of first) for (const b of second) allowed[a * n + b] = allowed[b * n + a] = 1
  }
  return allowed
}

function placesThatFit(locus: Locus, pattern: CopyPattern, copies: readonly Copy[]): readonly number[] {
  const terms = pattern.map((term) => ({ ...term, length: completeCopy(locus, term.has).length }))
  return [...copies.keys()].filter((place) => {
    const copy = copies[place] ?? []
    return terms.some(
      ({ has, lacks, more, length }) =>
        !lacks.some((allele) => copy.includes(allele)) &&
        has.every((allele) => copy.includes(allele)) &&
        (more || copy.length === length),
    )
  })
}
