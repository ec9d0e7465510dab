/** Faults at words that nothing in the rule set is called, with what was probably meant. */
import { fault, type Diagnostic } from '../../rules/diagnostic.js'
import { nearest } from '../../rules/checks/nearest.js'
import type { Place } from '../../rules/tables.js'

/** @param known the loci that could stand there */
export function unknownLocus(key: string, known: readonly string[], place: Place, what: string): Diagnostic {
  return fault('UNKNOWN_LOCUS', place, { what, fix: didYouMean(key, known) })
}

/** @param otherwise what to do where no known word is near */
export function didYouMean(
  word: string,
  known: readonly string[],
  otherwise = `write one of: ${known.join(', ')}.`,
): string {
  const near = nearest(word, known)
  return near === undefined ? otherwise : `did you mean "${near}"?`
}
