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
    const kind = kindAt(line, i)
    if (kind === 'space') {
      if (line[i] === '\t') tokens.push({ text: '\t', start, isWord: false, folded: '\t', isApart: true })
      isApart = true
      i++
      continue
    }
    const isWord = kind === 'word'
    i += widthAt(line, i)
    if (isWord) while (i < line.length && kindAt(line, i) === 'word') i += widthAt(line, i)
    const text = line.slice(start, i)
    tokens.push({ text, start, isWord, folded: isWord ? foldedWord(text) : text, isApart })
    isApart = false
  }
  return tokens
}

function widthAt(line: string, i: number): number {
  return (line.codePointAt(i) ?? 0) > 0xffff ? 2 : 1
}

const LAST_ASCII = 127

function kindAt(line: string, i: number): 'word' | 'space' | 'sign' {
  const code = line.codePointAt(i) ?? 0
  if (code > LAST_ASCII) {
    const char = String.fromCodePoint(code)
    return WORD.test(char) ? 'word' : /\s/u.test(char) ? 'space' : 'sign'
  }
  const isLetter = (code | 32) >= 97 && (code | 32) <= 122
  if (isLetter || (code >= 48 && code <= 57)) return 'word'
  return code === 32 || (code >= 9 && code <= 13) ? 'space' : 'sign'
}

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', đ: 'd', ł: 'l' }

/** Without case, accents and ligatures. */
function foldedWord(text: string): string {
  if (/^[\w]*$/.test(text)) return text.toLowerCase()
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
