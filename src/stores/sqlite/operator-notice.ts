/**
 * An action that is repeated and may fail: reported to the operator once when it begins to, and once when it works again.
 * Guarantees: one line per change of state, however often the action is tried; every failure is counted by its class.
 */
import { faultOf, type StoreFault } from './store-fault.js'

export interface Guard {
  /** Runs the action and returns whether it worked. */
  readonly attempt: (action: () => void) => boolean
  /** Why the latest attempt failed; undefined when it worked. */
  readonly fault: () => StoreFault | undefined
}

export interface GuardOptions {
  readonly begins: (fault: StoreFault) => string
  readonly ends: string
  readonly onTrouble: (line: string) => void
  /** Takes the class of each failure. */
  readonly onFault?: ((kind: string) => void) | undefined
}

export function guardedBy({ begins, ends, onTrouble, onFault }: GuardOptions): Guard {
  let fault: StoreFault | undefined
  return {
    attempt(action) {
      try {
        action()
      } catch (error) {
        const found = faultOf(error)
        onFault?.(found.kind)
        if (found.kind !== fault?.kind) onTrouble(begins(found))
        fault = found
        return false
      }
      if (fault !== undefined) onTrouble(ends)
      fault = undefined
      return true
    },
    fault: () => fault,
  }
}
