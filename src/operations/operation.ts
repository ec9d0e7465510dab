/**
 * The interface of an operation and the kinds of result it can return. HTTP, command line, browser and worker threads use
 * operations through this interface only.
 */
import type { Json } from '../common/json.js'
import type { Fields } from './read/decode-fields.js'
import type { Level } from './read/known-fields.js'
import type { Ruleset } from './ruleset.js'

export interface Operation<Body = unknown> {
  /** The contract's `x-endpoint`, such as `coats.result`. */
  readonly id: string
  /** Fields of its requests, used to refuse misspelt and misplaced ones. */
  readonly fields: Level
  /**
   * What an answer costs. Absent: little, so the event loop answers at once. `varies`: small requests run on the event loop,
   * large ones on a worker thread, under fair scheduling. `always`: every request runs on a worker thread.
   */
  readonly heavy?: 'varies' | 'always'
  /** Maximum request body in bytes, if it differs from the default. */
  readonly maxBodyBytes?: number
  /** Whether the answer depends on rules and language alone, so that clients may cache it. */
  readonly isStatic?: true
  /** Parses the groups of a form that hold JSON text. Never throws. */
  readonly decode: (raw: Fields) => Fields
  /**
   * Parses the question. Expensive work waits for the result's `run` or `list`.
   * @param language of the answer if the fields name none
   * Throws ClientError with the request's first fault.
   */
  readonly read: (ruleset: Ruleset, fields: Fields, language: string) => Result<Body>
  /**
   * Example requests built from a rule set's genes, for rule sets that refuse the examples written in openapi.yaml.
   * @param animal homozygous at each locus @param withOneCopy the same, with one allele of loci on the sex chromosome
   * @param token of the visible phenotype
   */
  readonly extraExamples?: (animal: Json, withOneCopy: Json, token: string) => readonly Json[]
}

/** The outcome of a valid question, and the language of its answer. */
export type Result<Body = unknown> = Outcome<Body> & { readonly language: string }

/** All kinds except `value` are lazy. */
export type Outcome<Body = unknown> =
  | { readonly kind: 'value'; readonly body: Body }
  /** Expensive enough for a worker thread. `run` throws ClientError for faults that only the computation finds. */
  | { readonly kind: 'job'; readonly run: () => Body }
  | RowsResult
  | ImageResult

/** An answer whose rows are computed on demand. */
export interface RowsResult<Row = unknown, Envelope extends object = object> {
  readonly kind: 'rows'
  /** Whether listing takes less time than sending the question to a worker thread. */
  readonly isSmall: boolean
  /** Whether its cost depends on the number of rows alone. */
  readonly isPlain: boolean
  /** Throws ClientError RESULT_TOO_LARGE. */
  readonly list: () => Listing<Row, Envelope>
}

export interface Listing<Row = unknown, Envelope extends object = object> {
  /** The answer without its rows. */
  readonly envelope: Envelope
  readonly rows: Iterable<Row>
  /** The data behind the rows, for a writer that serialises them faster than JSON.stringify of each row. */
  readonly source?: object
}

export interface ImageResult {
  readonly kind: 'image'
  /** @param prefix of all ids in the SVG, so that one page can hold several */
  readonly draw: (prefix?: string) => string
  /** Alternative text, or the reason why nothing is drawn. */
  readonly description: string
  readonly isDrawn: boolean
}
