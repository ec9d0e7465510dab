/**
 * The text of a key: shape, checksum, randomness, digest.
 */
import t from 'tap'
import { digestOf, generateKey, hasKeyFormat } from '../../src/access/key.js'

t.test('a key has its label, thirty random characters and six of checksum', async (t) => {
  t.match(generateKey('live'), /^robe_live_[0-9A-Za-z]{36}$/)
  t.match(generateKey('test'), /^robe_test_[0-9A-Za-z]{36}$/)
})

t.test('every generated key looks like a key, and no two are the same', async (t) => {
  const keys = Array.from({ length: 2_000 }, () => generateKey('live'))
  t.ok(keys.every(hasKeyFormat))
  t.equal(new Set(keys).size, keys.length)
})

t.test('no character is favoured', async (t) => {
  const counts = new Map<string, number>()
  const keys = 4_000
  for (let made = 0; made < keys; made++) {
    for (const character of generateKey('live').slice(10, 40))
      counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  t.equal(counts.size, 62)
  const expected = (keys * 30) / 62
  // A modulo of a byte would put the first eight characters 25 % above the others; chance stays within 10 %.
  for (const [character, count] of counts) t.ok(Math.abs(count - expected) < 0.12 * expected, character)
})

t.test('one changed character is noticed without a look-up', async (t) => {
  const key = generateKey('live')
  for (let place = 0; place < key.length; place++) {
    const other = key[place] === 'x' ? 'y' : 'x'
    t.notOk(hasKeyFormat(key.slice(0, place) + other + key.slice(place + 1)), String(place))
  }
})

t.test('what is no key does not look like one', async (t) => {
  const key = generateKey('test')
  for (const text of [
    '',
    'robe_live_',
    key + 'a',
    key.slice(1),
    ` ${key}`,
    `${key}\n`,
    key.replace('test', 'live'),
    'é'.repeat(46),
  ]) {
    t.notOk(hasKeyFormat(text), JSON.stringify(text))
  }
})

t.test('a digest is SHA-256 in hexadecimal', async (t) => {
  t.equal(digestOf('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
