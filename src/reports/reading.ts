/** What reading a report gives. */
import type { ModelLocus } from '../model/model.js'
import type { How, Result } from './results/result.js'

export interface ReportReading {
  readonly read: readonly ReadResult[]
  readonly questions: readonly ReportQuestion[]
  readonly unread: readonly UnreadLine[]
  /** By locus, the copies as requests write them; only loci that the report speaks of. */
  readonly genes: ReadonlyMap<ModelLocus, readonly string[]>
  /** Loci without a result and without a question. */
  readonly untested: readonly ModelLocus[]
  readonly contradictions: readonly Contradiction[]
}

export interface UnreadLine {
  readonly line: number
  readonly text: string
  /** False for a heading, a name or an address, and for a test that was not made. */
  readonly mayHoldResult: boolean
}

export interface ReadResult {
  readonly line: number
  readonly text: string
  readonly locus: ModelLocus
  readonly alleles: readonly string[]
  readonly how: How
}

export interface ReportQuestion extends Omit<ReadResult, 'alleles' | 'how'> {
  readonly choices: readonly (readonly string[])[]
  /** For each choice, the gene with what other lines say of it. */
  readonly outcomes: readonly (readonly string[])[]
  readonly why: string
}

export interface Contradiction {
  readonly locus: ModelLocus
  readonly lines: readonly ReadResult[]
  /** The sex of the request is part of it. */
  readonly isSex: boolean
}

export interface LineResult {
  readonly line: number
  readonly text: string
  readonly result: Result
}
