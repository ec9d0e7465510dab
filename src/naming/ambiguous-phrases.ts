/**
 * Where the words of a language run into each other: two different choices of entries that read alike.
 * Guarantees: complete. If two sets of tokens have one name, some of the phrases found here lie in their names,
 * with different tokens on the two sides; where there is no such phrase, every name is one phenotype's only.
 */
import { VARIANTS, variantOf } from '../rules/notation.js'
import type { Entry, Lexicon } from './lexicon.js'

/** Entries that stand one after the other in a name, and others that read the same. */
export interface AmbiguousPhrase {
  readonly left: readonly Entry[]
  readonly right: readonly Entry[]
}

/** A piece of a name in reading order; what wraps has one piece on each side. */
interface Piece {
  readonly entry: Entry
  readonly text: string
}

/** More than this is no language that names things apart. */
const MAX_PHRASES = 1000

/** Phrases whose sides speak of different tokens; undefined when there are too many to list. */
export function findAmbiguousPhrases(lexicon: Lexicon): readonly AmbiguousPhrase[] | undefined {
  const pieces = inReadingOrder(lexicon)
  const spoken = pieces.filter(({ text }) => text !== '')
  const mute = lexicon.entries.filter((entry) => !spoken.some((piece) => piece.entry.place === entry.place))
  const phrases: AmbiguousPhrase[] = mute.map((entry) => ({ left: [entry], right: [] }))
  const keep = (left: readonly Piece[], right: readonly Piece[]): void => {
    const phrase = { left: entriesOf(left), right: entriesOf(right) }
    if (tokensOf(phrase.left) !== tokensOf(phrase.right)) phrases.push(phrase)
  }
  spoken.forEach((left, i) => {
    spoken.forEach((right, j) => {
      const longer = left.text.length > right.text.length || (left.text === right.text && i < j)
      if (phrases.length > MAX_PHRASES || !longer || !left.text.startsWith(right.text)) return
      const ahead = { chosen: [left], from: i + 1 }
      follow(spoken, ahead, { chosen: [right], from: j + 1 }, left.text.slice(right.text.length), keep)
    })
  })
  return phrases.length > MAX_PHRASES ? undefined : phrases
}

interface Side {
  readonly chosen: readonly Piece[]
  /** The next piece this side can choose. */
  readonly from: number
}

/** Extends the side that is behind until both end together. @param owed what the side ahead has said more */
function follow(
  pieces: readonly Piece[],
  ahead: Side,
  behind: Side,
  owed: string,
  keep: (left: readonly Piece[], right: readonly Piece[]) => void,
): void {
  if (owed === '') return keep(ahead.chosen, behind.chosen)
  for (let next = behind.from; next < pieces.length; next++) {
    const piece = pieces[next] as Piece
    const extended = { chosen: [...behind.chosen, piece], from: next + 1 }
    if (owed.startsWith(piece.text)) follow(pieces, ahead, extended, owed.slice(piece.text.length), keep)
    else if (piece.text.startsWith(owed)) follow(pieces, extended, ahead, piece.text.slice(owed.length), keep)
  }
}

/** Blanks, capitals, brackets and commas aside, since composing sets them and they tell no names apart. */
function inReadingOrder({ entries, variants }: Lexicon): readonly Piece[] {
  const at = (position: Entry['position']): readonly Entry[] =>
    entries
      .filter((entry) => entry.position === position)
      .sort((a, b) => (position === 'name' ? 0 : a.order - b.order))
  const piece = (entry: Entry, text: string): Piece => ({
    entry,
    text: text.toLowerCase().replaceAll(/[\s,()[\]]/g, ''),
  })
  const wraps = at('wrap').map((entry) => ({ entry, sides: entry.term.split('{name}') }))
  /** The word with each variant that can be named first, then those that can follow it. */
  const withVariants = (entry: Entry): readonly Piece[] => {
    const [before = '', after] = entry.term.split(VARIANTS)
    const named = variants.flatMap(({ token, one, further }) =>
      entry.tokens.includes(token) ? [...one, ...further].map((each) => ({ token, each })) : [],
    )
    if (after === undefined || named.length === 0) return [piece(entry, entry.term.replace(VARIANTS, ''))]
    const spoken = (tokens: readonly string[], each: string, text: string): Piece =>
      piece({ ...entry, tokens: [...tokens, each] }, text + (variantOf(each)?.name ?? ''))
    return [
      ...named.map(({ each }) => spoken(entry.tokens, each, before)),
      ...named.map(({ token, each }) => spoken([token], each, '')),
      piece(entry, after),
    ]
  }
  // Where some word has no place for them, they stand behind all words.
  const unplaced = entries.filter(
    ({ tokens, term }) => !term.includes(VARIANTS) && variants.some(({ token }) => tokens.includes(token)),
  )
  return [
    ...[...wraps].reverse().map(({ entry, sides }) => piece(entry, sides[0] ?? '')),
    ...[...at('before'), ...at('name'), ...at('after')].flatMap(withVariants),
    ...unplaced.flatMap((entry) => withVariants({ ...entry, term: VARIANTS })),
    ...wraps.map(({ entry, sides }) => piece(entry, sides[1] ?? '')),
  ]
}

function entriesOf(pieces: readonly Piece[]): readonly Entry[] {
  return [...new Set(pieces.map(({ entry }) => entry))]
}

function tokensOf(entries: readonly Entry[]): string {
  return [...new Set(entries.flatMap((entry) => entry.tokens))].sort().join(' ')
}
