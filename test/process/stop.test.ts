/**
 * An orderly stop: nobody new is let in, who is inside is answered.
 */
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { HORSE } from './horse.js'
import { startRobe, storeWithKey, until } from './robe.js'

t.test('a request under way is answered, on a connection that then closes, and counted', async (t) => {
  const store = `sqlite:${join(t.testdir(), 'robe.db')}`
  const key = await storeWithKey(store, 'free')
  const robe = await startRobe(t, { STORE: store })
  const { port } = new URL(robe.url)
  t.notMatch(robe.out(), /curl|robe_test_/, 'a store that the command line made is no first start')

  const socket = connect(Number(port), '127.0.0.1')
  const answer = text(socket)
  socket.write(
    [
      'POST /coats/result HTTP/1.1',
      'Host: robe',
      `X-API-Key: ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${HORSE.length}`,
      '',
      HORSE.slice(0, 10),
    ].join('\r\n'),
  )
  // It is charged when its header is read: then it is inside.
  const usage = async (): Promise<number> => {
    const response = await fetch(`${robe.url}/coats/api-info`, { headers: { 'X-API-Key': key } })
    return ((await response.json()) as { monthly_usage: number }).monthly_usage
  }
  await until('the request is inside', async () => (await usage()) === 1)

  const ended = robe.stop()
  await until('nobody new is let in', () => isRefused(Number(port)))
  socket.write(HORSE.slice(10))
  const told = await answer
  t.match(told, /^HTTP\/1\.1 200 OK\r\n/)
  t.match(told, /^connection: close\r$/im)
  t.match(told, /"translate":/)
  t.equal((await ended).code, 0)

  const again = await startRobe(t, { STORE: store })
  const response = await fetch(`${again.url}/coats/api-info`, { headers: { 'X-API-Key': key } })
  t.match(await response.json(), { monthly_usage: 1 })
  t.equal((await again.stop()).code, 0)
})

function isRefused(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const late = connect(port, '127.0.0.1')
    late.once('connect', () => resolve(false)).once('error', () => resolve(true))
    late.once('connect', () => late.destroy())
  })
}

t.test('a service whose log nobody reads any more answers, and ends when it is told to', async (t) => {
  const robe = await startRobe(t, { LOG_LEVEL: 'info' })
  robe.loseReader()
  for (let i = 0; i < 50; i++) t.equal((await fetch(`${robe.url}/openapi.json`)).status, 200)
  t.equal((await robe.stop()).code, 0)
})
