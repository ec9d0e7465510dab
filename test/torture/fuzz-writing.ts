/**
 * A tree of fields written down as a body, in each encoding that a client may use, and then spoiled as text and as bytes.
 * Leaves to others: headers (fuzz-headers.ts).
 */
import type { Tree } from './fuzz-fields.js'
import { below, oneOf, weighted, type Random } from './fuzz-random.js'
import { ODD_NAMES, ODD_TEXT } from './odd-words.js'

export const FORM = 'application/x-www-form-urlencoded'
export const JSON_TYPE = 'application/json'

export interface Written {
  readonly type: string
  readonly text: string
}

type Pair = readonly [name: string, value: string]

/** @param how each group of a form is written; a mixed form decides for each group */
export function write(random: Random, tree: Tree): Written {
  return weighted<() => Written>(random, [
    [3, () => ({ type: JSON_TYPE, text: JSON.stringify(tree) })],
    [3, () => formOf(Object.entries(tree).map(asJson))],
    [3, () => formOf(Object.entries(tree).flatMap(([name, value]) => asBrackets(name, value)))],
    [3, () => formOf(Object.entries(tree).flatMap(([name, value]) => mixed(random, name, value)))],
  ])()
}

function formOf(pairs: readonly Pair[]): Written {
  const text = pairs.map(([name, value]) => `${escape(name)}=${escape(value)}`).join('&')
  return { type: FORM, text }
}

/** As clients do it; half a surrogate pair becomes the bytes that no UTF-8 has. */
function escape(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_.~[\]-]/gsu, (sign) => {
    const code = sign.codePointAt(0) ?? 0
    if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(sign)
    return `%${(0xe0 | (code >> 12)).toString(16)}%${(0x80 | ((code >> 6) & 63)).toString(16)}%${(0x80 | (code & 63)).toString(16)}`
  })
}

function asJson([name, value]: readonly [string, unknown]): Pair {
  return [name, asText(value)]
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function asBrackets(name: string, value: unknown): readonly Pair[] {
  if (Array.isArray(value)) return value.flatMap((each) => asBrackets(`${name}[]`, each))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([inner, each]) => asBrackets(`${name}[${inner}]`, each))
  return [[name, asText(value)]]
}

function mixed(random: Random, name: string, value: unknown): readonly Pair[] {
  if (random() < 0.4) return [asJson([name, value])]
  if (Array.isArray(value) && random() < 0.5) return value.map((each, i) => [`${name}[${i}]`, asText(each)])
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return asBrackets(name, value)
  return Object.entries(value).flatMap(([inner, each]) => mixed(random, `${name}[${inner}]`, each))
}

/** What stands in the text of JSON and is none, or is read differently by different readers. */
const ODD_JSON: readonly string[] = [
  ...[
    '1e999',
    '-0',
    '01',
    '.5',
    '0x10',
    'NaN',
    'Infinity',
    'undefined',
    "'n'",
    '"\\x41"',
    '"\\ud800"',
    '"\\u0000"',
  ],
  ...[
    '{"__proto__":{"polluted":1}}',
    '{"a":1,"a":2}',
    '[1,]',
    '{,}',
    '/* */',
    '\ufeff',
    '\u00a0',
    '\u2028',
    '"\n"',
    '"',
  ],
  ...['[', '{', ']', '}', ',', ':', '['.repeat(4_000), '{"a":'.repeat(1_500), '9'.repeat(400), 'nul', 'tru'],
]

const ODD_FORM: readonly string[] = [
  ...[
    '%',
    '%0',
    '%zz',
    '%u0041',
    '%00',
    '%C0%AF',
    '%ED%A0%80',
    '%F4%90%80%80',
    '%FF',
    '%26',
    '%3D',
    '%25',
    '%2B',
    '+',
  ],
  ...[
    '&&&&',
    '=',
    '&=',
    '&=x',
    ';',
    '&base',
    '&base=',
    '&base[',
    '&base]',
    '&[]=x',
    '&base[][]=x',
    '&base[[x]]=1',
  ],
  ...[
    '&base[agouti][999999999]=A',
    '&base[agouti][-1]=A',
    '&base[agouti][8]=A',
    '&base[agouti][0]=A',
    '&a[b][c][d][e]=1',
  ],
  ...[
    '&base[__proto__][]=A',
    '&__proto__[polluted]=1',
    '&constructor[prototype][polluted]=1',
    '&lang=fr&lang=en',
  ],
  ...['&x=1'.repeat(300), '&base[agouti][]=A'.repeat(20), `&${'k'.repeat(97)}=1`, `&x=${'y'.repeat(17_000)}`],
]

/** Puts something odd into the text, doubles a piece of it or takes one out. */
export function spoilText(random: Random, { type, text }: Written): Written {
  const at = below(random, text.length + 1)
  const to = Math.min(text.length, at + below(random, 30))
  const odd = weighted<() => string>(random, [
    [4, () => oneOf(random, type === JSON_TYPE ? ODD_JSON : ODD_FORM)],
    [1, () => oneOf(random, ODD_TEXT)],
    [1, () => oneOf(random, ODD_NAMES)],
  ])()
  const spoiled = weighted<() => string>(random, [
    [4, () => text.slice(0, at) + odd + text.slice(at)],
    [2, () => text.slice(0, at) + odd + text.slice(to)],
    [1, () => text.slice(0, at) + text.slice(to)],
    [1, () => text.slice(0, to) + text.slice(at)],
    [1, () => text.slice(0, at)],
    [1, () => text + odd],
  ])()
  return { type, text: spoiled }
}

/** Changes a few bytes, which may leave no UTF-8. */
export function spoilBytes(random: Random, bytes: Buffer): Buffer {
  const spoiled = Buffer.from(bytes)
  for (let left = 1 + below(random, 4); left > 0 && spoiled.length > 0; left--)
    spoiled[below(random, spoiled.length)] = below(random, 256)
  return random() < 0.3 ? spoiled.subarray(0, below(random, spoiled.length + 1)) : spoiled
}
