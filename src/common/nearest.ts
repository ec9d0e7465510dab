/**
 * "Did you mean": the known word nearest to a misspelt one.
 * Guarantees: deterministic; cheap on absurdly long input; says nothing rather than something far-fetched.
 */

import { editDistance } from './edit-distance.js'

/** Longer words are never compared: nobody misspells them by a letter, and the cost is quadratic. */
const LONGEST = 64

/** Words of this length are recognised when only their end is missing: `alias` for `aliases`, `cream` for `cream/1`. */
const RECOGNISED = 4
const LONGEST_END = 2

/**
 * The candidate with the fewest edits from `word`, ties by order; undefined when none is within a third of
 * the word's length. A difference of case alone always counts as near, and so does a short missing end.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > LONGEST) return undefined
  let found: string | undefined
  let fewest = Math.max(1, Math.floor(word.length / 3)) + 1
  for (const candidate of candidates) {
    if (candidate.length > LONGEST || candidate === word) continue
    // At least as many edits as letters are missing or too many.
    if (Math.abs(candidate.length - word.length) >= Math.max(fewest, LONGEST_END + 1)) continue
    if (isOtherNumber(word, candidate)) continue
    const edits = slips(word, candidate)
    // A word of one or two letters is one edit from very many: only their case or order may differ.
    if (edits < fewest && (edits === 0 || word.length > 2 || isReordered(word, candidate))) {
      found = candidate
      fewest = edits
    }
  }
  return found
}

/** Whether both are one name with another number: two digits tell things of one kind apart, and a year may be misspelt. */
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

/** A missing end is one slip, and case is none. */
function slips(word: string, candidate: string): number {
  if (candidate.toLowerCase() === word.toLowerCase()) return 0
  const end = candidate.length - word.length
  if (word.length >= RECOGNISED && end > 0 && end <= LONGEST_END && candidate.startsWith(word)) return 1
  return editDistance(word, candidate)
}

/** `did you mean "x"?` or, with nothing near, what else to do: by default the words that may stand there. */
export function suggestion(
  word: string,
  candidates: readonly string[],
  otherwise = candidates.length === 0 ? 'remove it.' : `use one of: ${candidates.join(', ')}.`,
): string {
  const near = nearest(word, candidates)
  return near === undefined ? otherwise : `did you mean "${near}"?`
}

/** Whether a word is what is written in capitals, in small letters. */
export function isInSmallLetters(word: string, written: string): boolean {
  return word !== written && word === written.toLowerCase()
}
