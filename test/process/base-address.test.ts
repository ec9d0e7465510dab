/**
 * Clients whose base address ends in /v1: both ways of serving them that README.md names, the second with its own line.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { needsNginx, startNginx } from './nginx.js'
import { ROOT, startRobe, storeWithKey, type Settings } from './robe.js'

const [, line = ''] = /^```nginx\n(.*)\n```$/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? []

/** Starts a service behind nginx and asks for a coat, with /v1 in the base address and without. */
async function served(t: Test, settings: Settings, nginxLine?: string): Promise<void> {
  const store = `sqlite:${join(t.testdir(), 'robe.db')}`
  const key = await storeWithKey(store, 'free')
  const { url } = await startRobe(t, { STORE: store, ...settings })
  const host = url.replace('http://', '')
  const proxy = await startNginx(t, [host, host, host], nginxLine)
  const body = new URLSearchParams({ base: '{"extension":["E","e"],"agouti":["A","a"]}', lang: 'en' })
  const answers = await Promise.all(
    ['', '/v1'].map(async (prefix) => {
      const asked = { method: 'POST', headers: { 'X-API-Key': key }, body }
      const response = await fetch(`${proxy}${prefix}/coats/result`, asked)
      t.equal(response.status, 200, prefix)
      t.equal(response.headers.get('X-RateLimit-Limit'), '100')
      return response.text()
    }),
  )
  t.match(answers[0], '"translate":"Bay"')
  t.equal(answers[1], answers[0])
  const line = JSON.stringify({
    op: 'coats.result',
    fields: { base: {}, lang: 'en', note: 'x'.repeat(5_000) },
  })
  const batch = await fetch(`${proxy}/v1/coats/batch`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/x-ndjson' },
    body: Array(50).fill(line).join('\n'),
  })
  t.equal(batch.status, 200, 'a batch may be larger than other bodies')
  t.equal((await batch.text()).split('\n').length, 51)
  const refused = await fetch(`${proxy}/v1/coats/api-info`)
  t.equal(refused.status, 401)
  t.match(await refused.json(), { code: 'AUTH_MISSING_KEY' })
  t.equal((await fetch(`${proxy}/v1/`)).status, 200, 'its documentation is found from there')
  t.equal((await fetch(`${proxy}/v2/coats/api-info`)).status, 404)
}

t.test('with BASE_PATH=/v1, behind nginx as it is shipped', needsNginx(), (t) =>
  served(t, { BASE_PATH: '/v1' }),
)

t.test('by the line for nginx, before a service that knows nothing of it', needsNginx(), async (t) => {
  t.match(line, 'v1')
  await served(t, {}, line)
})
