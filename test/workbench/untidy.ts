/**
 * Rule files as careless authors leave them: the same values, written anyhow, with comments anywhere.
 * Guarantees: an untidy text parses, holds the values of the tidy one (keys of a map in any order), and holds
 * every comment that was put into it.
 */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { Lexer, parseDocument, visit, type Pair } from 'yaml'
import { localeFileRole, ruleFileRole } from '../../src/rules/checks/agreement.js'
import type { Kind } from '../../src/rules/checks/schema.js'
import { readSource } from '../../src/rules/source.js'

export interface Tidy {
  readonly name: string
  readonly kind: Kind
  readonly text: string
}

const ROOT = new URL('../../../', import.meta.url)

/** All files of a rule set. @param folder '' for the shipped one */
export function filesOf(folder: string): readonly Tidy[] {
  const path = (name: string) => new URL(`${folder}${name}`, ROOT).pathname
  const { rules, locales } = readSource(path('rules'), path('locales'))
  return [
    ...rules.files.map(({ file, name }) => ({ file, role: ruleFileRole(name) })),
    ...locales.files.map(({ file, name }) => ({ file, role: localeFileRole(name) })),
  ].map(({ file, role }) => {
    if (role === undefined) throw new Error(file)
    return { name: file, kind: role.kind, text: readFileSync(new URL(`${folder}${file}`, ROOT), 'utf8') }
  })
}

/** A random integer below the bound. */
type Dice = (bound: number) => number

const dices = fc.infiniteStream(fc.nat(1_000_000)).map(
  (stream): Dice =>
    (bound) =>
      (stream.next().value as number) % bound,
)

/** Texts of one file, some of which do not hold its values: a comment may fall into one. */
export function untidy({ text }: Tidy): fc.Arbitrary<string> {
  return dices.map((dice) => withComments(rewritten(text, dice), dice))
}

/** Texts of one file without its comments that differ from it only in what canonical form decides. */
export function loose({ text }: Tidy): fc.Arbitrary<string> {
  return dices.map((dice) => {
    const document = parseDocument(withoutComments(text), { version: '1.2', schema: 'core' })
    visit(document, {
      Scalar: (_, node) => {
        const isWord = typeof node.value === 'string' && /^[A-Za-z][\w./+-]*$/.test(node.value)
        if (isWord && dice(4) === 0) node.type = dice(2) === 0 ? 'QUOTE_DOUBLE' : 'QUOTE_SINGLE'
      },
      Map: (_, node) => {
        // The order of loci and languages is the author's.
        const isNamed = ['id', 'title', 'between', 'locus', 'token', 'language'].some((key) => node.has(key))
        if (isNamed && !node.has('en')) shuffle(node.items, dice)
      },
    })
    const anyhow = { indent: 2 + dice(4), indentSeq: dice(2) === 0, lineWidth: 0 }
    return document.toString({ ...anyhow, flowCollectionPadding: dice(2) === 0, singleQuote: null })
  })
}

/** The text without its comments, lines that hold nothing else included. */
export function withoutComments(text: string): string {
  const tokens = tokensOf(text).map(({ token, isComment }) => (isComment ? '' : token))
  return tokens.join('').replaceAll(/[ \t]+$/gm, '')
}

/** Each comment's text, sorted. */
export function commentsIn(text: string): readonly string[] {
  return tokensOf(text)
    .flatMap(({ token, isComment }) => (isComment ? [token.trimEnd()] : []))
    .sort()
}

function tokensOf(text: string): readonly { readonly token: string; readonly isComment: boolean }[] {
  const tokens: { token: string; isComment: boolean }[] = []
  let announcesText = false
  for (const token of new Lexer().lex(text)) {
    const isMark = ['\u0002', '\u0018', '\u001f'].includes(token)
    if (!isMark) tokens.push({ token, isComment: !announcesText && token.startsWith('#') })
    announcesText = token === '\u001f'
  }
  return tokens
}

const QUOTES = ['PLAIN', 'QUOTE_DOUBLE', 'QUOTE_SINGLE', 'BLOCK_FOLDED', 'BLOCK_LITERAL'] as const

/** Other quotes, brackets, widths, indentation and orders of keys. */
function rewritten(text: string, dice: Dice): string {
  const document = parseDocument(text, { version: '1.2', schema: 'core' })
  visit(document, {
    Scalar: (_, node) => {
      if (typeof node.value === 'string' && dice(6) === 0) node.type = QUOTES[dice(QUOTES.length)] ?? 'PLAIN'
    },
    Map: (_, node) => {
      if (dice(8) === 0) node.flow = node.flow !== true
      if (dice(3) === 0) shuffle(node.items, dice)
    },
    Seq: (_, node) => {
      if (dice(8) === 0) node.flow = node.flow !== true
    },
  })
  return document.toString({
    indent: 2 + dice(4),
    indentSeq: dice(2) === 0,
    lineWidth: [0, 40, 80, 200][dice(4)] ?? 0,
    flowCollectionPadding: dice(2) === 0,
  })
}

function shuffle(items: Pair[], dice: Dice): void {
  for (let last = items.length - 1; last > 0; last--) {
    const other = dice(last + 1)
    const [a, b] = [items[last], items[other]]
    if (a !== undefined && b !== undefined) [items[last], items[other]] = [b, a]
  }
}

/** Comments and empty lines wherever YAML allows them. */
function withComments(text: string, dice: Dice): string {
  const often = 1 + dice(12)
  let written = ''
  let depth = 0
  let count = 0
  let inText = false
  const comment = () =>
    `# ${['remark', 'when: {}', 'x: [1, 2', '"quoted', '#', 'é'][dice(6)] ?? ''} ${count++}`
  // Inside brackets a line need only stand further right than what holds them.
  const indent = () => ' '.repeat(depth > 0 ? 60 : dice(4) === 0 ? dice(12) : 2 * dice(5))
  for (const token of new Lexer().lex(text)) {
    if (['\u0002', '\u0018', '\u001f'].includes(token)) {
      inText = token === '\u001f'
      continue
    }
    const isText = inText
    inText = false
    if (!isText && /^[[{]$/.test(token)) depth += 1
    if (!isText && /^[\]}]$/.test(token)) depth -= 1
    const hit = dice(often) === 0
    const lineBegins = written.endsWith('\n')
    if (isText) {
      written += token
      // Behind a block of text.
      if (hit && token.endsWith('\n')) written += `${comment()}\n`
    } else if (token === '\n') {
      if (hit && !/#[^\n]*$/.test(written)) written += lineBegins ? comment() : ` ${comment()}`
      written += token
      if (!hit) continue
      const made = dice(3)
      written += made === 0 ? '\n'.repeat(1 + dice(3)) : `${indent()}${comment()}\n`
      if (made === 2) written += `\n${indent()}${comment()}\n`
    } else {
      if (hit && depth > 0 && token === ' ' && !lineBegins) written += ` ${comment()}\n${indent()}`
      written += token
    }
  }
  return written
}
