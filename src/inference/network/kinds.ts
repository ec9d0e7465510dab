/**
 * What tells the copies of a locus apart: what facts say, what tables make of them, what is asked.
 * Guarantees: what each set of pairs tells apart is worked out once, however many questions and answers speak of it.
 */
import { onceEach, onceFor } from '../../common/memo.js'
import { isMissing, type LocusCopies } from '../facts/copies.js'
import { remembering, type Known } from '../facts/known.js'
import { forEachPair } from '../facts/pair-sets.js'
import type { Options } from '../facts/rectangles.js'

/** What an answer tells apart. */
export interface Purpose {
  /** All that a table tells apart. */
  readonly coats?: true
  /** Loci whose copies are all told apart. */
  readonly apart?: readonly number[]
  /** Genotypes that are. */
  readonly wanted?: Options
}

/** By copy: equal numbers where nothing tells two apart; undefined where no animal can have it. */
export function kindsOf(
  known: Known,
  { coats, apart, wanted = [] }: Purpose,
  place: LocusCopies,
  group: number,
  position: number,
): readonly (number | undefined)[] {
  const { possible } = known
  const { locus, copies, classOf } = place
  const n = copies.length
  const carried = new Uint8Array(n)
  for (const pairs of new Set(possible.pairs[locus.index]))
    forEachPair(pairs, n, (a, b) => (carried[a] = carried[b] = 1))
  const ifCarried = (kinds: readonly number[]): readonly (number | undefined)[] =>
    kinds.map((kind, copy) => (carried[copy] === 1 ? kind : undefined))
  if (apart?.includes(locus.index) === true) return ifCarried([...copies.keys()])
  const { tests, coatsSeen, declared } = saidOf(known)
  const own = declared.flatMap((together) =>
    (together.get(group) ?? []).flatMap((each) => (each.position === position ? [each.allele] : [])),
  )
  const sets = [
    ...(coats === true ? [] : (coatsSeen.get(locus.index) ?? [])),
    ...(coats === true ? [] : wanted.flatMap((option) => option.get(locus.index) ?? [])),
    ...(tests.get(locus.index) ?? []),
  ]
  const tellers = [
    copies.map((_, copy) => (isMissing(place, copy) ? 1 : 0)),
    ...(coats === true ? [classOf] : []),
    ...[...new Set(sets)].map(rowsOf),
    ...own.map((allele) => copies.map((copy) => (copy.includes(allele) ? 1 : 0))),
  ]
  return ifCarried(tellers.reduce(toldBy))
}

/** By locus the sets of pairs that facts speak of, and what is declared of phase. */
const saidOf = remembering(({ facts, possible }) => {
  const [tests, coatsSeen] = [new Map<number, Set<Uint8Array>>(), new Map<number, Set<Uint8Array>>()]
  const add = (sets: Map<number, Set<Uint8Array>>, locus: number, set: Uint8Array): void =>
    void sets.set(locus, (sets.get(locus) ?? new Set()).add(set))
  for (const { test, constraints } of facts) {
    if (test !== undefined) add(tests, test.locus, test.allowed)
    for (const option of constraints.flatMap(possible.leftOf))
      for (const [locus, set] of option) add(coatsSeen, locus, set)
  }
  return { tests, coatsSeen, declared: facts.flatMap(({ together }) => together ?? []) }
})

/** What is told apart by two together. */
function toldBy(kinds: readonly number[], more: readonly number[]): readonly number[] {
  let count = 0
  const numberOf = onceEach((_both: number) => count++)
  return kinds.map((kind, copy) => numberOf(kind * kinds.length + (more[copy] ?? 0)))
}

/** By copy: equal numbers where it goes with the same copies. Sets are what tests and coats say, in many questions the same. */
const rowsOf = onceFor((set: Uint8Array): readonly number[] => {
  const n = Math.sqrt(set.length)
  let count = 0
  const numberOf = onceEach((_row: string) => count++)
  return Array.from({ length: n }, (_, copy) => numberOf(textOf(set.subarray(copy * n, (copy + 1) * n))))
})

const texts = new TextDecoder('latin1')

/** Bytes as a key. */
export function textOf(bytes: Uint8Array): string {
  return texts.decode(bytes)
}
