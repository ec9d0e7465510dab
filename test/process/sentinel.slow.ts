/**
 * A secret goes everywhere a client or an operator can put it, and is found nowhere afterwards.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { digestOf } from '../../src/access/key.js'
import { keys } from '../commands/run.js'
import { sendRaw } from '../http/raw.js'
import { freePort } from './ports.js'
import { HORSE } from './horse.js'
import { runRobe, startRobe, storeWithKey } from './robe.js'

t.test('no log, error, metric, file or command ever shows a secret or its digest', async (t) => {
  const folder = t.testdir()
  const path = join(folder, 'robe.db')
  const store = `sqlite:${path}`
  const secret = await storeWithKey(store, 'free')
  const opsPort = String(await freePort(t))
  const environment = { STORE: store, LOG_LEVEL: 'trace', OPS_PORT: opsPort }
  const robe = await startRobe(t, environment)
  const { port } = new URL(robe.url)
  const seen: string[] = []
  const statuses = new Set<number>()
  const ask = async (url: string, init: RequestInit = {}): Promise<void> => {
    const response = await fetch(url, init)
    statuses.add(response.status)
    seen.push(
      `${url.includes(secret) ? '' : url} ${JSON.stringify([...response.headers])}`,
      await response.text(),
    )
  }
  const result = `${robe.url}/coats/result`
  const type = 'application/json'
  const callWith = (key: string, of = HORSE) =>
    ask(result, { method: 'POST', headers: { 'X-API-Key': key, 'Content-Type': type }, body: of })

  await callWith(secret)
  for (const path of ['api-info', 'genes'])
    await ask(`${robe.url}/coats/${path}`, { headers: { 'X-API-Key': secret } })
  await callWith(`${secret}x`)
  await callWith(`Bearer ${secret}`)
  await callWith(`${secret}, ${secret}`)
  await callWith(secret, `{"base": {"agouti": ["${secret.slice(0, 4)}"`)
  await ask(`${robe.url}/${secret}`, { headers: { 'X-API-Key': secret } })
  await ask(`${robe.url}/coats/genes?key=${secret}`)
  await ask(`${robe.url}/coats/genes`, { headers: { Authorization: `Bearer ${secret}`, Cookie: secret } })
  await ask(`${robe.url}/coats/genes`, { method: 'DELETE', headers: { 'X-API-Key': secret } })
  await ask(result, {
    method: 'POST',
    headers: { 'X-API-Key': secret, 'Content-Type': 'text/plain' },
    body: HORSE,
  })
  seen.push(
    await sendRaw(
      Number(port),
      `GET /${secret} HTTP/1.1\r\nX-API-Key: ${secret}\r\nContent-Length: x\r\n\r\n`,
    ),
  )
  // A client that leaves in the middle of its body.
  await new Promise<void>((resolve) => {
    const headers = { 'X-API-Key': secret, 'Content-Type': type, 'Content-Length': 99 }
    const left = request(result, { method: 'POST', headers })
    left.on('error', () => {}).on('close', () => resolve())
    left.write('x', () => setTimeout(() => left.destroy(), 50))
  })
  const commands = [
    ['keys', 'list'],
    ['keys', 'show', '1', '--json'],
    ['keys', 'show', secret],
    ['keys', 'set', '1', '--note', 'rings'],
    ['keys', 'audit'],
    ['keys', 'usage', '1'],
    ['keys', 'suspend', '1'],
    ['usage', 'report', '--month', new Date().toISOString().slice(0, 7)],
  ]
  for (const words of commands) {
    const { out, err } = await runRobe(t, words, { STORE: store })
    seen.push(out, err)
  }
  await ask(`http://127.0.0.1:${opsPort}/metrics`)
  await ask(`http://127.0.0.1:${opsPort}/readyz`)
  t.same([...statuses].sort(), [200, 400, 401, 404, 405, 415], 'every kind of answer was met')
  const { out, err } = await robe.stop()
  t.match(out, '"keyId":1', 'the log is at its most talkative')
  seen.push(out, err)
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))

  const parts = Array.from({ length: secret.length - 15 }, (_, start) => secret.slice(start, start + 16))
  const shown = [...seen, ...files].filter((text) => parts.some((part) => text.includes(part)))
  t.same(
    shown.map((text) => text.slice(0, 200)),
    [],
  )
  const digests = seen.filter((text) => text.includes(digestOf(secret)))
  t.same(digests, [], 'its digest stands in the store alone')
  t.match((await keys(path, 'export')).out, digestOf(secret), 'and in an export, which says so')
})
