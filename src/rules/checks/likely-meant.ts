/**
 * What an author most likely meant by a value that was refused: the commonest slips of people who think in genetics
 * and not in YAML, put right.
 * Guarantees: what is offered has the shape that was asked for; nothing where no slip is recognized.
 * Leaves to others: words that are near in spelling (nearest.ts) and whether the word offered exists.
 */
import { BOOLEAN_ELSEWHERE } from '../yaml/parse.js'

/** The shapes that a value may have, as regular expressions. */
export interface Wanted {
  /** Of a word. */
  readonly word?: string | undefined
  /** Of the words of a list. */
  readonly item?: string | undefined
  /** The only word that may stand in place of the list. */
  readonly insteadOfList?: string | undefined
  /** The greatest number, where it is a share. */
  readonly share?: number | undefined
}

/** The sentence that says how to mend it. */
export function likelyMeant(
  value: unknown,
  { word, item, insteadOfList, share }: Wanted,
): string | undefined {
  const number = share === undefined ? undefined : shareMeant(value, share)
  if (number !== undefined) return number
  if (typeof value !== 'string') return undefined
  // A block list of which an item stands too far right: YAML reads it as one text that runs on.
  if (/\S - \S/.test(value)) return 'begin every item of a list in the same column.'
  const near = word === undefined ? undefined : wordMeant(value, word)
  if (near !== undefined) return `did you mean "${near}"?`
  const words = item === undefined ? undefined : wordsMeant(value, item)
  if (words === undefined) return undefined
  return `write ${yamlList(words)}${insteadOfList === undefined ? '' : `, or ${insteadOfList}`}.`
}

/** The word in the letters that its shape allows: `Pattern_wolf` → `pattern-wolf`. Nothing where case has a meaning. */
export function wordMeant(text: string, shape: string): string | undefined {
  const fits = new RegExp(shape, 'u')
  if (fits.test('X')) return undefined
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
  const joined = plain.replaceAll(/[\s_-]+/g, '-').replaceAll(/^-|-$/g, '')
  return [plain, joined].find((word) => fits.test(word))
}

/** The alleles of a genotype as laboratories write it: `E/e` → E, e. */
export function pairMeant(text: string): readonly [string, string] | undefined {
  const [first = '', second = '', ...more] = text.split('/').map((allele) => allele.trim())
  const isPair = more.length === 0 && [first, second].every((allele) => /^[A-Za-z][\w.+-]*$/.test(allele))
  return isPair ? [first, second] : undefined
}

/** `[wolf, "n"]`: as a list of words is written. */
export function yamlList(words: readonly string[]): string {
  return `[${words.map((word) => (BOOLEAN_ELSEWHERE.test(word) ? `"${word}"` : word)).join(', ')}]`
}

/** The words of a text that should have been a list, parted by commas, blanks or a slash. */
function wordsMeant(text: string, shape: string): readonly string[] | undefined {
  const fits = new RegExp(shape, 'u')
  const partings = [/\s*,\s*/, /[\s,]+/, /\s*\/\s*/].map((between) => text.trim().split(between))
  const whole = partings.find((words) => words.every((word) => fits.test(word)))
  if (whole !== undefined) return whole
  const words = partings[0]?.map((word) => (fits.test(word) ? word : wordMeant(word, shape))) ?? []
  return words.every((word) => word !== undefined) ? words : undefined
}

/** A share of 1 that was written in percent, or with the comma of other languages. */
function shareMeant(value: unknown, greatest: number): string | undefined {
  const [, digits, sign = ''] = /^([0-9]+(?:[.,][0-9]+)?)\s*(%|)$/.exec(String(value)) ?? []
  if (digits === undefined) return undefined
  const number = Number(digits.replace(',', '.'))
  if (sign === '' && typeof value === 'string' && number <= greatest) return `write ${number}.`
  const share = Number((number / 100).toPrecision(6))
  if ((sign === '' && number < 1) || share > greatest) return undefined
  return sign === '' ? `write ${share} if ${number} % is meant.` : `write ${share}.`
}
