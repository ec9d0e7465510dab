/**
 * Describes a refused value for messages: its position, what it is, and what its author most likely meant. Corrects
 * the most common slips of people who know genetics better than YAML. Spelling suggestions are in nearest.ts.
 * Guarantees: short, whatever the value; suggestions have the expected shape.
 */
import { BOOLEAN_ELSEWHERE } from '../yaml/parse.js'
import { plainSpelling, withNamedCharacters } from '../yaml/typing-slips.js'

type Accepts = (value: unknown) => boolean

/** The sentence with the fix. @param accepts whether a value is valid in this place */
export function likelyMeant(refused: unknown, accepts: Accepts): string | undefined {
  const deceptive = deceptivelyTyped(refused, accepts)
  if (deceptive !== undefined) return deceptive
  if (Array.isArray(refused) && refused.length === 1 && typeof refused[0] === 'string' && accepts(refused[0]))
    return `write ${refused[0]} without brackets.`
  // [E/e] is a pair written as one word.
  const value: unknown = Array.isArray(refused) && refused.length === 1 ? refused[0] : refused
  if (typeof value === 'number' || typeof value === 'boolean') {
    if (accepts(String(value))) return `write "${value}" with quotes.`
  }
  const number = numberMeant(value, accepts)
  if (number !== undefined) return number
  if (typeof value !== 'string') return undefined
  const truth = accepts(true) ? TRUTH.find(([words]) => words.test(value)) : undefined
  if (truth !== undefined) return `write ${truth[1]}, without quotes.`
  const address = addressMeant(value, accepts)
  if (address !== undefined) return `write ${address}.`
  if (/^(none|nothing|null|nil|-|–)$/i.test(value) && accepts([])) return 'write [] for none.'
  if (value.startsWith('(')) return 'write square brackets: [ ] for a list or a pair.'
  const limits = rangeMeant(value)
  if (limits !== undefined) return accepts(limits) ? `write [${limits.join(', ')}].` : undefined
  // A misindented item of a block list: YAML continues the previous item's text.
  if (/\S - \S/.test(value)) return 'begin every item of a list in the same column.'
  const word = wordMeant(value, accepts)
  if (word !== undefined) return `did you mean "${word}"?`
  const words = wordsMeant(value, accepts)
  return words === undefined ? undefined : `write ${yamlList(words)}.`
}

const TRUTH = [
  [/^(true|yes|y|on|ja|oui)$/i, 'true'],
  [/^(false|no|n|off|nein|non)$/i, 'false'],
] as const

/** A DOI without its resolver prefix, or a web address with the missing scheme. */
function addressMeant(text: string, accepts: Accepts): string | undefined {
  const bare = text.replace(/^(https?:\/\/)?(dx\.)?doi\.org\/|^doi:\s*/i, '')
  return [bare, `https://${text}`].find((each) => each !== text && /\S\.\S/.test(each) && accepts(each))
}

/** A value that would be accepted if its look-alike characters were replaced. */
function deceptivelyTyped(refused: unknown, accepts: Accepts): string | undefined {
  const texts = (Array.isArray(refused) ? refused : [refused]).map((each: unknown) =>
    typeof each === 'string' ? (plainSpelling(each) ?? { plain: each, character: '' }) : undefined,
  )
  const character = texts.find((each) => each?.character)?.character
  if (character === undefined || texts.includes(undefined)) return undefined
  const words = texts.map((each) => each?.plain ?? '')
  const [word = ''] = words
  if (!accepts(Array.isArray(refused) ? words : word)) return undefined
  return `it contains ${character}: write ${Array.isArray(refused) ? yamlList(words) : yamlWord(word)}.`
}

/** The word in the spelling that its shape allows: `Pattern_wolf` → `pattern-wolf`. Undefined where case matters. */
export function wordMeant(text: string, accepts: Accepts): string | undefined {
  return accepts('X') ? undefined : lowerCased(text).find(accepts)
}

