/**
 * Arithmetic with an infinitesimal number ε, of which only the lowest power counts: value · ε^order. Copies that a convention
 * assumes to be absent unless facts imply them have a power of ε as their frequency, so that of everything that fits the facts
 * what takes the fewest of them outweighs all else.
 * Guarantees: exact, since nothing here is negative: lowest powers never cancel.
 */
import type { Numbers } from './numbers.js'

export interface Lowest<N> {
  readonly order: number
  readonly value: N
}

/** @param numbers those of the values */
export function lowestOrder<N>(numbers: Numbers<N>): Numbers<Lowest<N>> {
  const { plus, times, isZero } = numbers
  const zero: Lowest<N> = { order: 0, value: numbers.zero }
  return {
    zero,
    one: { order: 0, value: numbers.one },
    plus: (a, b) => {
      if (isZero(a.value)) return b
      if (isZero(b.value)) return a
      if (a.order !== b.order) return a.order < b.order ? a : b
      return { order: a.order, value: plus(a.value, b.value) }
    },
    times: (a, b) => ({ order: a.order + b.order, value: times(a.value, b.value) }),
    isZero: ({ value }) => isZero(value),
    of: (numerator, denominator, order = 0) => ({ order, value: numbers.of(numerator, denominator) }),
    array: (length) => Array<Lowest<N>>(length).fill(zero),
    rescale: (all) => {
      const values = numbers.array(all.length)
      all.forEach(({ value }, i) => (values[i] = value))
      const log10 = numbers.rescale(values)
      all.forEach(({ order }, i) => (all[i] = { order, value: values[i] as N }))
      return log10
    },
  }
}
