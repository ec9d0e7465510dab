/**
 * Reports failures of a repeated action.
 * Guarantees: one log line when it starts to fail or the class of its fault changes, and one when it has recovered; every failure is
 * counted by class.
 */
import type { StoreOptions } from '../opening.js'
import { faultOf, type StoreFault } from './store-fault.js'

export class Attempts {
  /** The fault of the last attempt; undefined if it succeeded. */
  fault: StoreFault | undefined

  constructor(
    readonly reporting: Pick<StoreOptions, 'onNotice' | 'onFault'>,
    readonly lines: { readonly begins: (fault: StoreFault) => string; readonly ends: string },
  ) {}

  /** Runs the action and returns whether it succeeded. */
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

/** Attempts of an action that is retried until it succeeds. */
export function retried(what: string, reporting: Attempts['reporting']): Attempts {
  return new Attempts(reporting, {
    begins: ({ message }) => `${what} fails and will be tried again: ${message}`,
    ends: `${what} works again`,
  })
}
