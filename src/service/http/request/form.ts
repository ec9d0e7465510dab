/**
 * Splits a form body into nested fields: `base[agouti][]=A`, `base={…}`, both in one request.
 * Guarantees: bounded work whatever is sent; keys live in objects without a prototype; a field sent in two
 * ways becomes an `Unusable`, reported when its turn comes.
 * Not a general form parser: those are many times slower, and this is on the path of every request.
 */
import type { ClientError } from '../../../operations/client-error.js'
import { TwoWays, Unusable, type Fields } from '../../../operations/read/decode-fields.js'
import { faultAt } from '../../../operations/read/refusals.js'

const MAX_PAIRS = 256
/** The name counts: mother[base][agouti][] is as deep as it goes. */
const MAX_DEPTH = 4
/** No gene takes more: an unphased list with what its variants bring, the word, and two alleles of another gene. */
const MAX_ITEMS = 16
const LONGEST_KEY = 96

/** What names and texts may be, as JSON Schemas for those who sent another one. */
const FIELD_NAME = { type: 'string', pattern: `^[^[]+(?:\\[[^[\\]]*\\]){0,${MAX_DEPTH - 1}}$` }
const ESCAPED_TEXT = { type: 'string', pattern: '^(?:[^%]|%[0-9A-Fa-f]{2})*$' }

/** Throws ClientError when a limit is passed or a key or an escape is malformed. */
export function splitForm(body: string): Fields {
  const root = createBranch()
  let pairs = 0
  for (const pair of body.split('&')) {
    if (pair === '') continue
    if (++pairs > MAX_PAIRS)
      throw refuse('body', `more than ${MAX_PAIRS} fields`, `at most ${MAX_PAIRS} fields`, {
        type: 'object',
        maxProperties: MAX_PAIRS,
      })
    const equals = pair.indexOf('=')
    const key = unescape(equals < 0 ? pair : pair.slice(0, equals), 'body')
    // Characters, as JSON Schema's maxLength counts them: some are two units of a string.
    const characters = key.length > LONGEST_KEY ? [...key] : []
    if (characters.length > LONGEST_KEY) {
      const shown = characters.slice(0, LONGEST_KEY).join('')
      throw refuse(shown, characters.length, `a field name of at most ${LONGEST_KEY} characters`, {
        type: 'string',
        maxLength: LONGEST_KEY,
      })
    }
    const value = equals < 0 ? '' : unescape(pair.slice(equals + 1), key)
    insert(root, pathOf(key), value, key)
  }
  return finish(root) as Fields
}

/** What is being put together at one place: a scalar, named children, or items of an array. */
interface Branch {
  readonly scalars: string[]
  readonly children: Map<string, Branch>
  /** Items with the index they were sent with, or null for `[]`. */
  readonly items: { readonly index: number | null; readonly value: string }[]
}

function createBranch(): Branch {
  return { scalars: [], children: new Map(), items: [] }
}

function insert(root: Branch, path: readonly string[], value: string, key: string): void {
  let branch = root
  path.forEach((segment, depth) => {
    const isItem = depth > 0 && (segment === '' || /^[0-7]$/.test(segment))
    if (isItem && depth === path.length - 1) {
      if (branch.items.length === MAX_ITEMS)
        throw refuse(key, value, `at most ${MAX_ITEMS} items in one array`, {
          type: 'array',
          maxItems: MAX_ITEMS,
        })
      branch.items.push({ index: segment === '' ? null : Number(segment), value })
      return
    }
    let child = branch.children.get(segment)
    if (child === undefined) branch.children.set(segment, (child = createBranch()))
    branch = child
    if (depth === path.length - 1) branch.scalars.push(value)
  })
}

/** @param depth how many names lead to it */
function finish(branch: Branch, depth = 0): unknown {
  const { scalars, children, items } = branch
  const ways = (scalars.length > 0 ? 1 : 0) + (children.size > 0 ? 1 : 0) + (items.length > 0 ? 1 : 0)
  const [text] = scalars
  if (ways === 2 && scalars.length === 1 && text !== undefined && items.length === 0) {
    return new TwoWays(text, namedFields(children, depth))
  }
  const isIndexed = scalars.length === 0 && [...children.keys()].every((name) => /^\d+$/.test(name))
  if (ways > 1 && depth > 1 && isIndexed)
    return new Unusable(
      items.map((each) => each.value),
      'an array whose indices go from 0 to 7; a longer one is written with []',
    )
  if (ways > 1)
    return new Unusable(scalars[0] ?? items.map((each) => each.value), 'sent in one encoding, not in two')
  // Only inside a group there are arrays.
  if (scalars.length > 1)
    return new Unusable(
      scalars,
      depth > 1 ? 'sent once, or with [] after its name for each item' : 'sent once',
    )
  if (scalars.length === 1) return scalars[0]
  if (items.length > 0) return finishItems(items)
  return namedFields(children, depth)
}

function namedFields(children: Branch['children'], depth: number): Fields {
  const fields = Object.create(null) as Record<string, unknown>
  for (const [name, child] of children) fields[name] = finish(child, depth + 1)
  return fields
}

function finishItems(items: Branch['items']): unknown {
  const values = items.map((each) => each.value)
  const indices = items.flatMap((each) => each.index ?? [])
  if (indices.length === 0) return values
  if (indices.length < items.length || new Set(indices).size < indices.length) {
    const expected = 'an array whose items are written all with [] or each with an index of its own'
    return new Unusable(values, expected)
  }
  return [...items].sort((a, b) => (a.index ?? 0) - (b.index ?? 0)).map((each) => each.value)
}

/** `mother[base][agouti][]` → mother, base, agouti, ''. */
function pathOf(key: string): readonly string[] {
  const open = key.indexOf('[')
  if (open < 0) return [key]
  const brackets = key.slice(open)
  if (open === 0 || !/^(\[[^[\]]*\])+$/.test(brackets)) {
    throw refuse(key, key, 'a field name such as base[gene][]', FIELD_NAME)
  }
  const path = [key.slice(0, open), ...brackets.slice(1, -1).split('][')]
  if (path.length > MAX_DEPTH) throw refuse(key, key, `brackets at most ${MAX_DEPTH - 1} deep`, FIELD_NAME)
  return path
}

function unescape(text: string, field: string): string {
  if (!text.includes('%') && !text.includes('+')) return text
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    const lone = /%(?![0-9a-f]{2})/i.test(text)
    const hint = lone
      ? 'a percent sign itself is written %25'
      : `${text.slice(0, 40)} is none, é would be %C3%A9`
    throw refuse(field, text, 'percent escapes of UTF-8 text', ESCAPED_TEXT, hint)
  }
}

/** @param expected in words @param schema the same for programs */
function refuse(field: string, value: unknown, expected: string, schema: object, hint?: string): ClientError {
  const message = `${field}: expected ${expected}${hint === undefined ? '' : `; ${hint}`}`
  return faultAt(field, value, message, [schema])
}
