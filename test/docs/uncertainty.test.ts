/**
 * docs/uncertainty.md: every question on it is asked, and every figure under it is what is answered. UPDATE=1 writes them.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import type { Fields } from '../../src/coats/answers.js'
import type { InferAnswer } from '../../src/coats/infer/shapes.js'
import { inferText } from '../../src/commands/infer.js'
import { shippedCoats } from '../http/service.js'

const PAGE = 'docs/uncertainty.md'
const BLOCK = /```yaml\n([\s\S]*?)```\n\n(?:```text\n([\s\S]*?)```\n\n)?/g

t.test('each question of the page is answered as the page says', async (t) => {
  const coats = await shippedCoats()
  const page = readFileSync(PAGE, 'utf8')
  let asked = 0
  const answered = page.replaceAll(BLOCK, (_block, question: string) => {
    asked++
    const body = coats.openAsked('coats.infer', parse(question) as Fields, 'en')?.make() as InferAnswer
    const text = inferText({ ...body, notes: [] })
    return `\`\`\`yaml\n${question}\`\`\`\n\n\`\`\`text\n${text}\n\`\`\`\n\n`
  })
  t.equal(asked, 7)
  if (process.env['UPDATE'] === '1') writeFileSync(PAGE, answered)
  else t.equal(page, answered)
  for (const figure of [
    '14.6953',
    '85.3047',
    '81.8182',
    '18.1818',
    '81.1317',
    '18.1922',
    '0.676097',
    '57.9505',
    '57.8125',
    '26.25',
  ])
    t.match(page, figure, `the worked figure ${figure}`)
})
