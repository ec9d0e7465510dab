/**
 * The textbook population over HTTP and on the command line: named by clients, the default of files.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { post, startService } from '../http/service.js'

const CLI = fileURLToPath(new URL('../../src/cli.js', import.meta.url))
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const service = await startService(t)

const horses = [
  { id: 'mare', seen: 'bay', untested: 'population' },
  { id: 'stallion', seen: 'grey', untested: 'population' },
]
const question = { horses, ask: [{ foal: ['mare', 'stallion'] }], lang: 'en' }
const COATS = ['Grey (born bay)', 'Bay', 'Grey (born chestnut)', 'Chestnut', 'Grey (born black)', 'Black']

t.test('the foals of a bay mare and a grey stallion are answered over HTTP', async (t) => {
  const { status, body } = await post(service, '/coats/infer', { ...question, population: 'textbook' })
  t.equal(status, 200, JSON.stringify(body))
  const { answers, estimated } = body as { answers: { results: { coat: string }[] }[]; estimated: boolean }
  t.same(
    answers[0]?.results.map(({ coat }) => coat),
    COATS,
  )
  t.equal(estimated, true)
})

t.test('over HTTP a population must be named', async (t) => {
  const { status, body } = await post(service, '/coats/infer', question)
  t.equal(status, 400)
  t.equal((body as { details: { field: string } }).details.field, 'population')
})

t.test('a file for `robe infer` that names no population gets the textbook', (t) => {
  const file = path.join(t.testdir(), 'foals.yaml')
  const run = (fields: object): string => {
    writeFileSync(file, JSON.stringify(fields))
    return execFileSync(process.execPath, [CLI, 'infer', file], { cwd: ROOT, encoding: 'utf8' })
  }
  const told = run(question)
  for (const coat of COATS) t.ok(told.includes(`%  ${coat}\n`), coat)
  t.match(told, /34\.72 % {2}Bay/)
  t.match(told, /note: Textbook assumption/)
  t.match(
    run({
      ...question,
      population: 'none',
      horses: horses.map(({ id, seen }) => ({
        id,
        seen: { coat: seen, certain: true },
        others: { grey: ['?', '?'] },
      })),
    }),
    /note: Without a population/,
  )
  t.end()
})
