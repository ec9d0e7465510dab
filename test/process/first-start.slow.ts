/**
 * From the very first start to the second: the line to paste, keys made beside the server, an orderly stop, and
 * what a restart remembers.
 */
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { runRobe, startRobe, until } from './robe.js'
import { unicornSettings } from './unicorn.js'

const file = join(t.testdir(), 'data/robe.db')
const settings = { STORE: `sqlite:${file}` }
/** A store does not mind the animal. */
const ofUnicorns = { ...settings, ...unicornSettings(t) }

interface Info {
  readonly key_name: string
  readonly key_id: number
  readonly monthly_usage: number
}

async function info(url: string, key: string): Promise<{ readonly status: number; readonly body: Info }> {
  const response = await fetch(`${url}/coats/api-info`, { headers: { 'X-API-Key': key } })
  return { status: response.status, body: (await response.json()) as Info }
}

const first = await startRobe(t, settings)
await until('a key is shown', () => first.firstKey !== '')

t.test('port 0 is a free port, and it is told', (t) => {
  t.match(first.url, /^http:\/\/127\.0\.0\.1:[1-9]\d*$/)
  t.end()
})

t.test('the first start shows one line, and pasting it into a shell answers with a coat', (t) => {
  t.equal(first.curl.split('\n').length, 1)
  const { status, stdout } = spawnSync('sh', ['-c', first.curl], { encoding: 'utf8' })
  t.equal(status, 0)
  t.match(JSON.parse(stdout), { translate: 'Buckskin', others: { matp: ['Cr', 'n'] } })
  t.equal(first.err(), '', 'nothing to complain about')
  t.end()
})

t.test('the store is its owner’s alone, and holds no key', async (t) => {
  t.equal(statSync(file).mode & 0o077, 0)
})

t.test('a second server on the same store is refused in one line that says what to do', async (t) => {
  const { code, out, err } = await runRobe(t, ['serve'], settings)
  t.equal(code, 1)
  t.equal(out, '')
  t.match(err, /^error: [^\n]*redis:\/\/[^\n]*\n$/)
  t.equal((await info(first.url, first.firstKey)).status, 200, 'the first one is not disturbed')
})

t.test('a key made beside the server works, and no longer when it is suspended', async (t) => {
  const made = await runRobe(
    t,
    ['keys', 'create', '--name', 'beside', '--plan', 'standard', '--json'],
    settings,
  )
  t.same([made.code, made.err], [0, ''])
  const { key, key_id } = JSON.parse(made.out) as { readonly key: string; readonly key_id: number }
  await until('the new key works', async () => (await info(first.url, key)).status === 200)
  t.match(await info(first.url, key), { body: { key_id, key_name: 'beside', daily_limit: 10_000 } })

  t.equal((await runRobe(t, ['keys', 'suspend', String(key_id)], settings)).code, 0)
  await until('it is refused', async () => (await info(first.url, key)).status === 403)
})

t.test('a stop loses no count, and a second start shows no key', async (t) => {
  const headers = { 'X-API-Key': first.firstKey, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ base: { agouti: ['A', 'a'], extension: ['E', 'e'] } })
  const ask = (): Promise<Response> => fetch(`${first.url}/coats/result`, { method: 'POST', headers, body })
  const { monthly_usage } = (await info(first.url, first.firstKey)).body
  for (let i = 0; i < 7; i += 1) t.equal((await ask()).status, 200)
  // Signalled at once: what the last 100 ms counted is not on the disk yet.
  const ended = await first.stop()
  t.equal(ended.code, 0)
  t.equal(ended.err, '')
  t.notMatch(ended.out, /Error|\bat .*:\d+/)

  const second = await startRobe(t, ofUnicorns)
  const after = await info(second.url, first.firstKey)
  t.equal(after.status, 200, 'the first key still works')
  t.equal(after.body.monthly_usage, monthly_usage + 7)
  t.equal((await second.stop()).code, 0)
  t.notMatch(second.out(), /curl|robe_(test|live)_/, 'no key is shown')
})
