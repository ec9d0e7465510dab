/**
 * The form splitter by itself: what each way of writing a field becomes.
 */
import fc from 'fast-check'
import t from 'tap'
import { ClientError } from '../../src/operations/client-error.js'
import { Unusable } from '../../src/operations/read/decode-fields.js'
import { splitForm } from '../../src/service/http/request/form.js'
import { anyCharacter } from '../contract/any-character.js'

/** As plain JSON, so that objects without a prototype compare equal. */
const plain = (body: string): unknown => JSON.parse(JSON.stringify(splitForm(body)))

t.test('each way of writing a field becomes what it says', (t) => {
  const rows: readonly (readonly [string, unknown])[] = [
    ['', {}],
    ['&&', {}],
    ['a=1', { a: '1' }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['=x', { '': 'x' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=1+2%2B3', { a: '1 2+3' }],
    ['a=%7B%22x%22%3A1%7D', { a: '{"x":1}' }],
    ['a=%F0%9F%90%B4', { a: '🐴' }],
    ['a=🐴', { a: '🐴' }],
    ['a[b]=1', { a: { b: '1' } }],
    ['a%5Bb%5D%5B%5D=1', { a: { b: ['1'] } }],
    ['a[b][]=1&a[b][]=2', { a: { b: ['1', '2'] } }],
    ['a[b][0]=1&a[b][1]=2', { a: { b: ['1', '2'] } }],
    ['a[b][1]=2&a[b][0]=1', { a: { b: ['1', '2'] } }],
    ['a[b][7]=1', { a: { b: ['1'] } }],
    ['a[]=', { a: [''] }],
    ['a[b][c][]=1&a[d]=x', { a: { b: { c: ['1'] }, d: 'x' } }],
    ['a[b][]=1&c=2&a[b][]=3', { a: { b: ['1', '3'] }, c: '2' }],
    ['a[b][8]=1', { a: { b: { 8: '1' } } }],
    ['a[b][01]=1', { a: { b: { '01': '1' } } }],
    ['0=1', { 0: '1' }],
  ]
  for (const [body, expected] of rows) t.same(plain(body), expected, body)
  t.end()
})

t.test('a field sent in two ways cannot be used, wherever it lies', (t) => {
  const rows: readonly (readonly [body: string, path: readonly string[]])[] = [
    ['a=1&a=2', ['a']],
    ['a=1&a=1', ['a']],
    ['a={}&a[b][]=1', ['a']],
    ['a[b][]=1&a={}', ['a']],
    ['a[]=1&a[b]=1', ['a']],
    ['a[b]=1&a[b][]=2', ['a', 'b']],
    ['a[b]=1&a[b]=2', ['a', 'b']],
    ['a[b][]=1&a[b][0]=2', ['a', 'b']],
    ['a[b][0]=1&a[b][0]=2', ['a', 'b']],
    ['a[b][]=1&a[b][8]=2', ['a', 'b']],
  ]
  for (const [body, path] of rows) {
    const found = path.reduce<unknown>(
      (value, key) => (value as Record<string, unknown>)[key],
      splitForm(body),
    )
    t.ok(found instanceof Unusable, body)
  }
  t.end()
})

t.test('limits hold at their very edge', (t) => {
  const pairs = (count: number): string => Array.from({ length: count }, (_, i) => `f${i}=`).join('&')
  const items = (count: number): string => Array.from({ length: count }, () => 'a[b][]=x').join('&')
  const key = (length: number): string => `${'k'.repeat(length)}=1`
  const edges: readonly (readonly [within: string, beyond: string])[] = [
    [pairs(256), pairs(257)],
    [items(16), items(17)],
    [key(96), key(97)],
    ['\u{1f40e}'.repeat(96), '\u{1f40e}'.repeat(97)],
    ['a[b][c][]=1', 'a[b][c][d][]=1'],
    ['a[b][c][d]=1', 'a[b][c][d][e]=1'],
  ]
  for (const [within, beyond] of edges) {
    t.doesNotThrow(() => splitForm(within), within.slice(0, 40))
    t.throws(() => splitForm(beyond), { code: 'VALIDATION_INVALID_FIELD', status: 400 }, beyond.slice(0, 40))
  }
  t.end()
})

t.test('keys live in objects without a prototype', (t) => {
  const fields = splitForm('__proto__[x]=1&constructor[prototype][y]=2&a[__proto__][z]=3')
  t.equal(Object.getPrototypeOf(fields), null)
  t.same(Object.keys(fields), ['__proto__', 'constructor', 'a'])
  t.equal(({} as Record<string, unknown>)['x'], undefined)
  t.equal(({} as Record<string, unknown>)['z'], undefined)
  t.end()
})

t.test('whatever is sent is fields or a fault of the client', (t) => {
  const piece = fc.oneof(
    fc.constantFrom('base', 'mother', '[', ']', '[]', '[0]', '[8]', '=', '&', '%', '%5B', '%5D', '%00', '+'),
    fc.constantFrom('__proto__', 'constructor', 'prototype', '[__proto__]', '{"__proto__":1}', '%ff', '%7B'),
    fc.string({ maxLength: 5, unit: anyCharacter }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      try {
        splitForm(pieces.join(''))
      } catch (error) {
        return error instanceof ClientError && error.status === 400
      }
      return true
    }),
    { numRuns: 2_000, seed: 20261121 },
  )
  t.same(Object.keys(Object.prototype), [])
  t.end()
})

t.test('bracketed arrays come back as they were written', (t) => {
  const word = fc.stringMatching(/^[a-zA-Z+&=%é ]{1,8}$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.boolean(), (values, indexed) => {
      const pairs = values.map((value, i): [string, string] => [`a[b][${indexed ? i : ''}]`, value])
      t.same(plain(new URLSearchParams(pairs).toString()), { a: { b: values } })
    }),
    { numRuns: 200, seed: 20261121 },
  )
  t.end()
})
