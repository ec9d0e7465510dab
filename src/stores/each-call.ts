/**
 * One thing around every method of an object, such as another error in place of the one it throws.
 */

/** The same object, each of whose methods runs inside `around`, which returns what the caller gets. */
export function eachCall<T extends object>(target: T, around: (call: () => unknown) => unknown): T {
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...values: unknown[]) => around((): unknown => Reflect.apply(member, target, values))
    },
  })
}
