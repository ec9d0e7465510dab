/**
 * What an operation of the API is, and the kinds of result it can give.
 * Guarantees: whoever serves an operation (HTTP, command line, browser, worker threads) needs nothing but this interface.
 * Leaves to others: which operations there are (registry.ts).
 */
import type { Json } from '../common/json.js'
import type { Fields } from './read/decode-fields.js'
import type { Level } from './read/known-fields.js'
import type { Ruleset } from './ruleset.js'

export interface Operation<Body = unknown> {
  /** The contract's `x-endpoint`, such as `coats.result`. */
  readonly id: string
  /** Fields of its requests, for what is said about a misspelt or misplaced one. */
  readonly fields: Level
  /**
   * What answering costs a server. Absent: so little that a request is answered at once. `varies`: small and large requests
   * share the event loop in turns. `always`: a worker thread makes every answer.
   */
  readonly heavy?: 'varies' | 'always'
  /** Longest request body in bytes, where it is not the usual one. */
  readonly maxBodyBytes?: number
  /** Whether the answer depends on rules and language alone, so that clients may keep it. */
  readonly isStatic?: true
  /** Parses the groups of a form that hold JSON text. Never throws. */
  readonly decode: (raw: Fields) => Fields
  /**
   * Reads the question. What takes long is left to the result's `run` or `list`.
   * @param language to answer in, when the fields do not say
   * Throws ClientError with the request's first fault.
   */
  readonly read: (ruleset: Ruleset, fields: Fields, language: string) => Result<Body>
  /**
   * Requests made of a rule set's own genes, for a contract whose written examples its rules refuse.
   * @param animal with one allele twice @param withOneCopy the same, with one allele of loci on the sex chromosome
   */
  readonly extraExamples?: (animal: Json, withOneCopy: Json) => readonly Json[]
}

/** What is known once a question was read without a fault, and the language of its answer. */
export type Result<Body = unknown> = Outcome<Body> & { readonly language: string }

/** All kinds but `value` do their work when they are asked to. */
export type Outcome<Body = unknown> =
  | { readonly kind: 'value'; readonly body: Body }
  /** Takes long enough for a worker thread. Throws ClientError where a fault shows only in the work. */
  | { readonly kind: 'job'; readonly run: () => Body }
  | RowsResult
  | ImageResult

/** An answer whose rows are made as they are taken. */
export interface RowsResult<Row = unknown, Envelope extends object = object> {
  readonly kind: 'rows'
  /** Whether listing takes less time than handing the question to a worker thread. */
  readonly isSmall: boolean
  /** Whether its cost is that of its rows alone. */
  readonly isPlain: boolean
  /** Throws ClientError RESULT_TOO_LARGE. */
  readonly list: () => Listing<Row, Envelope>
}

export interface Listing<Row = unknown, Envelope extends object = object> {
  /** The answer without its rows. */
  readonly envelope: Envelope
  readonly rows: Iterable<Row>
  /** What the rows are made of, for a writer that knows such a source and is faster than JSON.stringify of each row. */
  readonly source?: object
}

export interface ImageResult {
  readonly kind: 'image'
  /** @param prefix of all ids in it, so that several can stand on one page */
  readonly draw: (prefix?: string) => string
  /** Text alternative; where nothing is drawn, the reason. */
  readonly description: string
  readonly isDrawn: boolean
}
