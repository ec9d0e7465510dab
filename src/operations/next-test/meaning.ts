/**
 * What a result of a test means, in words: the coats that it excludes, the only one that it leaves, or the coat whose percentage
 * it moves most.
 */
import type { Coat } from '../../model/model.js'
import type { Lexicon } from '../../naming/lexicon.js'
import { TEST_TEXTS, type TestTextId } from '../../naming/test-texts.js'
import { lexiconOf, type Ruleset } from '../ruleset.js'
import type { ResultTree } from './result-tree.js'
import type { YesNo } from './yes-no.js'

interface Words {
  readonly ruleset: Ruleset
  readonly language: string
  readonly yesNo: YesNo | undefined
}

/** Of more excluded coats the first ones are named. */
const MAX_NAMED = 3
/** Smaller differences are rounding. */
const NOISE = 1e-9

/** @param result such as `gene X/n` @param before probabilities of coats without the test @param after with this result */
export function meaningOf(
  { ruleset, language, yesNo }: Words,
  nameOf: (coat: Coat) => string,
  { coats }: ResultTree,
  result: string,
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
): string {
  const lexicon = lexiconOf(ruleset.lexicons, language)
  const shares = new Map<string, readonly [before: number, after: number]>()
  for (const [place, share] of before) {
    const coat = coats[place] as Coat
    // Of a question with yes and no, only what is wanted is named.
    const name = yesNo === undefined ? nameOf(coat) : yesNo.isWanted(coat) ? yesNo.text : ''
    const [a, b] = shares.get(name) ?? [0, 0]
    shares.set(name, [a + share, b + (after.get(place) ?? 0)])
  }
  const named = [...shares].filter(([name]) => name !== '').sort((a, b) => b[1][0] - a[1][0])
  const say = (id: TestTextId, names: readonly string[], share = 0): string =>
    filled(lexicon, id, { result, coats: listed(names), percentage: percentText(share, language) })
  const possible = named.filter(([, [, share]]) => share > NOISE)
  const isMoved = named.some(([, [a, b]]) => Math.abs(b - a) > NOISE)
  if (!isMoved) return say('test-nothing', [])
  const [only] = possible
  if (possible.length === 1 && only !== undefined && only[1][1] > 1 - NOISE)
    return say('test-only', [only[0]])
  const excluded = named.filter(([, [a, b]]) => a > NOISE && b <= NOISE)
  if (excluded.length > 0)
    return say(
      'test-excludes',
      excluded.map(([name]) => name),
    )
  const [most] = possible.toSorted(
    (a, b) => changeOf(b) - changeOf(a) || b[1][1] - b[1][0] - (a[1][1] - a[1][0]),
  )
  return most === undefined ? say('test-nothing', []) : say('test-chance', [most[0]], most[1][1])
}

function changeOf([, [before, after]]: readonly [string, readonly [number, number]]): number {
  return Number(Math.abs(after - before).toPrecision(6))
}

function listed(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? ['…'] : []
  return [...names.slice(0, MAX_NAMED), ...more].join(', ')
}

/** With three significant digits, as people read it. */
function percentText(share: number, language: string): string {
  return (share * 100).toLocaleString(language, { maximumSignificantDigits: 3 })
}

function filled(lexicon: Lexicon, id: TestTextId, values: Readonly<Record<string, string>>): string {
  const text: string = lexicon.notes[id] ?? TEST_TEXTS[id]
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, key: string) => values[key] ?? placeholder)
}
