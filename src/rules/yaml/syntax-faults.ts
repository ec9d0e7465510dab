/**
 * Explains YAML syntax errors to people who edit rules, at the line that must be changed.
 * Guarantees: one sentence on what is wrong and one on how to fix it, for every error code; linear time.
 */
import type { Wording } from '../diagnostic.js'
import { slipBefore } from './slipped-line.js'
import type { Slip } from './typing-slips.js'

/** The used parts of the YAML library's errors. */
interface YamlError {
  readonly pos: readonly [number, number]
  readonly code: string
  readonly message: string
}

/** Deeper than any sensible rule; limits the recursion in all later steps. */
export const MAX_DEPTH = 32

export const TOO_DEEP: Wording = {
  what: `brackets or blocks are nested more than ${MAX_DEPTH} deep.`,
  fix: 'write it flatter.',
}

/** Our wording for errors whose library message would not help. */
const WORDINGS: Readonly<Record<string, Wording>> = {
  RESOURCE_EXHAUSTION: TOO_DEEP,
  TAB_AS_INDENT: { what: 'a tab indents this line.', fix: 'indent with spaces only.' },
  BAD_INDENT: {
    what: 'the indentation does not fit, or a bracket is not closed.',
    fix: 'start the keys of one block in the same column, and close every [ and {.',
  },
  BLOCK_AS_IMPLICIT_KEY: {
    what: 'this line holds a second colon followed by a space.',
    fix: 'put a text that contains a colon in quotes.',
  },
  MULTILINE_IMPLICIT_KEY: {
    what: 'a key goes over several lines, or a line has no colon.',
    fix: 'write each key, its colon and its value on one line.',
  },
  MULTIPLE_DOCS: {
    what: 'a second document begins here.',
    fix: 'remove the --- line: one file holds one document.',
  },
  TAG_RESOLVE_FAILED: {
    what: 'a tag (a word that begins with !) is not understood here.',
    fix: 'remove the tag, or put the text in quotes.',
  },
}

/** Wording by the library's message, where one code covers several mistakes. */
const BY_MESSAGE: readonly (readonly [RegExp, Wording])[] = [
  [
    /Missing closing .quote/,
    { what: 'a text that begins with a quote has none at its end.', fix: 'add the closing quote.' },
  ],
  [
    /cannot start with reserved character/,
    { what: 'a text without quotes cannot begin with this character.', fix: 'put the text in quotes.' },
  ],
  [
    /Block scalar header/,
    { what: 'a text without quotes cannot begin with | or >.', fix: 'put the text in quotes.' },
  ],
  [
    /at node end/,
    {
      what: 'something follows a closing quote or bracket.',
      fix: 'put the whole text in one pair of quotes.',
    },
  ],
  [
    /Block collections are not allowed within flow/,
    { what: 'a comma is missing before the next key.', fix: 'separate the keys inside { } by commas.' },
  ],
  [
    /Unexpected , in flow/,
    { what: 'there are two commas in a row.', fix: 'remove one, or write what is missing between them.' },
  ],
  [
    /Implicit map keys need to be followed/,
    {
      what: 'this line has no colon followed by a space.',
      fix: 'write the key, a colon, a space and the value.',
    },
  ],
]

const ALL_IN_ONE_COLUMN = /same column|Sequence item without|block sequence may not be/

/** The fault of a text, from its errors in order; later errors mostly follow from the first. */
export function syntaxFault(text: string, errors: readonly YamlError[]): Slip | undefined {
  const seen = asYamlSees(text, errors)
  return seen && (slipBefore(text, seen.offset) ?? seen)
}

function asYamlSees(text: string, [first, second]: readonly YamlError[]): Slip | undefined {
  if (first === undefined) return undefined
  const { code, message } = first
  const offset = first.pos[0]
  if (ALL_IN_ONE_COLUMN.test(message)) return misplaced(text, text.lastIndexOf('\n', offset - 1) + 1)
  // The text continues on the next line, which was meant to be a key or an item.
  if (code === 'BLOCK_AS_IMPLICIT_KEY' && second?.code === 'MULTILINE_IMPLICIT_KEY') {
    const next = /\n(?=[^\S\n]*[^\s#])/.exec(text.slice(offset))
    if (next !== null) return misplaced(text, offset + next.index + 1)
  }
  const known = BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1] ?? WORDINGS[code]
  const sentence = message.replace(/\s+/g, ' ').replace(/[.:\s]+$/, '')
  const otherwise = {
    what: `not valid YAML: ${sentence}.`,
    fix: 'look for a missing quote, comma, dash or bracket at or before this place.',
  }
  return { offset, wording: known ?? otherwise }
}

/** The fault of a line that begins in the wrong column. @param start of the line */
function misplaced(text: string, start: number): Slip {
  const indent = /^ */.exec(text.slice(start))?.[0].length ?? 0
  const offset = start + indent
  if (/^-[^\s-]/.test(text.slice(offset, offset + 2))) {
    const fix = 'put a space between the dash and its item.'
    return { offset, wording: { what: 'no space follows this dash.', fix } }
  }
  if (text[offset] === '{') {
    const fix = 'begin each item of the list with a dash and a space: "- ".'
    return { offset, wording: { what: 'there is no dash before this item.', fix } }
  }
  const wording = {
    what: `this line begins in column ${indent + 1}, where no line that it could belong to begins.`,
    why: 'Lines of one block begin in the same column.',
    fix: 'move it to the left or to the right, together with the lines below it that belong to it.',
  }
  return { offset, wording }
}
