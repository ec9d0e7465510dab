/**
 * Finds visible phenotypes that have the same name in a language. That is an error, because readers cannot tell which one is
 * meant. Locales of `kind: registry` are exempt, since registries merge coats on purpose.
 * Guarantees: exact over the whole genotype space, without false positives; reports the two smallest genotypes of each collision.
 * Languages whose phrases cannot collide (naming/ambiguous-phrases.ts) need no enumeration.
 */
import type { Model } from '../model/model.js'
import { carriedText } from '../model/space/smallest-example.js'
import { findAmbiguousPhrases, type AmbiguousPhrase } from '../naming/ambiguous-phrases.js'
import type { Entry, Lexicon } from '../naming/lexicon.js'
import { nameCoat } from '../naming/name.js'
import { fault, type Diagnostic } from '../rules/diagnostic.js'
import type { Place } from '../rules/tables.js'
import { coatsOfParts, partsOfSpace, smallestBy, tokensKey, type SpaceCoat } from './space-coats.js'

export function findAmbiguousNames(
  model: Model,
  lexicons: ReadonlyMap<string, Lexicon>,
): readonly Diagnostic[] {
  let parts: Parts | undefined
  return model.source.locales.flatMap(({ language, kind, place }) => {
    const lexicon = lexicons.get(language)
    if (kind !== 'language' || lexicon === undefined) return []
    const phrases = findAmbiguousPhrases(lexicon)
    if (phrases?.length === 0) return []
    parts ??= partsOfSpace(model)
    const sides = phrases?.flatMap(({ left, right }) => [left, right]) ?? [[]]
    return collisions(parts, lexicon, sides).map((pair) =>
      ambiguous(model, lexicon, pair, placeOf(phrases ?? [], pair) ?? place),
    )
  })
}

type Parts = ReturnType<typeof partsOfSpace>
type Pair = readonly [SpaceCoat, SpaceCoat]

/** One pair for each name that several coats share: the two smallest coats. */
function collisions(parts: Parts, lexicon: Lexicon, sides: readonly (readonly Entry[])[]): readonly Pair[] {
  const tokens = withoutSupersets(sides.map((side) => side.flatMap((entry) => entry.tokens)))
  const coats = smallestBy(
    coatsHolding(parts, tokens),
    (coat) => tokensKey(coat.tokens),
    ({ size }) => size,
  )
  const byName = new Map<string, SpaceCoat[]>()
  for (const coat of coats.values()) {
    const name = asRead(nameCoat(lexicon, coat.tokens), lexicon)
    byName.set(name, [...(byName.get(name) ?? []), coat])
  }
  const pairs = [...byName.values()].flatMap((alike): readonly Pair[] => {
    const [first, second] = alike.sort((a, b) => a.size - b.size)
    return first === undefined || second === undefined ? [] : [[first, second]]
  })
  return onePerCause(pairs)
}

function* coatsHolding(parts: Parts, lists: readonly (readonly string[])[]): Generator<SpaceCoat> {
  for (const tokens of lists) yield* coatsOfParts(parts, tokens)
}

/** Normalises a name: case and the number of spaces do not distinguish names. */
function asRead(name: string, { language }: Lexicon): string {
  return name.toLocaleLowerCase(language).replaceAll(/\s+/g, ' ').trim()
}

/** The smallest pair among those that differ by the same tokens: the tokens they share are not the cause. */
function onePerCause(pairs: readonly Pair[]): readonly Pair[] {
  const only = (coat: SpaceCoat, other: SpaceCoat): string =>
    coat.tokens.filter((token) => !other.tokens.includes(token)).join(' ')
  const causeOf = ([a, b]: Pair): string => [only(a, b), only(b, a)].sort().join(' | ')
  return [...smallestBy(pairs, causeOf, ([a, b]) => a.size + b.size).values()]
}

/** Drops lists that contain another list: the coats of the shorter list include theirs. */
function withoutSupersets(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const distinct = [...new Map(lists.map((list) => [tokensKey(list), list])).values()]
  return distinct.filter(
    (list) =>
      !distinct.some((other) => other.length < list.length && other.every((token) => list.includes(token))),
  )
}

/** The place of the last entry involved in the collision. */
function placeOf(phrases: readonly AmbiguousPhrase[], [a, b]: Pair): Place | undefined {
  const fits = (side: readonly Entry[], coat: SpaceCoat): boolean =>
    side.every((entry) => entry.tokens.every((token) => coat.tokens.includes(token)))
  const { left = [], right = [] } =
    phrases.find(
      (each) => (fits(each.left, a) && fits(each.right, b)) || (fits(each.left, b) && fits(each.right, a)),
    ) ?? {}
  const places = [...left, ...right].map((entry) => entry.place)
  return places.sort((one, other) => one.line - other.line).at(-1)
}

function ambiguous(model: Model, lexicon: Lexicon, pair: Pair, place: Place): Diagnostic {
  const [first, second] = pair.map(({ tokens }) => `[${tokens.join(', ')}]`)
  return fault('AMBIGUOUS_NAME', place, {
    what: `${lexicon.language} calls two visible phenotypes "${nameCoat(lexicon, pair[0].tokens)}": ${first} and ${second}.`,
    why: 'Whoever reads the name cannot tell which of them is meant.',
    fix: 'give one of them a word of its own; only a file of kind: registry may merge them.',
    examples: pair.map(({ example }) => carriedText(model.loci, example)),
  })
}
