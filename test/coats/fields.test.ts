/**
 * Both encodings of one request come together as one set of fields.
 */
import t from 'tap'
import { decodeCrossFields, decodeHorseFields, Unusable } from '../../src/operations/read/decode-fields.js'
import { splitForm } from '../../src/service/http/request/form.js'

const cross = (body: string): unknown => decodeCrossFields(splitForm(body))
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

t.test('a parent may send one group as text and the other in brackets', async (t) => {
  const fields = cross('mother={"base":{"agouti":["A","a"]}}&mother[others][kit][]=To')
  t.same(plain(fields), { mother: { base: { agouti: ['A', 'a'] }, others: { kit: ['To'] } } })
})

t.test('a group inside a parent may be text of its own', async (t) => {
  const fields = cross('mother[base]={"agouti":["A","a"]}&mother[others][kit][]=To')
  t.same(plain(fields), { mother: { base: { agouti: ['A', 'a'] }, others: { kit: ['To'] } } })
})

t.test('the two sides of kit_linkage may come in two encodings', async (t) => {
  const fields = cross('kit_linkage={"mother":["E","To"]}&kit_linkage[father][]=e')
  t.same(plain(fields), { kit_linkage: { mother: ['E', 'To'], father: ['e'] } })
})

t.test('one group sent in both encodings cannot be used, and the other groups can', async (t) => {
  const fields = cross(
    'mother={"base":{"agouti":["A","a"]}}&mother[base][agouti][]=A&mother[others][kit][]=To',
  )
  const { mother } = fields as { mother: { base: unknown; others: unknown } }
  t.type(mother.base, Unusable)
  t.same(plain(mother.others), { kit: ['To'] })
})

t.test('a group of a single horse sent in both encodings cannot be used', async (t) => {
  const { base } = decodeHorseFields(splitForm('base={"agouti":["A","a"]}&base[extension][]=E'))
  t.type(base, Unusable)
})

t.test('text that is no JSON beside brackets cannot be used', async (t) => {
  const { mother } = cross('mother=nonsense&mother[others][kit][]=To') as { mother: unknown }
  t.type(mother, Unusable)
})

t.test('empty text beside brackets means nothing was sent as text', async (t) => {
  t.same(plain(cross('mother=&mother[others][kit][]=To')), { mother: { others: { kit: ['To'] } } })
})
