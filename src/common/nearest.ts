/**
 * "Did you mean": the valid word closest to a misspelt one.
 * Guarantees: deterministic; long words cost nothing; a word that resembles none gets no suggestion.
 */

import { editDistance } from './edit-distance.js'

/** Longer words are not compared, since the cost is quadratic. */
const MAX_LENGTH = 64

/** Truncation counts as one edit for words of this length: `alias` for `aliases`, `cream` for `cream/1`. */
const MIN_TRUNCATED_LENGTH = 4
const MAX_MISSING = 2

/**
 * The candidate with the fewest edits from `word`, the first of several; undefined when every candidate is further away
 * than a third of the word's length.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > MAX_LENGTH) return undefined
  let found: string | undefined
  let fewest = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    if (candidate.length > MAX_LENGTH || candidate === word) continue
    // The distance is at least the difference in length.
    if (Math.abs(candidate.length - word.length) >= Math.max(fewest, MAX_MISSING + 1)) continue
    if (isOtherNumber(word, candidate)) continue
    const edits = editsBetween(word, candidate)
    // A word of one or two letters is one edit away from many others, so only its case or order may differ.
    if (edits < fewest && (edits === 0 || word.length > 2 || isReordered(word, candidate))) {
      found = candidate
      fewest = edits
    }
  }
  return found
}

/** Whether both are the same name with different numbers, such as two alleles. A year, with more digits, may be misspelt. */
function isOtherNumber(word: string, candidate: string): boolean {
  if (!/\d/.test(word) || !/\d/.test(candidate)) return false
  const [digits, others] = [word, candidate].map((each) => each.replaceAll(/\D/g, '')) as [string, string]
  const isSameName = word.replaceAll(/\d/g, '') === candidate.replaceAll(/\d/g, '')
  return isSameName && digits !== others && digits !== '' && others !== '' && digits.length <= 2
}

function isReordered(word: string, candidate: string): boolean {
  const lettersOf = (text: string): string => [...text.toLowerCase()].sort().join('')
  return lettersOf(word) === lettersOf(candidate)
}

/** Truncation costs 1; case differences cost nothing. */
function editsBetween(word: string, candidate: string): number {
  if (candidate.toLowerCase() === word.toLowerCase()) return 0
  const missing = candidate.length - word.length
  const isTruncated = missing > 0 && missing <= MAX_MISSING && candidate.startsWith(word)
  if (isTruncated && word.length >= MIN_TRUNCATED_LENGTH) return 1
  return editDistance(word, candidate)
}

/** `did you mean "x"?`, or `otherwise` where no candidate is close: by default the list of candidates. */
export function suggestion(
  word: string,
  candidates: readonly string[],
  otherwise = candidates.length === 0 ? 'remove it.' : `use one of: ${candidates.join(', ')}.`,
): string {
  const near = nearest(word, candidates)
  return near === undefined ? otherwise : `did you mean "${near}"?`
}

/** Whether `word` is `written` in lower case, and `written` is not lower case itself. */
export function isInSmallLetters(word: string, written: string): boolean {
  return word !== written && word === written.toLowerCase()
}
