/** `robe read-report`: its exit code tells whether the paper was read, and headings are not missing results. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { robe } from './run.js'

const folder = t.testdir()
const PAPER = `Veterinary Genetics Laboratory
University of California, Davis
Case: ABC123   Date: 2024-05-03
Horse: MISTY MORNING   Reg: AQHA 123456

Red Factor: E/e
Agouti: A/a
Gray: not tested`

async function read(report: string) {
  const file = join(folder, 'report.txt')
  writeFileSync(file, report)
  const ran = await robe(join(folder, 'robe.db'), 'read-report', file, '--lang', 'en')
  const code = ran.code || Number(process.exitCode ?? 0)
  process.exitCode = 0
  return { ...ran, code }
}

t.test('a paper with a heading, names and an untested gene is read whole: exit code 0', async (t) => {
  const { code, out } = await read(PAPER)
  t.equal(code, 0, out)
  t.match(out, /^agouti +A\/a\nextension +E\/e\nother text: line 1, 2, 3, 4, 8\n/)
})

t.test('a result that may mean two genotypes leaves something open: exit code 2', async (t) => {
  const { code, out } = await read(`${PAPER}\nGg`)
  t.equal(code, 2, out)
  t.match(out, /line 9: Gg\n {2}grey is open: /)
})

t.test('a label whose value is not understood may be a result that is missing: exit code 2', async (t) => {
  const { code, out } = await read(`${PAPER}\nCream: Q7`)
  t.equal(code, 2, out)
  t.match(out, /line 9 was not understood: Cream: Q7\n/)
})

t.test('lines that exclude each other are refused: exit code 1', async (t) => {
  const { code, err } = await read(`${PAPER}\nAgouti: a/a`)
  t.equal(code, 1)
  t.match(err, /exclude each other for agouti: line 7 \("Agouti: A\/a"\) says A\/a, line 9/)
})
