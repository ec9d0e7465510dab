/**
 * What explaining broken JSON costs; its words are held by the table of near misses (test/contract/near-misses.test.ts).
 */
import t from 'tap'
import { jsonFault } from '../../src/common/json-fault.js'

const LONG = 16_000
const BROKEN = {
  'brackets that nothing closes': '[['.repeat(LONG / 2),
  'a word within many brackets': `${'['.repeat(LONG)}x`,
  'a quote that nothing closes': `{"a":"${'b'.repeat(LONG)}`,
  'a comma too many': `{${'"a":1,'.repeat(LONG / 6)}}`,
  'a word in place of an object': 'a'.repeat(LONG),
}

t.test('a long broken text is explained without parsing it again and again', (t) => {
  const { parse } = JSON
  t.teardown(() => (JSON.parse = parse))
  let parsed = 0
  JSON.parse = (text: string): unknown => {
    parsed += text.length
    return parse(text)
  }
  for (const [what, text] of Object.entries(BROKEN)) {
    parsed = 0
    const words = jsonFault(text, '{')
    t.ok(words.length > 0 && words.length < 200, `${what}: ${words}`)
    t.ok(parsed <= 2 * text.length, `${what}: ${parsed} characters for ${text.length}`)
  }
  t.end()
})
