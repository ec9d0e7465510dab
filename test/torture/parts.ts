/**
 * The parts of the torture, in the order in which they run, and each one's share of the time.
 * A part is loaded when it is about to run.
 */
import type { Part } from './part.js'

export interface ListedPart {
  readonly name: string
  /** Relative to the other parts. */
  readonly share: number
  readonly load: () => Promise<Part>
}

export const PARTS: readonly ListedPart[] = [
  { name: 'cost', share: 2, load: async () => (await import('./cost.js')).cost },
  { name: 'storm', share: 5, load: async () => (await import('./storm.js')).storm },
  { name: 'crowds', share: 4, load: async () => (await import('./crowds.js')).crowds },
  { name: 'fuzz', share: 5, load: async () => (await import('./fuzz.js')).fuzz },
  { name: 'stops', share: 1.5, load: async () => (await import('./stops.js')).stops },
  { name: 'faults', share: 1, load: async () => (await import('./faults.js')).faults },
  { name: 'soak', share: 20, load: async () => (await import('./soak.js')).soak },
]
