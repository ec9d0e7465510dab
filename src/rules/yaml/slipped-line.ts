/**
 * Guesses the typing mistake behind a YAML syntax error, on its line or slightly above.
 * Guarantees: called only for invalid texts; the first pattern that matches names the mistake; linear time.
 */
import { CURLY, cutText, HIDDEN, HYPHENS, lineEnd, nameOf, type Slip } from './typing-slips.js'

/** Number of lines above a syntax error that are searched for its cause. */
const LINES_ABOVE = 3

/** @param offset position of the parser's error */
export function slipBefore(text: string, offset: number): Slip | undefined {
  const lines = linesUpFrom(text, offset)
  for (const slipOf of [typedWrong, notClosed]) {
    for (const start of lines) {
      const slip = slipOf(text, start)
      if (slip !== undefined) return slip
    }
  }
  return undefined
}

/** Starts of the offset's line and of the lines above it. */
function linesUpFrom(text: string, offset: number): readonly number[] {
  const starts = [text.lastIndexOf('\n', offset - 1) + 1]
  for (let start = starts[0] ?? 0; start > 0 && starts.length <= LINES_ABOVE; starts.push(start))
    start = text.lastIndexOf('\n', start - 2) + 1
  return starts
}

interface Pattern {
  /** The first group matches the mistake. */
  readonly pattern: RegExp
  readonly what: (slip: string) => string
  readonly fix: string
}

const PATTERNS: readonly Pattern[] = [
  {
    pattern: new RegExp(`^[ \\t]*([${HIDDEN}])`, 'du'),
    what: (slip) => `${nameOf(slip)} indents this line.`,
    fix: 'indent with ordinary spaces.',
  },
  {
    pattern: new RegExp(`[:,[{-] ?([${HIDDEN}])`, 'du'),
    what: (slip) => `${nameOf(slip)} is here, which YAML does not treat as a space.`,
    fix: 'replace it with an ordinary space.',
  },
  {
    pattern: new RegExp(`^ *([${HYPHENS}])\\s`, 'du'),
    what: (slip) => `this line begins with ${nameOf(slip)}.`,
    fix: 'begin an item with a hyphen and a space: "- ".',
  },
  {
    pattern: /^ *(\/\/|<!--|%|;)/d,
    what: (slip) => `${slip} does not begin a comment in YAML.`,
    fix: 'begin a comment with "# ".',
  },
  {
    pattern: /^ *(-)[a-z][\w-]*: /d,
    what: () => 'no space follows this dash.',
    fix: 'put a space between the dash and its item.',
  },
  {
    pattern: /^ *(?:- )?[a-z]\w* *(=)/d,
    what: () => 'this line has = where YAML has a colon.',
    fix: 'write a colon and a space after the key.',
  },
  {
    pattern: /^ *(?:- +)?(?:\{ *)?[a-z]\w*(:)[^\s:/]/d,
    what: () => 'no space follows this colon.',
    fix: 'put a space between the colon and the value.',
  },
  {
    pattern: new RegExp(`[:,[{-] *([${CURLY}])`, 'du'),
    what: (slip) => `${slip} is a curly quote, which YAML treats as a letter.`,
    fix: 'write straight quotes: "…".',
  },
]

function typedWrong(text: string, start: number): Slip | undefined {
  const line = text.slice(start, lineEnd(text, start))
  if (/^\s*#/.test(line)) return undefined
  for (const { pattern, what, fix } of PATTERNS) {
    const found = pattern.exec(line)
    const [at] = found?.indices?.[1] ?? []
    if (found !== null && at !== undefined)
      return { offset: start + at, wording: { what: what(found[1] ?? ''), fix } }
  }
  const cut = /[{,][^"'{}]*?(?=[ \t]+#[^\s#])/.exec(line)
  return cut === null ? undefined : cutText(text, start + cut.index + cut[0].length)
}

const OPENING: Readonly<Record<string, string>> = { '}': '{', ']': '[' }

/** A line that opens a bracket and does not close it, or closes it with the wrong one. */
function notClosed(text: string, start: number): Slip | undefined {
  const line = text.slice(start, lineEnd(text, start))
  if (/^\s*#/.test(line)) return undefined
  const openBrackets: { readonly bracket: string; readonly at: number }[] = []
  for (const { 0: bracket, index: at } of line.matchAll(/"(?:[^"\\]|\\.)*"|'[^']*'|[[\]{}]/g)) {
    if (bracket === '{' || bracket === '[') openBrackets.push({ bracket, at })
    else if (bracket in OPENING) {
      const last = openBrackets.pop()
      if (last !== undefined && last.bracket !== OPENING[bracket])
        return unclosed(start + last.at, last.bracket)
    }
  }
  const last = openBrackets.at(-1)
  return last && unclosed(start + last.at, last.bracket)
}

function unclosed(offset: number, bracket: string): Slip {
  const closing = bracket === '{' ? '}' : ']'
  return {
    offset,
    wording: { what: `this ${bracket} is not closed.`, fix: `add the ${closing} where it ends.` },
  }
}
