/**
 * One row of a batch, between its reader and its writer.
 */
export interface Row {
  /** What is written before the answer. */
  readonly head: string
  /** The question; equal questions are computed once. Or what is written for a row without one, which is a fault. */
  readonly question: string | { readonly fault: string }
}

/** How a batch reads and writes its rows. */
export interface Format {
  /** The first line of the output; undefined if it has none. */
  readonly header: string | undefined
  /** @param text whole lines @param isLast whether no more follow */
  readonly read: (text: string, isLast: boolean) => readonly Row[]
  readonly end: string
}
