/**
 * "Did you mean": the known word nearest to a misspelt one.
 * Guarantees: deterministic; cheap on absurdly long input; says nothing rather than something far-fetched.
 */

import { plainSpelling } from '../yaml/typing-slips.js'

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

/**
 * The same for an allele. A word in small letters is not likened to what is written in capitals: where D is an allele, d often
 * says that there is none of it.
 */
export function suggestedAllele(word: string, alleles: readonly string[], otherwise?: string): string {
  const list = `use one of: ${alleles.join(', ')}.`
  const others = alleles.filter((allele) => !isInSmallLetters(word, allele))
  return suggestion(word, others, otherwise ?? list)
}

/** Whether a word is what is written in capitals, in small letters. */
export function isInSmallLetters(word: string, written: string): boolean {
  return word !== written && word === written.toLowerCase()
}

/** The same for a key, knowing that `{has:E}` without the space is one long key. */
export function suggestedKey(key: string, known: readonly string[]): string {
  const looks = plainSpelling(key)
  if (looks !== undefined) {
    const [head = ''] = looks.plain.split(':')
    if (known.includes(head))
      return `it holds ${looks.character}: write ${looks.plain}${head === looks.plain ? ':' : ''}`
  }
  const [word, rest] = key.split(':')
  if (word !== undefined && rest !== undefined && known.includes(word)) {
    return `put a space after the colon: ${word}: ${rest.trim()}`
  }
  return suggestion(key, known)
}

/** Insertions, deletions, substitutions and swaps of neighbours that turn `a` into `b`. */
export function editDistance(a: string, b: string): number {
  // From the first letters of `a` to the first letters of `b`, by column: of the row before the last, the last and this one.
  let [beforeLast, last, current] = [0, 0, 0].map(() => new Uint32Array(b.length + 1)) as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ]
  for (let column = 0; column <= b.length; column++) last[column] = column
  for (let row = 1; row <= a.length; row++) {
    current[0] = row
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      let edits = (last[column - 1] ?? 0) + (same ? 0 : 1)
      edits = Math.min(edits, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwapped) edits = Math.min(edits, (beforeLast[column - 2] ?? 0) + 1)
      current[column] = edits
    }
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return last[b.length] ?? 0
}
