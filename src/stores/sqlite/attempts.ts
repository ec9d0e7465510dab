/**
 * An action that is repeated and may fail.
 * Guarantees: the operator reads one line when it begins to fail or fails otherwise, and one when it works again; every
 * failure is counted by its class.
 */
import type { StoreOptions } from '../opening.js'
import { faultOf, type StoreFault } from './store-fault.js'

export class Attempts {
  /** Why the latest attempt failed; undefined when it worked. */
  fault: StoreFault | undefined

  constructor(
    readonly reporting: Pick<StoreOptions, 'onNotice' | 'onFault'>,
    readonly lines: { readonly begins: (fault: StoreFault) => string; readonly ends: string },
  ) {}

  /** Runs the action and returns whether it worked. */
  attempt(action: () => void): boolean {
    const { onNotice, onFault } = this.reporting
    try {
      action()
    } catch (error) {
      const found = faultOf(error)
      onFault(found.kind)
      if (found.kind !== this.fault?.kind) onNotice(this.lines.begins(found))
      this.fault = found
      return false
    }
    if (this.fault !== undefined) onNotice(this.lines.ends)
    this.fault = undefined
    return true
  }
}
