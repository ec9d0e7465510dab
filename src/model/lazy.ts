/** What `map` makes of the first so many; nothing is worked out that nobody takes. */
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
