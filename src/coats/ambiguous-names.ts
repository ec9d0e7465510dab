/**
 * Two visible phenotypes with one name in a language: an error, since a reader cannot tell which is meant.
 * Registries may merge what they do not tell apart, and are not asked.
 * Guarantees: exact, no false alarm, over the whole genotype space; each with the two smallest horses that show it.
 * Nothing is enumerated for a language whose words cannot run into each other (naming/ambiguous-phrases.ts).
 */
import type { Model } from '../model/model.js'
import { carriedText } from '../model/space/smallest-example.js'
import { surveySpace, type SpaceComponent } from '../model/space/space.js'
import type { Phenotypes } from '../model/phenotype/phenotype.js'
import { findAmbiguousPhrases, type AmbiguousPhrase } from '../naming/ambiguous-phrases.js'
import type { Entry, Lexicon } from '../naming/lexicon.js'
import { nameCoat } from '../naming/name.js'
import { fault, type Diagnostic } from '../rules/diagnostic.js'
import type { Place } from '../rules/tables.js'
import { coatsOfSpace, type SpaceCoat } from './space-coats.js'

export function findAmbiguousNames(
  model: Model,
  phenotypes: Phenotypes,
  lexicons: ReadonlyMap<string, Lexicon>,
): readonly Diagnostic[] {
  let space: readonly SpaceComponent[] | undefined
  return model.source.locales.flatMap(({ language, kind, place }) => {
    const lexicon = lexicons.get(language)
    if (kind !== 'language' || lexicon === undefined) return []
    const phrases = findAmbiguousPhrases(lexicon)
    if (phrases?.length === 0) return []
    space ??= surveySpace(model, { keyOf: (outcomes) => phenotypes.coatFrom(outcomes).tokens.join(' ') })
    const sides = phrases?.flatMap(({ left, right }) => [left, right]) ?? [[]]
    return collisions(phenotypes, space, lexicon, sides).map((pair) =>
      ambiguous(model, lexicon, pair, placeOf(phrases ?? [], pair) ?? place),
    )
  })
}

type Pair = readonly [SpaceCoat, SpaceCoat]

/** One pair for each name that several coats share: the smallest two. */
function collisions(
  phenotypes: Phenotypes,
  space: readonly SpaceComponent[],
  lexicon: Lexicon,
  sides: readonly (readonly Entry[])[],
): readonly Pair[] {
  const byName = new Map<string, Map<string, SpaceCoat>>()
  for (const tokens of withoutSupersets(sides.map((side) => side.flatMap((entry) => entry.tokens)))) {
    for (const coat of coatsOfSpace(space, phenotypes, tokens)) {
      const name = asRead(nameCoat(lexicon, coat.tokens), lexicon)
      const key = [...coat.tokens].sort().join(' ')
      const known = byName.get(name) ?? new Map<string, SpaceCoat>()
      byName.set(name, known)
      const same = known.get(key)
      if (same === undefined || coat.size < same.size) known.set(key, coat)
    }
  }
  const pairs = [...byName.values()].flatMap((coats): readonly Pair[] => {
    const [first, second] = [...coats.values()].sort((a, b) => a.size - b.size)
    return first === undefined || second === undefined ? [] : [[first, second]]
  })
  return onePerCause(pairs)
}

/** Capitals and the number of blanks tell no names apart. */
function asRead(name: string, { language }: Lexicon): string {
  return name.toLocaleLowerCase(language).replaceAll(/\s+/g, ' ').trim()
}

/** Of pairs that differ by the same tokens the smallest: what else the horses carry has nothing to do with it. */
function onePerCause(pairs: readonly Pair[]): readonly Pair[] {
  const causes = new Map<string, Pair>()
  for (const pair of pairs) {
    const [a, b] = pair
    const only = (coat: SpaceCoat, other: SpaceCoat): string =>
      coat.tokens.filter((token) => !other.tokens.includes(token)).join(' ')
    const cause = [only(a, b), only(b, a)].sort().join(' | ')
    const known = causes.get(cause)
    if (known === undefined || pair[0].size + pair[1].size < known[0].size + known[1].size)
      causes.set(cause, pair)
  }
  return [...causes.values()]
}

/** Coats that hold all tokens of a longer list hold those of a shorter one that is part of it. */
function withoutSupersets(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const distinct = [...new Map(lists.map((list) => [[...list].sort().join(' '), list])).values()]
  return distinct.filter(
    (list) =>
      !distinct.some((other) => other.length < list.length && other.every((token) => list.includes(token))),
  )
}

/** Where the later of the words that read alike stands. */
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
