/**
 * Checks the words of passports of a language: each stands once, and one that is a name of the language covers its coat and more.
 * Leaves to others: whether their tokens exist (check-token-words.ts).
 */
import type { PassportCoat, PassportRow } from '../rules/tables.js'
import type { Check } from './check-token-words.js'
import { foldedWords, vocabularyOf, type Vocabulary } from './vocabulary.js'

export function checkPassport({ locale, report }: Check): void {
  const vocabulary = vocabularyOf(locale)
  const seen = new Map<string, string>()
  for (const row of locale.passport) {
    // What a registry takes from its language is reported there.
    if (row.place.file !== locale.place.file) continue
    row.words.forEach((word, index) => {
      const { place = row.place } = row.placesOfWords[index] ?? {}
      const folded = foldedWords(word).join(' ')
      const other = seen.get(folded)
      if (other !== undefined) {
        const same = other === word ? '' : `, which is read like "${other}"`
        report(
          'DUPLICATE_ID',
          place,
          `has the passport word "${word}" twice${same}.`,
          'remove one of the two.',
        )
        return
      }
      seen.set(folded, word)
      const fault = faultOf(row, namedBy(word, vocabulary), vocabulary)
      if (fault !== undefined)
        report('WORD_IS_NAME', place, `has the passport word "${word}", ${fault.what}`, fault.fix)
    })
  }
}

/** What names and synonyms call by this word. */
function namedBy(word: string, { byFirst }: Vocabulary): readonly (readonly string[])[] {
  const words = foldedWords(word)
  const entries = byFirst.get(words[0] ?? '') ?? []
  return entries.filter((each) => each.words.join(' ') === words.join(' ')).map(({ tokens }) => tokens)
}

function faultOf({ coats }: PassportRow, named: readonly (readonly string[])[], { bases }: Vocabulary) {
  const [first] = named
  if (first === undefined) return undefined
  if (coats.length === 0)
    return {
      what: `a shade, which is also a word for [${first.join(', ')}].`,
      fix: 'remove it, or give it coats.',
    }
  const whole = named.filter((tokens) => tokens.some((token) => bases.has(token)))
  const lost = whole.find((tokens) => !coats.some((coat) => covers(coat, tokens, bases)))
  if (lost !== undefined)
    return {
      what: `which names [${lost.join(', ')}], a coat that the row does not cover.`,
      fix: `add [${lost.join(', ')}] to coats, or remove the word.`,
    }
  const isNamed = ({ has, may, isOpen }: PassportCoat): boolean =>
    !isOpen && may.length === 0 && whole.some((tokens) => isPart(has, tokens) && isPart(tokens, has))
  if (whole.length === 0 || !coats.every(isNamed)) return undefined
  return { what: 'which is read as these coats without it.', fix: 'remove the word.' }
}

function covers(
  { has, lacks, may, isOpen }: PassportCoat,
  tokens: readonly string[],
  bases: ReadonlySet<string>,
): boolean {
  if (!isPart(has, tokens) || tokens.some((token) => lacks.includes(token))) return false
  return isOpen || !has.some((token) => bases.has(token)) || isPart(tokens, [...has, ...may])
}

function isPart(some: readonly string[], all: readonly string[]): boolean {
  return some.every((token) => all.includes(token))
}
