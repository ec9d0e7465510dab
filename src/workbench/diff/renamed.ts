/**
 * Coats that look the same under two rule sets and are called differently, language by language.
 * Guarantees: exact and complete; only coats that hold the tokens of a word that changed are named at all.
 */
import { tokensKey, type SpaceCoat } from '../../operations/space-coats.js'
import type { Entry, Lexicon } from '../../naming/lexicon.js'
import { nameCoat } from '../../naming/name.js'
import { byText } from '../../rules/diagnostic.js'

/**
 * The coats whose names change, by the word whose change does it: its tokens, none where only the order of words changed;
 * how many genotypes show them, the smallest horse among these, and its names.
 * @param coatsHolding the coats that look the same under both rule sets and show these tokens
 */
export function findRenamings(
  before: Lexicon,
  after: Lexicon,
  coatsHolding: (tokens: readonly string[]) => Iterable<SpaceCoat>,
) {
  const seen = new Set<string>()
  return changedWords(before, after).flatMap((tokens) => {
    const here = new Set<string>()
    let genotypes = 0n
    let smallest: { readonly coat: SpaceCoat; readonly before: string; readonly after: string } | undefined
    for (const coat of coatsHolding(tokens)) {
      const key = tokensKey(coat.tokens)
      if (seen.has(key)) continue
      const names = { before: nameCoat(before, coat.tokens), after: nameCoat(after, coat.tokens) }
      // One coat can come in two pieces, so it is set aside for the words to come, not for this one.
      here.add(key)
      if (names.before === names.after) continue
      genotypes += coat.genotypes
      if (smallest === undefined || coat.size < smallest.coat.size) smallest = { coat, ...names }
    }
    for (const key of here) seen.add(key)
    if (smallest === undefined) return []
    const { coat, ...names } = smallest
    return [{ language: before.language, tokens, genotypes, example: coat.example, ...names }]
  })
}

/** Token lists of entries that only one lexicon has, shortest first; last an empty one where common entries change places. */
function changedWords(before: Lexicon, after: Lexicon): readonly (readonly string[])[] {
  const common = new Set(before.entries.map(keyOf))
  const kept = new Set(after.entries.map(keyOf).filter((key) => common.has(key)))
  const inOrder = ({ entries }: Lexicon): string => {
    // What is said before never competes with what is said after.
    const reading = [...entries].sort((a, b) => byText(a.position, b.position) || a.order - b.order)
    const keys = [...entries, ...reading].map(keyOf)
    return keys.filter((key) => kept.has(key)).join('\n')
  }
  const changed = [...before.entries, ...after.entries].filter((entry) => !kept.has(keyOf(entry)))
  const lists = new Map(changed.map(({ tokens }) => [tokensKey(tokens), tokens]))
  const places = inOrder(before) === inOrder(after) ? [] : [[]]
  return [...[...lists.values()].sort((a, b) => a.length - b.length), ...places]
}

function keyOf({ position, tokens, beside, unless, term }: Entry): string {
  const besides = ['beside', ...[...beside].sort(), 'unless', ...[...unless].sort()]
  return [position, ...[...tokens].sort(), ...besides, term].join(' ')
}
