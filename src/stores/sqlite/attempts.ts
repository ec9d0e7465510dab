/**
 * An action that is repeated and may fail.
 * Guarantees: the log gets one line when it begins to fail or the class of its fault changes, and one when it works again;
 * every failure is counted by its class.
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

/** An action that is tried again until it works. */
export function retried(what: string, reporting: Attempts['reporting']): Attempts {
  return new Attempts(reporting, {
    begins: ({ message }) => `${what} fails and will be tried again: ${message}`,
    ends: `${what} works again`,
  })
}
