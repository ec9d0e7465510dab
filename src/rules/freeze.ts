/**
 * Makes plain data immutable through and through.
 * Guarantees: every object and array reachable from the value is frozen; shared parts are visited once.
 * Leaves to others: class instances and cyclic data, which rule tables never hold.
 */

/** Freezes in place and returns the same value. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze<unknown>(inner)
  }
  return value
}
