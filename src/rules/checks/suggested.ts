/**
 * Suggestions for an unknown allele or key in a rule file.
 */
import { isInSmallLetters, suggestion } from '../../common/nearest.js'
import { plainSpelling } from '../yaml/typing-slips.js'

/**
 * `did you mean "X"?` for an allele. A lower-case word never suggests the same letters in capitals: where D is an
 * allele, d usually means its absence.
 */
export function suggestedAllele(word: string, alleles: readonly string[], otherwise?: string): string {
  const list = `use one of: ${alleles.join(', ')}.`
  const others = alleles.filter((allele) => !isInSmallLetters(word, allele))
  return suggestion(word, others, otherwise ?? list)
}

/** `did you mean "x"?` for a key. `{has:E}` without the space is one long key. */
export function suggestedKey(key: string, known: readonly string[]): string {
  const looks = plainSpelling(key)
  if (looks !== undefined) {
    const [head = ''] = looks.plain.split(':')
    if (known.includes(head))
      return `it contains ${looks.character}: write ${looks.plain}${head === looks.plain ? ':' : ''}`
  }
  const [word, rest] = key.split(':')
  if (word !== undefined && rest !== undefined && known.includes(word)) {
    return `put a space after the colon: ${word}: ${rest.trim()}`
  }
  return suggestion(key, known)
}
