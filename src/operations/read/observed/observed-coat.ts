/**
 * Reads the observed coat of an animal (field `seen`): its name in any language, or tokens.
 * Guarantees: an unknown name or token is refused with the nearest ones; a coat is taken as certain only when the client says so.
 * Leaves to others: reading names (coat-name.ts), adding what looks alike (lookalikes.ts, with-lookalikes.ts).
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

/** An observed coat as it was named, and what may be mistaken for it: nothing where the client is certain. */
export interface ObservedCoat extends Seen {
  readonly looks: readonly LookalikeRow[]
  /** Where it was named by words of passports. */
  readonly passport?: PassportText
}

/** All of these hold. Throws ClientError. */
export function readObserved(
  ruleset: Ruleset,
  value: unknown,
  field: string,
  text: TextContext,
): readonly ObservedCoat[] {
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
    const name = said[key]
    if (isNothing(name)) continue
    const at = typeof value === 'string' ? field : `${field}.${key}`
    seen.push(fact(at, name, read(ruleset, name, at, { ...text, isLoose: !isCertain })))
  }
  const has = readTokens(ruleset, said['has'], `${field}.has`, text)
  const lacks = readTokens(ruleset, said['lacks'], `${field}.lacks`, text)
  const both = has.find((token) => lacks.includes(token))
  if (both !== undefined)
    throw invalidField(`${field}.lacks`, said['lacks'], [
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
  if (seen.length === 0) throw faultAt(field, value, `${field} says nothing: it is ${SHAPE}`, [SHAPE])
  return seen
}

function coatOf(ruleset: Ruleset, name: unknown, at: string, text: TextContext): CoatRead {
  return readCoat(ruleset, name, at, text, ['tokens in has and lacks'])
}

/** What an animal born with this coat may show today. */
function coatsBornAs(ruleset: Ruleset, name: unknown, at: string, text: TextContext): CoatRead {
  const read = coatOf(ruleset, name, at, text)
  return text.budget.once(`born ${text.isLoose ?? false} ${String(name)}`, at, (count) => {
    const today = read.coats.flatMap((coat) => grown(coat, ruleset.model.source.looks))
    count(today.length)
    return { ...read, coats: today }
  })
}

/** A form may hold the object as JSON text, and a name alone is the coat. */
function saidOf(value: unknown, field: string): Readonly<Record<string, unknown>> {
  const said = fromJsonText(value)
  if (isObject(said)) return said
  if (typeof said !== 'string' || /^\s*(?:$|[[{])/.test(said)) throw invalidField(field, said, [SHAPE])
  return { coat: said }
}

/** The coat, and what it turns into with each change that age brings. */
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
