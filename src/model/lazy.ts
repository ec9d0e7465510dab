/**
 * Sequences whose values are worked out as they are taken.
 * Guarantees: nothing is worked out that nobody takes.
 */

/** What `map` makes of the first so many. */
export function* firstOf<From, To>(
  values: Iterable<From>,
  count: number,
  map: (value: From) => To,
): Generator<To> {
  let taken = 0
  for (const value of values) {
    yield map(value)
    if (++taken === count) return
  }
}
