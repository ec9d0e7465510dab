/**
 * An action that is repeated and may fail.
 * Guarantees: the operator reads one line when it begins to fail or fails otherwise, and one when it works again; every
 * failure is counted by its class.
 */
import { faultOf, type StoreFault } from './store-fault.js'

export interface Reporting {
  readonly onTrouble: (line: string) => void
  /** Takes the class of each failure. */
  readonly onFault?: ((kind: string) => void) | undefined
}

export class Attempts {
  /** Why the latest attempt failed; undefined when it worked. */
  fault: StoreFault | undefined

  constructor(
    readonly reporting: Reporting,
    readonly lines: { readonly begins: (fault: StoreFault) => string; readonly ends: string },
  ) {}

  /** Runs the action and returns whether it worked. */
  attempt(action: () => void): boolean {
    const { onTrouble, onFault } = this.reporting
    try {
      action()
    } catch (error) {
      const found = faultOf(error)
      onFault?.(found.kind)
      if (found.kind !== this.fault?.kind) onTrouble(this.lines.begins(found))
      this.fault = found
      return false
    }
    if (this.fault !== undefined) onTrouble(this.lines.ends)
    this.fault = undefined
    return true
  }
}
