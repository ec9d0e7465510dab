/**
 * Cuts a line into words and single signs.
 * Guarantees: one pass, whatever the text; each token knows where it stands in the line.
 */

export interface Token {
  readonly text: string
  readonly start: number
  readonly isWord: boolean
  /** Folded for comparison with labels and words: no case, no accents. */
  readonly folded: string
  /** Whether white space stands before it. */
  readonly isApart: boolean
}

const WORD = /[\p{L}\p{N}\p{M}]/u

export function tokensOf(line: string): readonly Token[] {
  const tokens: Token[] = []
  let isApart = true
  let i = 0
  while (i < line.length) {
    const start = i
    let char = charAt(line, i)
    if (isSpace(char)) {
      if (char === '\t') tokens.push({ text: '\t', start, isWord: false, folded: '\t', isApart: true })
      isApart = true
      i += char.length
      continue
    }
    const isWord = WORD.test(char)
    i += char.length
    if (isWord)
      while (i < line.length) {
        char = charAt(line, i)
        // An apostrophe inside a word belongs to it: d'une.
        if (!WORD.test(char)) break
        i += char.length
      }
    const text = line.slice(start, i)
    tokens.push({ text, start, isWord, folded: isWord ? foldedWord(text) : text, isApart })
    isApart = false
  }
  return tokens
}

function charAt(line: string, i: number): string {
  return String.fromCodePoint(line.codePointAt(i) ?? 0)
}

function isSpace(char: string): boolean {
  return /\s/u.test(char)
}

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', đ: 'd', ł: 'l' }

/** Without case, accents and ligatures. */
function foldedWord(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßøæœđł]/gu, (letter) => LETTERS[letter] ?? letter)
}

/** The folded words of a label or phrase, without the signs between them. */
export function wordsOf(text: string): readonly string[] {
  return tokensOf(text).flatMap(({ isWord, folded, text: sign }) => (isWord || sign === '&' ? [folded] : []))
}
