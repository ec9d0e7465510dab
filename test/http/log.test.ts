/**
 * The access log: one line a request, enough to trace an answer, and nobody's secret.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import t from 'tap'
import { createAccessLog } from '../../src/service/http/log/access-log.js'
import { createRefusalLog } from '../../src/service/http/log/refusal-log.js'
import { BAY, form, get, post, startService, type Service } from './service.js'

const lines = (service: Service) =>
  service.log.filter(({ what }) => what['message'] === 'request').map(({ what }) => what)

/** The line is written when the connection has let the answer go, a moment after the client read it. */
async function settled(
  service: Service,
  count: number,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  while (lines(service).length < count) await new Promise((resolve) => setImmediate(resolve))
  return lines(service)
}

t.test('every request leaves one line that tells whose it was and what became of it', async (t) => {
  const service = await startService(t)
  const told = await post(service, '/coats/result', form({ base: BAY }))
  await post(service, '/coats/result', 'base={}')
  await get(service, '/coats/api-info')
  await post(service, '/coats/result', '', { 'X-API-Key': 'x' })
  await get(service, '/a/path/somebody/made/up?key=secret')
  await get(service, '/coats/result')
  await get(service, '/docs')
  const [first, ...rest] = await settled(service, 7)
  t.match(first, {
    requestId: told.headers.get('x-request-id'),
    method: 'POST',
    path: '/coats/result',
    status: 200,
    keyId: 1,
    charged: 1,
    limiter: 'local',
    ruleset: told.headers.get('x-ruleset-version'),
    milliseconds: Number,
    whole: true,
  })
  t.match(rest, [
    { status: 400, keyId: 1, charged: 1 },
    { status: 200, keyId: 1, charged: 0, path: '/coats/api-info' },
    { status: 401, keyId: null, charged: 0 },
    { status: 404, keyId: null, charged: 0, path: '-' },
    { status: 405, keyId: null, charged: 0 },
    { status: 200, keyId: null, charged: 0, path: '/docs' },
  ])
  t.equal(lines(service).length, 7)
})

t.test(
  'a line is written once, when its answer has gone and its facts are known, in either order',
  async (t) => {
    const facts = { keyId: 7, charged: 1, limiter: 'local' } as const
    for (const isEarly of [true, false]) {
      const told: object[] = []
      const log = {
        ...console,
        child: (common: object) => ({ info: (own: object) => void told.push({ ...common, ...own }) }),
      }
      const request = new IncomingMessage(new Socket())
      const response = new ServerResponse(request)
      let know = (_: typeof facts): void => {}
      const known = new Promise<typeof facts>((resolve) => (know = resolve))
      createAccessLog(
        log,
        '1',
        () => {},
        createRefusalLog(log, undefined),
      )('/coats/result', request, response).facts = known
      if (isEarly) know(facts)
      else response.emit('close')
      await new Promise(setImmediate)
      t.same(told, [], 'not before both')
      if (isEarly) response.emit('close')
      else know(facts)
      await new Promise(setImmediate)
      t.match(told, [facts])
      t.equal(told.length, 1)
    }
  },
)

t.test('no line holds a key, a genotype or what a client made up', async (t) => {
  const service = await startService(t)
  await post(service, '/coats/result', form({ base: BAY, others: { matp: ['Prl', 'n'] } }))
  await post(service, '/coats/result', form({ base: { ...BAY, agouti: ['made-up', 'A'] } }))
  await get(service, `/coats/genes?lang=made-up&key=${service.key}`)
  await get(service, `/made-up/${service.key}`, { 'User-Agent': 'made-up' })
  await settled(service, 4)
  const text = JSON.stringify(service.log)
  t.notOk(text.includes(service.key), 'the key')
  t.notOk(text.includes(service.key.slice(10, 30)), 'a part of it')
  t.notMatch(text, /Prl|made-up/)
})

/** A program that makes the log of a process and goes on as it is told. */
function programWith(rest: string, level = 'info'): readonly string[] {
  const log = new URL('../../src/service/http/log/access-log.js', import.meta.url).href
  const script = `const { createLog } = await import('${log}'); const log = createLog('${level}'); ${rest}`
  return ['--input-type=module', '-e', script]
}

const linesOf = (out: string): readonly unknown[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown)

t.test('lines are JSON with a time, and there are none where the level says so', async (t) => {
  const written = (level: string): readonly unknown[] => {
    const rest = `log.child({ path: '/a"b', whole: true, method: undefined }).info({ keyId: null, milliseconds: 0.25 }, 'said')
      await log.written()`
    return linesOf(execFileSync(process.execPath, programWith(rest, level), { encoding: 'utf8' }))
  }
  const [line, ...more] = written('info')
  t.match(line, { level: 30, path: '/a"b', keyId: null, milliseconds: 0.25, msg: 'said' })
  t.match(line, { time: /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ })
  t.same(more, [])
  t.same(written('warn'), [])
})

t.test('lines keep their order, and those that wait when the process ends are written then', async (t) => {
  const rest = `for (let number = 0; number < 1000; number++) log.info({ number })
    process.exit()`
  const lines = linesOf(execFileSync(process.execPath, programWith(rest), { encoding: 'utf8' }))
  t.same(
    lines.map((line) => (line as { readonly number: number }).number),
    Array.from({ length: 1000 }, (_, number) => number),
  )
})

t.test('a lone line is written within a moment', async (t) => {
  const child = spawn(process.execPath, programWith(`log.info('alone'); setInterval(() => {}, 1000)`), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const [first] = (await once(child.stdout, 'data')) as [Buffer]
  t.match(linesOf(String(first)), [{ msg: 'alone' }])
})
