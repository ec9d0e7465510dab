/**
 * Parses the observed coat of an animal (field `seen`): a coat name in any language, or tokens.
 * Guarantees: an unknown name or token is refused with the nearest known ones; look-alikes (lookalikes.ts) are ruled out only if
 * the client says `certain`.
 */
import type { CoatPattern, Seen } from '../../../inference/question.js'
import type { LookalikeRow } from '../../../rules/tables.js'
import { fromJsonText, isObject } from '../decode-fields.js'
import { readBoolean } from '../options.js'
import { quoted } from '../near-misses.js'
import { faultAt, invalidField, strangeWord } from '../refusals.js'
import type { Ruleset } from '../../ruleset.js'
import { readCoat, refuseLongList, type CoatRead, type PassportText, type TextContext } from './coat-name.js'
import { isAbsent, isNothing } from '../values.js'

const SHAPE = 'a coat name, or an object with coat, has, lacks, born, certain'
const KEYS = ['coat', 'has', 'lacks', 'born', 'certain']

/** An observed coat as named, with the look-alikes to consider: none if the client is certain. */
export interface ObservedCoat extends Seen {
  readonly looks: readonly LookalikeRow[]
  /** Where it was named by words of passports. */
  readonly passport?: PassportText
}

/** The observations, all of which hold. Throws ClientError. */
export function readObserved(
  ruleset: Ruleset,
  value: unknown,
  field: string,
  text: TextContext,
): readonly ObservedCoat[] {
  const seenFields = fieldsOf(value, field)
  const stray = Object.keys(seenFields).find((key) => !KEYS.includes(key))
  if (stray !== undefined)
    throw faultAt(
      `${field}.${stray}`,
      seenFields[stray],
      `${field}.${stray} is not a field of an observed coat: ${field} is ${SHAPE}`,
      [SHAPE],
    )
  const isCertain = readBoolean(seenFields, 'certain', `${field}.certain`)
  const looks = isCertain ? [] : ruleset.model.source.looks
  const fact = (at: string, what: unknown, { coats, passport }: CoatRead): ObservedCoat => {
    const shown = typeof what === 'string' ? what : JSON.stringify(what)
    return { field: at, text: shown, coats, looks, ...(passport && { passport }) }
  }
  const seen: ObservedCoat[] = []
  for (const [key, read] of [
    ['coat', coatOf],
    ['born', coatsBornAs],
  ] as const) {
    const name = seenFields[key]
    if (isNothing(name)) continue
    const at = typeof value === 'string' ? field : `${field}.${key}`
    seen.push(fact(at, name, read(ruleset, name, at, { ...text, isLoose: !isCertain })))
  }
  const has = readTokens(ruleset, seenFields['has'], `${field}.has`, text)
  const lacks = readTokens(ruleset, seenFields['lacks'], `${field}.lacks`, text)
  const both = has.find((token) => lacks.includes(token))
  if (both !== undefined)
    throw invalidField(`${field}.lacks`, seenFields['lacks'], [
      `tokens other than ${both}, which ${field}.has names`,
    ])
  if (has.length + lacks.length > 0) {
    const pattern = { exactly: undefined, has: [...new Set(has)], lacks: [...new Set(lacks)] }
    seen.push(
      fact(
        field,
        { ...(has.length > 0 && { has }), ...(lacks.length > 0 && { lacks }) },
        { coats: [pattern] },
      ),
    )
  }
  if (seen.length === 0) throw faultAt(field, value, `${field} is empty: expected ${SHAPE}`, [SHAPE])
  return seen
}

function coatOf(ruleset: Ruleset, name: unknown, at: string, text: TextContext): CoatRead {
  return readCoat(ruleset, name, at, text, ['tokens in has and lacks'])
}

/** The coats that an animal born with this coat may show today. */
function coatsBornAs(ruleset: Ruleset, name: unknown, at: string, text: TextContext): CoatRead {
  const read = coatOf(ruleset, name, at, text)
  return text.budget.once(`born ${text.isLoose ?? false} ${String(name)}`, at, (count) => {
    const today = read.coats.flatMap((coat) => grown(coat, ruleset.model.source.looks))
    count(today.length)
    return { ...read, coats: today }
  })
}

/** The fields of `seen`. A form may send them as JSON text; a plain name is the coat. */
function fieldsOf(value: unknown, field: string): Readonly<Record<string, unknown>> {
  const parsed = fromJsonText(value)
  if (isObject(parsed)) return parsed
  if (typeof parsed !== 'string' || /^\s*(?:$|[[{])/.test(parsed)) throw invalidField(field, parsed, [SHAPE])
  return { coat: parsed }
}

/** The coat, and the coat after each change that age can bring. */
function grown(coat: CoatPattern, looks: readonly LookalikeRow[]): readonly CoatPattern[] {
  return looks.reduce<readonly CoatPattern[]>(
    (coats, { acquired }) =>
      coats.flatMap((each) => (acquired === undefined ? [each] : aged(each, acquired))),
    [coat],
  )
}

function aged(coat: CoatPattern, acquired: string): readonly CoatPattern[] {
  const { exactly, lacks } = coat
  if (exactly === undefined) return [{ ...coat, lacks: lacks.filter((token) => token !== acquired) }]
  return exactly.includes(acquired) ? [coat] : [coat, { ...coat, exactly: [...exactly, acquired] }]
}

function readTokens(
  ruleset: Ruleset,
  value: unknown,
  field: string,
  { budget }: TextContext,
): readonly string[] {
  if (isAbsent(value)) return []
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  refuseLongList(list, field, 'tokens')
  budget.counter(field)(list.length)
  const known = ruleset.tokens()
  return list.map((word) => {
    if (typeof word === 'string' && known.includes(word)) return word
    const what = `${field} must hold tokens of the catalogue of genes; ${quoted(word)} was sent`
    throw strangeWord(field, what, known, word)
  })
}
