/**
 * Reads what was seen of an animal: a coat's name in any language, or tokens; with what looks like it, unless it is certain.
 * Guarantees: a name or a token that nobody knows is refused with the nearest ones; nothing is taken for certain unasked.
 * Leaves to others: reading names (naming/read-name.ts), what looks alike (lookalikes.ts).
 */
import type { CoatPattern, Seen } from '../../../inference/question.js'
import { foldedWords, type Reading } from '../../../naming/read-name.js'
import type { LookalikeRow } from '../../../rules/tables.js'
import { editDistance, nearest } from '../../../rules/checks/nearest.js'
import { ContractError } from '../../contract-error.js'
import { fromJsonText, isObject } from '../../request/decode-fields.js'
import { isNothing } from '../../request/horse.js'
import { readBoolean } from '../../request/options.js'
import { quoted } from '../../request/near-misses.js'
import { faultAt, invalidField, strangeWord } from '../../request/refusals.js'
import type { RuleBook } from '../../rule-book.js'
import { isUnsaid } from './is-open.js'
import { widened, type TakenFor } from './lookalikes.js'

const SHAPE = 'a coat name, or an object with coat, has, lacks, born, certain'
const KEYS = ['coat', 'has', 'lacks', 'born', 'certain']

/** Throws ContractError. @param language whose words come first */
export function readSeen(book: RuleBook, value: unknown, field: string, language: string) {
  const said = saidOf(value, field)
  const stray = Object.keys(said).find((key) => !KEYS.includes(key))
  if (stray !== undefined)
    throw faultAt(
      `${field}.${stray}`,
      said[stray],
      `${field}.${stray} is nothing that can be said of what was seen: that is ${SHAPE}`,
      [SHAPE],
    )
  const isCertain = readBoolean(said, 'certain', `${field}.certain`)
  const looks = isCertain ? [] : book.model.source.looks
  const used: TakenFor[] = []
  const fact = (at: string, text: unknown, coats: readonly CoatPattern[]): Seen => {
    const wide = coats.map((coat) => widened(coat, looks))
    used.push(...wide.flatMap((each) => each.used))
    return {
      field: at,
      text: typeof text === 'string' ? text : JSON.stringify(text),
      coats: wide.flatMap((each) => each.coats),
    }
  }
  /** All of these hold. */
  const seen: Seen[] = []
  for (const [key, born] of [
    ['coat', false],
    ['born', true],
  ] as const) {
    const name = said[key]
    if (isNothing(name)) continue
    const at = typeof value === 'string' ? field : `${field}.${key}`
    const coats = readCoat(book, name, at, language, ['tokens in has and lacks'])
    seen.push(fact(at, name, born ? coats.flatMap((coat) => grown(coat, book.model.source.looks)) : coats))
  }
  const has = readTokens(book, said['has'], `${field}.has`)
  const lacks = readTokens(book, said['lacks'], `${field}.lacks`)
  const both = has.find((token) => lacks.includes(token))
  if (both !== undefined)
    throw invalidField(`${field}.lacks`, said['lacks'], [
      `tokens other than ${both}, which ${field}.has names`,
    ])
  if (has.length + lacks.length > 0) {
    const pattern = { exactly: undefined, has, lacks }
    seen.push(fact(field, { ...(has.length > 0 && { has }), ...(lacks.length > 0 && { lacks }) }, [pattern]))
  }
  if (seen.length === 0) throw faultAt(field, value, `${field} says nothing: it is ${SHAPE}`, [SHAPE])
  return { seen, looks: used }
}

/** A form may hold the object as JSON text, and a name alone is the coat. */
function saidOf(value: unknown, field: string): Readonly<Record<string, unknown>> {
  const said = fromJsonText(value)
  if (isObject(said)) return said
  if (typeof said !== 'string' || /^\s*(?:$|[[{])/.test(said)) throw invalidField(field, said, [SHAPE])
  return { coat: said }
}

/** What an animal born with this coat may show today. */
function grown(coat: CoatPattern, looks: readonly LookalikeRow[]): readonly CoatPattern[] {
  return looks.reduce<readonly CoatPattern[]>(
    (coats, { acquired }) =>
      coats.flatMap((each) =>
        acquired === undefined || each.exactly === undefined || each.exactly.includes(acquired)
          ? [each]
          : [each, { ...each, exactly: [...each.exactly, acquired] }],
      ),
    [coat],
  )
}

/** The patterns of a coat's name. @param otherwise what else can be said there */
export function readCoat(
  book: RuleBook,
  name: unknown,
  field: string,
  language: string,
  otherwise: readonly string[] = [],
): readonly CoatPattern[] {
  const reader = book.nameReader()
  const readings = typeof name === 'string' ? reader.read(name, language) : []
  if (readings.length === 0) throw unknownName(name, field, reader.terms, otherwise)
  return readings.map(patternOf)
}

function patternOf({ tokens, isWhole }: Reading): CoatPattern {
  return { exactly: isWhole ? tokens : undefined, has: isWhole ? [] : tokens, lacks: [] }
}

const MOST_NAMES = 8

function unknownName(
  name: unknown,
  field: string,
  terms: readonly string[],
  otherwise: readonly string[],
): ContractError {
  const near = typeof name === 'string' ? nearNames(name, terms) : []
  const meant = near.length === 0 ? '' : `: did you mean ${near.slice(0, 3).join(', ')}?`
  const what = `${quoted(name)} is no coat that this service names, in any of its languages`
  return new ContractError('VALIDATION_INVALID_FIELD', `${field} must be a coat's name; ${what}${meant}`, {
    field,
    value: name ?? null,
    expected: near.length === 0 ? ['a coat name as answers give it', ...otherwise] : near,
  })
}

/** Those with the fewest slips, of words and short phrases. */
function nearNames(name: string, terms: readonly string[]): readonly string[] {
  const said = foldedWords(name).slice(0, 6).join(' ').slice(0, 48)
  const scored = terms.flatMap((term) => {
    const folded = foldedWords(term).join(' ')
    const slips = editDistance(said, folded)
    const isPart = said.split(' ').some((word) => word.length > 3 && nearest(word, [folded]) !== undefined)
    return slips <= Math.max(1, Math.floor(said.length / 3)) || isPart || ` ${said} `.includes(` ${folded} `)
      ? [{ term, slips }]
      : []
  })
  scored.sort((a, b) => a.slips - b.slips)
  const byFolded = new Map(scored.toReversed().map(({ term }) => [foldedWords(term).join(' '), term]))
  return [...byFolded.values()].toReversed().slice(0, MOST_NAMES)
}

function readTokens(book: RuleBook, value: unknown, field: string): readonly string[] {
  if (isUnsaid(value)) return []
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  const known = book.tokens()
  return list.map((word) => {
    if (typeof word === 'string' && known.includes(word)) return word
    const what = `${field} must hold tokens of the catalogue of genes; ${quoted(word)} was sent`
    throw strangeWord(field, what, known, word)
  })
}
