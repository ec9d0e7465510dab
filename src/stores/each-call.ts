/**
 * Wraps every method of an object, for example to convert errors.
 */

/** A proxy whose method calls pass through `around`, which returns the result for the caller. */
export function eachCall<T extends object>(target: T, around: (call: () => unknown) => unknown): T {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...values: unknown[]) => around((): unknown => Reflect.apply(member, target, values))
    },
  })
}
