/**
 * YAML's syntax errors in words for somebody who edits rules in a browser.
 * Guarantees: one sentence on what is wrong, one on how to mend it, for every error code.
 * Leaves to others: finding the errors (parse.ts).
 */
import type { Wording } from '../diagnostic.js'

/** `depth` is the deepest nesting that is read. */
export function tooDeep(depth: number): Wording {
  return { what: `brackets or blocks are nested more than ${depth} deep.`, mend: 'write it flatter.' }
}

const WORDINGS: Readonly<Record<string, Wording>> = {
  TAB_AS_INDENT: { what: 'a tab indents this line.', mend: 'indent with spaces only.' },
  BAD_INDENT: {
    what: 'the indentation does not fit, or a bracket is not closed.',
    mend: 'start the keys of one block in the same column, and close every [ and {.',
  },
  MISSING_CHAR: {
    what: 'a closing quote, a comma or a colon is missing here or before.',
    mend: 'close the quotes, and separate items with commas.',
  },
  BLOCK_AS_IMPLICIT_KEY: {
    what: 'this line holds a second colon followed by a space.',
    mend: 'put a text that contains a colon in quotes.',
  },
  BLOCK_IN_FLOW: {
    what: 'a block begins inside brackets.',
    mend: 'inside [ ] and { } write everything with brackets and commas.',
  },
  BAD_SCALAR_START: {
    what: 'a text cannot begin with this character.',
    mend: 'put the text in quotes.',
  },
  BAD_DQ_ESCAPE: {
    what: 'a backslash inside double quotes is followed by a letter that means nothing.',
    mend: 'use single quotes, or write the backslash twice.',
  },
  MULTILINE_IMPLICIT_KEY: {
    what: 'a key goes over several lines, or a line has no colon.',
    mend: 'write each key, its colon and its value on one line.',
  },
  MULTIPLE_DOCS: {
    what: 'a second document begins here.',
    mend: 'remove the --- line: one file holds one document.',
  },
  TAG_RESOLVE_FAILED: {
    what: 'a tag (a word that begins with !) is not understood here.',
    mend: 'remove the tag, or put the text in quotes.',
  },
  UNEXPECTED_TOKEN: {
    what: 'something stands here that does not belong to what comes before.',
    mend: 'look for a missing quote, comma, dash or bracket at or before this place.',
  },
}

/** The sentences for one of the YAML parser's error codes; `message` is its own, used for rare codes. */
export function syntaxWording(code: string, message: string): Wording {
  const known = Object.hasOwn(WORDINGS, code) ? WORDINGS[code] : undefined
  if (known !== undefined) return known
  const sentence = message.replace(/\s+/g, ' ').replace(/[.:\s]+$/, '')
  return { what: `not valid YAML: ${sentence}.`, mend: 'correct the YAML at this place.' }
}
