/**
 * Reads the name of a coat, or the words of a passport, as the patterns that they can mean, in any language.
 * Guarantees: every name is counted against the request's text budget, with the same steps whether or not it was read before;
 * an unknown name is refused with the nearest ones.
 * Leaves to others: how names are read (naming/read-name.ts), what looks like a coat (lookalikes.ts).
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

/** The longest name that the service gives has 147. */
export const MAX_NAME_CHARACTERS = 200
/** Of coats wanted, and of tokens seen. */
export const MAX_NAMES = 60

/** What reading any text of a request takes along. */
export interface TextContext {
  /** Whose words come first. */
  readonly language: string
  readonly budget: TextBudget
  /** Whether a name that passports use for other coats too may mean those: not where it is said for certain, or wanted. */
  readonly isLoose?: boolean
}

/** A text that was read. */
export interface CoatRead {
  readonly coats: readonly CoatPattern[]
  /** Where it has words of passports: what the answer says of them. */
  readonly passport?: PassportText
}

export interface PassportText extends Pick<TextRead, 'coats'> {
  readonly text: string
  /** Those of its words that are shades. */
  readonly shades: readonly string[]
}

/** The patterns of a coat's name; the same object for the same name. @param otherwise what else can be said there */
export function readCoat(
  ruleset: Ruleset,
  name: unknown,
  field: string,
  { language, budget, isLoose = false }: TextContext,
  otherwise: readonly string[] = [],
): CoatRead {
  if (typeof name !== 'string') throw unknownName(ruleset, name, field, otherwise)
  refuseLongName(name, field)
  return budget.once(`coat ${language} ${isLoose} ${name}`, field, (count) => {
    const read = readName(ruleset, name, language, isLoose, count)
    if (read === undefined) throw unknownName(ruleset, name, field, otherwise)
    const { coats, shades } = read
    return { coats, ...(shades && { passport: { text: name, coats, shades } }) }
  })
}

/** Throws ClientError for a list that is too long, before any of it is read. */
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
const STEPS_A_NAME = 30

interface NameRead {
  readonly read: TextRead | undefined
  readonly steps: number
}

const CACHE_BYTES = 2 * 1024 * 1024
const BYTES_A_NAME = 300
const BYTES_A_READING = 250
const BYTES_A_TOKEN = 8

const cacheOf = onceFor((_ruleset: Ruleset) =>
  createMemo<NameRead>(CACHE_BYTES, ({ read }) => BYTES_A_NAME + bytesOf(read?.coats ?? []), 'coat names'),
)

function bytesOf(coats: readonly CoatPattern[]): number {
  return coats.reduce((sum, { lacks }) => sum + BYTES_A_READING + BYTES_A_TOKEN * lacks.length, 0)
}

function readName(
  ruleset: Ruleset,
  name: string,
  language: string,
  isLoose: boolean,
  count: CountSteps,
): TextRead | undefined {
  count(STEPS_A_NAME)
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
  const what = `${quoted(name)} is no coat that this service names, in any of its languages`
  return new ClientError('VALIDATION_INVALID_FIELD', `${field} must be a coat's name; ${what}${meant}`, {
    field,
    value: name ?? null,
    expected: near.length === 0 ? ['a coat name as answers give it', ...otherwise] : near,
  })
}

/** The terms that names are made of, with their folded words. */
const foldedTermsOf = onceFor((ruleset: Ruleset) =>
  ruleset.nameReader().terms.map((term) => ({ term, folded: foldedWords(term).join(' ') })),
)

/** Those with the fewest slips, of words and short phrases. */
function nearNames(ruleset: Ruleset, name: string): readonly string[] {
  const said = foldedWords(name).slice(0, 6).join(' ').slice(0, 48)
  const parts = said.split(' ').filter((word) => word.length > 3)
  const most = Math.max(1, Math.floor(said.length / 3))
  const scored = foldedTermsOf(ruleset).flatMap(({ term, folded }) => {
    const isPart =
      parts.some((word) => nearest(word, [folded]) !== undefined) || ` ${said} `.includes(` ${folded} `)
    // As many slips at least as letters are missing or too many.
    if (!isPart && Math.abs(said.length - folded.length) > most) return []
    const slips = editDistance(said, folded)
    return slips <= most || isPart ? [{ term, folded, slips }] : []
  })
  scored.sort((a, b) => a.slips - b.slips)
  const byFolded = new Map(scored.toReversed().map(({ term, folded }) => [folded, term]))
  return [...byFolded.values()].toReversed().slice(0, MAX_SUGGESTIONS)
}
