/**
 * Sequences whose values are worked out as they are taken.
 * Guarantees: nothing is worked out that nobody takes.
 */

/** The first so many. */
export function* firstOf<Value>(values: Iterable<Value>, count: number): Generator<Value> {
  let taken = 0
  for (const value of values) {
    yield value
    if (++taken === count) return
  }
}

export function* mapped<From, To>(values: Iterable<From>, map: (value: From) => To): Generator<To> {
  for (const value of values) yield map(value)
}
