/**
 * Parses the name of a coat, or passport words, in any language, into the coat patterns it can mean.
 * Guarantees: every name counts against the request's text budget, with the same steps whether or not it is cached; an unknown
 * name is refused with the nearest known ones.
 */
import type { CoatPattern } from '../../../inference/question.js'
import { createMemo, onceFor } from '../../../common/memo.js'
import { foldedWords, type CountSteps, type TextRead } from '../../../naming/read-name.js'
import { nearest } from '../../../common/nearest.js'
import { editDistance } from '../../../common/edit-distance.js'
import { ClientError } from '../../client-error.js'
import { quoted } from '../near-misses.js'
import { faultAt } from '../refusals.js'
import type { TextBudget } from '../text-budget.js'
import type { Ruleset } from '../../ruleset.js'

/** The longest name that the service writes has 147. */
export const MAX_NAME_CHARACTERS = 200
/** Maximum number of wanted coats, and of tokens in `has` and `lacks`. */
export const MAX_NAMES = 60

/** Context for parsing the texts of one request. */
export interface TextContext {
  /** The language tried first. */
  readonly language: string
  readonly budget: TextBudget
  /** Whether a name that passports use for other coats too may mean those: not where it is said for certain, or wanted. */
  readonly isLoose?: boolean
}

/** The meaning of a name. */
export interface CoatRead {
  readonly coats: readonly CoatPattern[]
  /** Set if the name contains passport words: what the answer says about them. */
  readonly passport?: PassportText
}

/** The same, with what each coat was read from. */
export interface NamedCoats extends CoatRead, Pick<TextRead, 'coats' | 'languages'> {
  readonly coats: TextRead['coats']
}

export interface PassportText extends Pick<TextRead, 'coats'> {
  readonly text: string
  /** Its words that are shades. */
  readonly shades: readonly string[]
}

/** The meaning of a coat name; the same object for the same name. Throws ClientError. @param otherwise alternatives for the error */
export function readCoat(
  ruleset: Ruleset,
  name: unknown,
  field: string,
  { language, budget, isLoose = false }: TextContext,
  otherwise: readonly string[] = [],
): NamedCoats {
  if (typeof name !== 'string') throw unknownName(ruleset, name, field, otherwise)
  refuseLongName(name, field)
  return budget.once(`coat ${language} ${isLoose} ${name}`, field, (count) => {
    const read = readName(ruleset, name, language, isLoose, count)
    if (read === undefined) throw unknownName(ruleset, name, field, otherwise)
    const { coats, languages, shades } = read
    return { coats, languages, ...(shades && { passport: { text: name, coats, shades } }) }
  })
}

/** Throws ClientError for a list that is too long, before any of it is parsed. */
export function refuseLongList(list: readonly unknown[], field: string, what: string): void {
  if (list.length <= MAX_NAMES) return
  const message = `${field} holds at most ${MAX_NAMES} ${what}; ${list.length} were sent`
  throw faultAt(field, list.length, message, [`at most ${MAX_NAMES} ${what}`])
}

function refuseLongName(name: string, field: string): void {
  const { length } = name.length > MAX_NAME_CHARACTERS ? [...name] : name
  if (length <= MAX_NAME_CHARACTERS) return
  const expected = `a coat name of at most ${MAX_NAME_CHARACTERS} characters`
  throw faultAt(field, length, `${field} must be ${expected}; ${length} were sent`, [expected])
}

/** Steps charged for folding a name and looking up its words. */
const STEPS_PER_NAME = 30

interface NameRead {
  readonly read: TextRead | undefined
  readonly steps: number
}

const CACHE_BYTES = 2 * 1024 * 1024
const BYTES_PER_NAME = 300
const BYTES_PER_READING = 250
const BYTES_PER_TOKEN = 8

const cacheOf = onceFor((_ruleset: Ruleset) =>
  createMemo<NameRead>(CACHE_BYTES, ({ read }) => BYTES_PER_NAME + bytesOf(read?.coats ?? []), 'coat names'),
)

function bytesOf(coats: readonly CoatPattern[]): number {
  return coats.reduce((sum, { lacks }) => sum + BYTES_PER_READING + BYTES_PER_TOKEN * lacks.length, 0)
}

function readName(
  ruleset: Ruleset,
  name: string,
  language: string,
  isLoose: boolean,
  count: CountSteps,
): TextRead | undefined {
  count(STEPS_PER_NAME)
  const cache = cacheOf(ruleset)
  const key = `${language} ${isLoose} ${foldedWords(name).join(' ')}`
  const known = cache.known(key)
  if (known !== undefined) {
    count(known.steps)
    return known.read
  }
  let steps = 0
  const counted = (more: number): void => {
    steps += more
    count(more)
  }
  const read = ruleset.nameReader().readText(name, language, { isLoose, count: counted })
  cache.keep(key, { read, steps })
  return read
}

const MAX_SUGGESTIONS = 8

function unknownName(
  ruleset: Ruleset,
  name: unknown,
  field: string,
  otherwise: readonly string[],
): ClientError {
  const near = typeof name === 'string' ? nearNames(ruleset, name) : []
  const meant = near.length === 0 ? '' : `: did you mean ${near.slice(0, 3).join(', ')}?`
  const what = `${quoted(name)} is not a coat name in any language of this service`
  return new ClientError('VALIDATION_INVALID_FIELD', `${field} must be a coat's name; ${what}${meant}`, {
    field,
    value: name ?? null,
    expected: near.length === 0 ? ['a coat name as answers give it', ...otherwise] : near,
  })
}

/** The terms of coat names, with their folded words. */
const foldedTermsOf = onceFor((ruleset: Ruleset) =>
  ruleset.nameReader().terms.map((term) => ({ term, folded: foldedWords(term).join(' ') })),
)

/** The terms nearest to a name, by edit distance of words and short phrases. */
function nearNames(ruleset: Ruleset, name: string): readonly string[] {
  const folded = foldedWords(name).slice(0, 6).join(' ').slice(0, 48)
  const parts = folded.split(' ').filter((word) => word.length > 3)
  const most = Math.max(1, Math.floor(folded.length / 3))
  const scored = foldedTermsOf(ruleset).flatMap(({ term, folded: words }) => {
    const isPart =
      parts.some((word) => nearest(word, [words]) !== undefined) || ` ${folded} `.includes(` ${words} `)
    // The difference in length is a lower bound of the edit distance.
    if (!isPart && Math.abs(folded.length - words.length) > most) return []
    const distance = editDistance(folded, words)
    return distance <= most || isPart ? [{ term, words, distance }] : []
  })
  scored.sort((a, b) => a.distance - b.distance)
  const byFolded = new Map(scored.toReversed().map(({ term, words }) => [words, term]))
  return [...byFolded.values()].toReversed().slice(0, MAX_SUGGESTIONS)
}
