/**
 * docs/architecture/infer.md: every JSON block is what the stages of inference compute of its example.
 */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { shippedRuleset } from '../phenotypes/shipped.js'
import { stagesOf } from './inference-stages.js'

const BLOCK = /^```json\n([\s\S]*?)^```$/gm

t.test('the data of the worked example are those that each stage computes', async (t) => {
  const page = readFileSync('docs/architecture/infer.md', 'utf8')
  const shown = [...page.matchAll(BLOCK)].map(([, text = '']) => JSON.parse(text) as unknown)
  const computed = stagesOf(await shippedRuleset())
  t.equal(shown.length, computed.length)
  computed.forEach((data, stage) => {
    t.same(shown[stage], JSON.parse(JSON.stringify(data)), `block ${stage + 1}`)
  })
})
