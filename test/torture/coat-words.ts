/**
 * Coat names and observed coats as the search draws them: terms of the catalogue, strung together, repeated and misspelt.
 * Guarantees: knows no coat by name, so that it follows the rule set; the same random numbers give the same words.
 */
import { oneOf, type Random } from '../phenotypes/random-horse.js'
import { ODD_TEXT } from './odd-words.js'
import type { Catalogue } from './gene-choices.js'

/** The words of each language, and the tokens that `has` and `lacks` take. */
export interface CoatWords {
  readonly byLanguage: ReadonlyMap<string, readonly string[]>
  readonly tokens: readonly string[]
}

/** What a client may say of an observed coat. */
export type Observed =
  | string
  | {
      readonly coat?: string
      readonly born?: string
      readonly has?: readonly string[]
      readonly lacks?: readonly string[]
      readonly certain?: boolean
    }

interface CatalogueWords {
  readonly tokens: readonly { readonly token: string; readonly term: string }[]
  readonly synonyms: readonly { readonly term: string; readonly synonyms: readonly string[] }[]
}

const MAX_WORDS = 12
const MAX_TOKENS = 70

export async function readCoatWords(
  port: number,
  key: string,
  { languages }: Pick<Catalogue, 'languages'>,
): Promise<CoatWords> {
  const byLanguage = new Map<string, readonly string[]>()
  let tokens: readonly string[] = []
  for (const language of languages) {
    const address = `http://127.0.0.1:${port}/coats/genes?lang=${language}`
    const answer = await fetch(address, { headers: { 'X-API-Key': key } })
    if (!answer.ok) throw new Error(`GET /coats/genes: ${answer.status}`)
    const { tokens: named, synonyms } = (await answer.json()) as CatalogueWords
    const terms = [
      ...named.map(({ term }) => term),
      ...synonyms.flatMap(({ term, synonyms: more }) => [term, ...more]),
    ]
    const words = terms.flatMap((term) => term.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    byLanguage.set(language, [...new Set([...words, ...terms])])
    tokens = named.map(({ token }) => token)
  }
  return { byLanguage, tokens }
}

/** A text that has many readings, few or none. */
export function anyName({ byLanguage }: CoatWords, random: Random): string {
  if (random() < 0.05) return oneOf(random, ODD_TEXT)
  const words = oneOf(random, [...byLanguage.values()])
  const few = upTo(random, 4, () => oneOf(random, words))
  const name = upTo(random, MAX_WORDS, () => oneOf(random, few)).join(' ')
  return random() < 0.1 ? misspelt(name, random) : name
}

export function anyObserved(words: CoatWords, random: Random): Observed {
  if (random() < 0.6) return anyName(words, random)
  const tokens = (): readonly string[] => upTo(random, MAX_TOKENS, () => oneOf(random, words.tokens))
  return {
    ...(random() < 0.7 && { coat: anyName(words, random) }),
    ...(random() < 0.4 && { born: anyName(words, random) }),
    ...(random() < 0.3 && { has: tokens() }),
    ...(random() < 0.3 && { lacks: tokens() }),
    ...(random() < 0.2 && { certain: true }),
  }
}

function misspelt(name: string, random: Random): string {
  const at = Math.floor(random() * name.length)
  return `${name.slice(0, at)}${oneOf(random, ['', 'x', 'é', '-', name])}${name.slice(at + 1)}`
}

/** One to `most` of them. */
function upTo<Value>(random: Random, most: number, make: () => Value): readonly Value[] {
  return Array.from({ length: 1 + Math.floor(random() * most) }, make)
}
