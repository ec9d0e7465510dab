/**
 * What reports say of the two copies of a gene, and how several lines combine.
 * Guarantees: combining never chooses: every arrangement that all lines allow stays; alternatives are bounded in number.
 */
import { completeCopy } from '../genetics/locus.js'
import type { ModelLocus } from '../model/model.js'

/** One copy: alleles that it has and lacks. A copy of a locus that is not `cis` has one allele at most. */
export interface CopyFact {
  readonly has: readonly number[]
  readonly lacks: readonly number[]
}

/** The copies in either order; a single one where the animal has no second. */
export type PairFact = readonly [CopyFact, CopyFact] | readonly [CopyFact]

export const UNKNOWN_COPY: CopyFact = { has: [], lacks: [] }
export const UNKNOWN_PAIR: PairFact = [UNKNOWN_COPY, UNKNOWN_COPY]

/** More arrangements than this are not combined: six variants have as many. */
const MAX_ALTERNATIVES = 32

export function copyWith(...has: readonly number[]): CopyFact {
  return { has, lacks: [] }
}

export function copyWithout(lacks: readonly number[]): CopyFact {
  return { has: [], lacks }
}

/** The alleles that one copy can have. */
export function allelesOf({ alleles, noCopy }: ModelLocus): readonly number[] {
  return alleles.map((_, index) => index).filter((index) => index !== noCopy)
}

function meetCopies(locus: ModelLocus, a: CopyFact, b: CopyFact): CopyFact | undefined {
  const has = completeCopy(locus, union(a.has, b.has))
  const lacks = union(a.lacks, b.lacks)
  if (has.some((allele) => lacks.includes(allele))) return undefined
  if (locus.cis) return { has, lacks }
  if (has.length > 1) return undefined
  if (has.length === 1) return { has, lacks: [] }
  return allelesOf(locus).every((allele) => lacks.includes(allele)) ? undefined : { has, lacks }
}

/** All arrangements that both allow. Undefined if there are too many. */
export function meetPairs(
  locus: ModelLocus,
  some: readonly PairFact[],
  others: readonly PairFact[],
): readonly PairFact[] | undefined {
  const found = new Map<string, PairFact>()
  for (const a of some)
    for (const b of others) for (const pair of arrangements(locus, a, b)) found.set(pairKey(pair), pair)
  const pairs = [...found.values()]
  if (pairs.length > 2 * MAX_ALTERNATIVES) return undefined
  const sizes = new Set(pairs.map(sizeOf))
  // Of pairs that say equally much, none is part of another.
  if (sizes.size <= 1) return pairs.length > MAX_ALTERNATIVES ? undefined : pairs
  const kept = pairs.filter(
    (pair, i) =>
      !pairs.some(
        (other, j) => j !== i && isWithin(locus, pair, other) && (j < i || !isWithin(locus, other, pair)),
      ),
  )
  return kept.length > MAX_ALTERNATIVES ? undefined : kept
}

function sizeOf(pair: PairFact): number {
  return pair.reduce((sum, { has, lacks }) => sum + has.length + lacks.length, 0)
}

function arrangements(locus: ModelLocus, a: PairFact, b: PairFact): readonly PairFact[] {
  if (a.length !== b.length) return []
  const [first, second] = a
  const orders = b.length === 2 ? [b, [b[1], b[0]] as const] : [b]
  return orders.flatMap((order): readonly PairFact[] => {
    const one = meetCopies(locus, first, order[0])
    if (one === undefined) return []
    if (second === undefined || order[1] === undefined) return [[one]]
    const two = meetCopies(locus, second, order[1])
    return two === undefined ? [] : [[one, two]]
  })
}

/** Whether each arrangement of the one is one of the other. */
export function isWithin(locus: ModelLocus, inner: PairFact, outer: PairFact): boolean {
  const [a, b] = inner
  const [c, d] = outer
  if (b === undefined || d === undefined)
    return b === undefined && d === undefined && isCopyWithin(locus, a, c)
  const within = (x: CopyFact, y: CopyFact): boolean => isCopyWithin(locus, x, y)
  return (within(a, c) && within(b, d)) || (within(a, d) && within(b, c))
}

function isCopyWithin({ cis }: ModelLocus, inner: CopyFact, outer: CopyFact): boolean {
  const isLacked = (allele: number): boolean =>
    inner.lacks.includes(allele) || (!cis && inner.has.length > 0 && !inner.has.includes(allele))
  return outer.has.every((allele) => inner.has.includes(allele)) && outer.lacks.every(isLacked)
}

function union(a: readonly number[], b: readonly number[]): readonly number[] {
  return b.length === 0 ? a : [...new Set([...a, ...b])].sort((x, y) => x - y)
}

function copyKey({ has, lacks }: CopyFact): string {
  return `${has.join(',')}!${lacks.join(',')}`
}

export function pairKey(pair: PairFact): string {
  return pair.map(copyKey).sort().join('/')
}

/** Every arrangement of variants on two copies; one named twice lies on both. @param lacks what neither copy has */
export function layoutsOf(variants: readonly number[], lacks: readonly number[]): readonly PairFact[] {
  const twice = [...new Set(variants.filter((allele, i) => variants.indexOf(allele) !== i))]
  const once = variants.filter((allele) => !twice.includes(allele))
  const layouts = new Map<string, PairFact>()
  for (let bits = 0; bits < 2 ** Math.max(0, once.length - 1); bits++) {
    const isFirst = (i: number): boolean => ((bits >> i) & 1) === 0
    const copy = (onThis: (i: number) => boolean): CopyFact => ({
      has: union(
        twice,
        once.filter((_, i) => onThis(i)),
      ),
      lacks: union(
        lacks,
        once.filter((_, i) => !onThis(i)),
      ),
    })
    const pair: PairFact = [copy(isFirst), copy((i) => !isFirst(i))]
    layouts.set(pairKey(pair), pair)
  }
  return [...layouts.values()]
}
