/**
 * What a part of the torture is: given a time and a seed, it does its worst to a real server and tells what held.
 * Guarantees: a section is plain data; a part that is given the same seed does the same things in the same order.
 * Leaves to others: the list of parts (parts.ts), the report (report.ts).
 */

/** One promise of the service, and what was seen of it. */
export interface Finding {
  readonly promise: string
  /** Figures, with their units. */
  readonly measured: string
  readonly held: boolean
}

/** What an operator saw of a fault. */
export interface Sight {
  readonly fault: string
  readonly log: string
  readonly readiness: string
  readonly metric: string
}

export interface Section {
  readonly title: string
  readonly findings: readonly Finding[]
  /** Paragraphs of Markdown. */
  readonly notes?: readonly string[]
  readonly sights?: readonly Sight[]
}

export interface TortureOptions {
  /** About how long the part may take. */
  readonly seconds: number
  readonly seed: number
}

export type Part = (options: TortureOptions) => Promise<Section>
