/**
 * The gametes of a parent over a linkage group, and the frequency of haplotypes among founders.
 * Guarantees: the model of genetics/gamete.ts: no interference, fractions that can depend on the parent's own genotype.
 */
import { dosageOf } from '../../genetics/genotype.js'
import type { Copy, Locus } from '../../genetics/locus.js'
import { conditionHolds } from '../../model/compile/predicate.js'
import { onceEach } from '../../common/memo.js'
import type { FractionRow } from '../../model/model.js'
import type { Priors } from '../facts/priors.js'
import type { HaplotypeSpace } from './haplotype-space.js'
import type { Numbers } from './numbers.js'

/** Of the parent's two haplotypes. */
export type Gametes<N> = (a: number, b: number) => readonly (readonly [haplotype: number, weight: N])[]

/** Thousandths between loci that no file links. */
const INDEPENDENT = 500

export function createGametes<N>(numbers: Numbers<N>, space: HaplotypeSpace): Gametes<N> {
  const { group, classes, strides, classAt, none } = space
  const { plus, times, zero } = numbers
  const fraction = onceEach((thousandths: number) => numbers.of(BigInt(thousandths), 1000n))
  const half = numbers.of(1n, 2n)
  const copyAt = (haplotype: number, place: number): Copy =>
    classes[place]?.[classAt(haplotype, place)]?.representative ?? []
  return (a, b) => {
    if (a === b) return [[a, numbers.one]]
    // Without a partner to recombine with, a haplotype is handed on whole or not at all.
    if (a === none || b === none)
      return [
        [a, half],
        [b, half],
      ]
    const holds = ({ locus: index, condition }: FractionRow['when'][number]): boolean => {
      const place = group.loci.findIndex((each) => each.index === index)
      const dosage = dosageOf(group.loci[place] as Locus, [copyAt(a, place), copyAt(b, place)])
      return conditionHolds(condition, dosage)
    }
    let ways: readonly Way<N>[] = [{ haplotype: 0, first: half, second: half }]
    for (let place = 0; place < classes.length; place++) {
      const stride = strides[place] ?? 1
      const [one, other] = [classAt(a, place) * stride, classAt(b, place) * stride]
      const row = place === 0 ? undefined : group.intervals[place - 1]?.find(({ when }) => when.every(holds))
      const change = place === 0 ? 0 : (row?.thousandths.best ?? INDEPENDENT)
      const [stays, crosses] = [fraction(1000 - change), fraction(change)]
      const next: Way<N>[] = []
      for (const { haplotype, first, second } of ways) {
        const onFirst = plus(times(first, stays), times(second, crosses))
        const onSecond = plus(times(second, stays), times(first, crosses))
        if (one === other) next.push({ haplotype: haplotype + one, first: onFirst, second: onSecond })
        else
          next.push(
            { haplotype: haplotype + one, first: onFirst, second: zero },
            { haplotype: haplotype + other, first: zero, second: onSecond },
          )
      }
      ways = next
    }
    const handedOn: (readonly [number, N])[] = []
    for (const { haplotype, first, second } of ways) {
      const weight = plus(first, second)
      if (!numbers.isZero(weight)) handedOn.push([haplotype, weight])
    }
    return handedOn
  }
}

/** Ways to hand on the first loci of a haplotype; of the other loci it has nothing yet. */
interface Way<N> {
  readonly haplotype: number
  /** The weight of those that end on the first and on the second strand. */
  readonly first: N
  readonly second: N
}

/** The frequency of a haplotype among founders: copies of different loci are independent (linkage equilibrium). */
export function haplotypeFrequencies<N>(
  numbers: Numbers<N>,
  { classes, places, classAt }: HaplotypeSpace,
  priors: Priors | undefined,
  isDetermined: (locus: number) => boolean,
): (haplotype: number) => N {
  const frequencies = classes.map((own, place) => {
    const locus = places[place]?.locus.index ?? 0
    const prior = priors?.[locus]
    if (prior === undefined || isDetermined(locus)) return own.map(() => numbers.one)
    return own.map(({ copies }) =>
      copies.reduce((sum, copy) => {
        const { numerator = 0n, denominator = 1n, order } = prior[copy] ?? {}
        return numbers.plus(sum, numbers.of(numerator, denominator, order))
      }, numbers.zero),
    )
  })
  return (haplotype) =>
    frequencies.reduce(
      (product, own, place) => numbers.times(product, own[classAt(haplotype, place)] ?? numbers.zero),
      numbers.one,
    )
}
