/**
 * Telling the operator about a failure that repeats: once when it begins, once when it ends.
 * Guarantees: one line per change of state, however often an action is tried.
 * Leaves to others: where the line goes.
 */

/** Runs the action and returns whether it worked. */
export type Guarded = (action: () => void) => boolean

/** `what` names the action in a line, such as "writing usage to the store". */
export function guardedBy(what: string, tell: (line: string) => void): Guarded {
  let failing = false
  return (action) => {
    try {
      action()
    } catch (error) {
      if (!failing) tell(`${what} fails and will be tried again: ${String(error)}`)
      failing = true
      return false
    }
    if (failing) tell(`${what} works again`)
    failing = false
    return true
  }
}