/** A YAML list of words: `[wolf, "n"]`. */
export function yamlList(words: readonly string[]): string {
  return `[${words.map(yamlWord).join(', ')}]`
}

/** The word as YAML: quoted if other parsers would read it as true or false. */
export function yamlWord(word: string): string {
  return BOOLEAN_ELSEWHERE.test(word) ? `"${word}"` : word
}

function lowerCased(text: string): readonly [string, string] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()
  return [plain, plain.replaceAll(/[\s_-]+/g, '-').replaceAll(/^-|-$/g, '')]
}

/** The words of a text that should have been a list, separated by commas, spaces or a slash. */
function wordsMeant(text: string, accepts: Accepts): readonly string[] | undefined {
  const partings = [/\s*,\s*/, /[\s,]+/, /\s*\/\s*/].map((between) => text.trim().split(between))
  const caseMatters = accepts(['X']) || accepts(['X', 'Y'])
  const lower = caseMatters ? [] : partings.map((words) => words.map((word) => lowerCased(word)[1]))
  return [...partings, ...lower].find(accepts)
}

/** A number written as text, with a decimal comma, or in percent where a fraction of 1 is expected. */
function numberMeant(value: unknown, accepts: Accepts): string | undefined {
  const [, digits, sign = ''] = /^([0-9]+(?:[.,][0-9]+)?)\s*(%|)$/.exec(String(value)) ?? []
  if (digits === undefined) return undefined
  const number = Number(digits.replace(',', '.'))
  const fraction = Number((number / 100).toPrecision(6))
  if (sign === '' && typeof value === 'string') return accepts(number) ? `write ${number}.` : undefined
  if (accepts(2) || !accepts(fraction) || (sign === '' && number < 1)) return undefined
  return sign === '' ? `write ${fraction} if ${number} % is meant.` : `write ${fraction}.`
}

/** A range such as 0.03 - 0.15. */
function rangeMeant(text: string): readonly number[] | undefined {
  const limits = /^([0-9]+(?:[.,][0-9]+)?)\s*[-–]\s*([0-9]+(?:[.,][0-9]+)?)$/.exec(text)?.slice(1)
  return limits?.map((limit) => Number(limit.replace(',', '.')))
}

/** `"fraction"`, `item 2 of "order"`, or `the file`. */
export function subjectOf(pointer: string): string {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = steps.at(-1)
  if (last === undefined) return 'the file'
  return /^\d+$/.test(last) ? `item ${Number(last) + 1} of "${steps.at(-2) ?? ''}"` : `"${last}"`
}

/** `the text "foo"`, `the number 21`, `a list of 3`, `a block of keys`, `empty`. */
export function describe(value: unknown): string {
  if (value === null || value === undefined) return 'empty'
  if (value === '') return 'an empty text'
  // Long texts are cut; the fault names the place anyway.
  if (typeof value === 'string')
    return `the text "${withNamedCharacters(value.replace(/^(.{40}).+$/s, '$1…'))}"`
  if (typeof value === 'number') return `the number ${value}`
  if (typeof value === 'boolean') return `the truth value ${value}`
  if (Array.isArray(value)) return describeList(value)
  return Object.keys(value).length === 0 ? 'an empty block' : 'a block of keys'
}

/** Describes lists of one or two words word by word. */
function describeList(list: readonly unknown[]): string {
  if (list.length === 0) return 'an empty list'
  if (list.length > 2 || list.some((item) => typeof item === 'object')) return `a list of ${list.length}`
  return `a list of ${list.map(describe).join(' and ')}${list.length === 1 ? ' alone' : ''}`
}

/** The phrase up to its colon, which suffices as an instruction. A colon inside braces is YAML. */
export function withoutExplanation(phrase: string): string {
  return /^([^{]*?): /.exec(phrase)?.[1] ?? phrase
}

/** `"has" and "none_of"` */
export function quoted(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(' and ')
}
