/**
 * Finds places of the page by words, parts of words, and words with a mistyped letter.
 * Guarantees: needs neither a page nor a network; names count more than descriptions; every word of a query must be found.
 */
import MiniSearch from 'minisearch'

/**
 * What one place of the page is.
 * @typedef {{ id: string, name: string, kind: string, text: string, weight: number }} Place
 */

/** Shorter words are common parts of others, so that a mistyped letter would find nearly everything. */
const SHORTEST_MISTYPED = 4

/** Maximum number of results shown. */
const MOST = 20

/** Words, and the parts of names such as `kit_linkage` and `checkParentage`. */
function wordsOf(text) {
  const whole = text.match(/[\p{L}\p{N}_]+/gu) ?? []
  const parts = whole.flatMap((word) => word.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, '_').split('_'))
  return [...new Set([...whole, ...parts])].filter((word) => word !== '')
}

/** @param {readonly Place[]} places */
export function createSearch(places) {
  const index = new MiniSearch({
    fields: ['name', 'text'],
    storeFields: ['name', 'kind', 'text', 'weight'],
    tokenize: wordsOf,
    searchOptions: {
      boost: { name: 4 },
      prefix: true,
      combineWith: 'AND',
      boostDocument: (_id, _term, { weight }) => weight,
    },
  })
  index.addAll(places)
  const within = (query, letters) =>
    index.search(query, { fuzzy: (word) => (word.length < SHORTEST_MISTYPED ? false : letters) })
  /** Allows two mistakes if one finds nothing, since swapped letters count as two. */
  return (query) => {
    const exact = within(query, 0)
    const near = exact.length > 0 ? exact : within(query, 1)
    return (near.length > 0 ? near : within(query, 2)).slice(0, MOST)
  }
}
