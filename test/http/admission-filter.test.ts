/**
 * What is asked a second time is kept; what is asked once is not.
 */
import t from 'tap'
import { createAdmissionFilter } from '../../src/service/http/cache/response-cache.js'

const question = (i: number): string => `coats.result en application/x-www-form-urlencoded base=${i}`

t.test('a question is unknown the first time and known the second, whatever was asked just before', (t) => {
  const isKnown = createAdmissionFilter()
  const questions = Array.from({ length: 500 }, (_, i) => question(i))
  t.same(questions.filter(isKnown), [])
  // Two of so many questions may share a place; the later one has it then.
  t.ok(questions.filter(isKnown).length >= 490)
  t.end()
})

t.test('strangers do not pass, however many come, and after many nobody is known for ever', (t) => {
  const isKnown = createAdmissionFilter()
  let passed = 0
  for (let i = 0; i < 500_000; i++) if (isKnown(question(i))) passed++
  t.ok(passed <= 1, `${passed} of half a million`)
  t.notOk(isKnown(question(0)))
  t.ok(isKnown(question(0)))
  t.end()
})

t.test('words of no length, and words of other scripts, are words', (t) => {
  const isKnown = createAdmissionFilter()
  const texts = ['', 'é', 'e\u0301', '馬', '\0']
  t.same(texts.filter(isKnown), [])
  t.same(texts.filter(isKnown), texts)
  t.end()
})
