/**
 * Stopping: answers under way are given, connections are let go, nobody new is let in.
 */
import { Agent, request } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import t from 'tap'
import { createHttpServer, drain, listen } from '../../src/service/http/server.js'

/** Where a stop must not wait for it. */
const FOREVER_MS = 3_600_000

t.test('answers under way at a stop are given, and end their connections', async (t) => {
  const waiting: (() => void)[] = []
  const server = createHttpServer((_request, response) => {
    waiting.push(() => response.end('done'))
  })
  const port = await listen(server, 0, '127.0.0.1')
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  const answers = Array.from(
    { length: 20 },
    () =>
      new Promise<string>((resolve, reject) => {
        request({ port, host: '127.0.0.1', agent }, (response) => {
          let text = ''
          response.on('data', (data: Buffer) => (text += data.toString()))
          response.on('end', () => resolve(`${text} ${response.headers.connection ?? ''}`))
        })
          .on('error', reject)
          .end()
      }),
  )
  while (waiting.length < 20) await new Promise((resolve) => setImmediate(resolve))
  const stopped = drain(server)
  for (const answer of waiting) answer()
  t.same(new Set(await Promise.all(answers)), new Set(['done close']))
  await stopped
  t.notOk(server.listening)
})

t.test('an answer that has begun when the stop comes holds it up no longer than it lasts', async (t) => {
  const finish: (() => void)[] = []
  const server = createHttpServer((_request, response) => {
    response.write('begun')
    finish.push(() => response.end(' and done'))
  })
  server.keepAliveTimeout = FOREVER_MS
  const port = await listen(server, 0, '127.0.0.1')
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  const answer = new Promise<string>((resolve, reject) => {
    request({ port, host: '127.0.0.1', agent }, (response) => {
      let text = ''
      response.on('data', (data: Buffer) => (text += data.toString()))
      response.on('end', () => resolve(text))
    })
      .on('error', reject)
      .end()
  })
  while (finish.length === 0) await new Promise((resolve) => setImmediate(resolve))
  const stopped = drain(server)
  finish[0]?.()
  t.equal(await answer, 'begun and done')
  await stopped
})

t.test('an answer that is written and has not all left when the stop comes arrives whole', async (t) => {
  const length = 20_000_000
  let isWritten = false
  const server = createHttpServer((_request, response) => {
    response.end(Buffer.alloc(length, 'x'))
    isWritten = true
  })
  const port = await listen(server, 0, '127.0.0.1')
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  while (!isWritten) await new Promise((resolve) => setImmediate(resolve))
  const stopped = drain(server)
  let heard = 0
  socket.on('data', (data) => (heard += data.length))
  await Promise.all([stopped, new Promise((resolve) => socket.once('close', resolve))])
  t.ok(heard > length, `${heard} bytes`)
})

t.test('idle connections do not hold a stop up', async (t) => {
  const server = createHttpServer((_request, response) => response.end('done'))
  server.keepAliveTimeout = FOREVER_MS
  const port = await listen(server, 0, '127.0.0.1')
  t.equal((server.address() as AddressInfo).port, port)
  await (await fetch(`http://127.0.0.1:${port}/`)).text()
  await drain(server)
  await drain(server)
  t.pass('a second stop is as good as one')
})

/** A request on a connection of its own; the text of the answer, or why there is none. */
const ask = (port: number): Promise<string> =>
  fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: 'close' } }).then(
    (response) => response.text(),
    (error: Error) => String((error.cause as NodeJS.ErrnoException).code),
  )

t.test('who comes when the grace is over is answered once nobody can come any more', async (t) => {
  const server = createHttpServer((_request, response) => response.end(String(server.listening)))
  const port = await listen(server, 0, '127.0.0.1')
  const idle = connect(port, '127.0.0.1')
  await new Promise((resolve) => server.once('connection', resolve))
  const stopped = drain(server, 1)
  const answers = new Set<string>()
  // As clients do that come again after each answer.
  for (let answer = ''; answer !== 'ECONNREFUSED';) answers.add((answer = await ask(port)))
  // Of those who came within the grace.
  answers.delete('true')
  t.same(answers, new Set(['false', 'ECONNREFUSED']))
  idle.end()
  await stopped
})

t.test('a connection on which nothing was ever asked ends with the stop, and not by a reset', async (t) => {
  const server = createHttpServer((_request, response) => response.end())
  server.headersTimeout = FOREVER_MS
  server.requestTimeout = FOREVER_MS
  const port = await listen(server, 0, '127.0.0.1')
  const silent = connect(port, '127.0.0.1')
  const errors: Error[] = []
  silent.on('error', (error) => errors.push(error)).resume()
  await new Promise((resolve) => server.once('connection', resolve))
  await drain(server, 1)
  t.same(errors, [])
})

t.test('a client that does not leave when its connection has ended is not waited for', async (t) => {
  const server = createHttpServer((_request, response) => response.end())
  server.keepAliveTimeout = FOREVER_MS
  const port = await listen(server, 0, '127.0.0.1')
  const stubborn = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  t.teardown(() => stubborn.destroy())
  stubborn.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await new Promise((resolve) => stubborn.once('data', resolve))
  await drain(server)
  t.pass()
})

t.test('a port that is taken is refused', async (t) => {
  const first = createHttpServer(() => {})
  const port = await listen(first, 0, '127.0.0.1')
  t.teardown(() => drain(first))
  await t.rejects(
    listen(
      createHttpServer(() => {}),
      port,
      '127.0.0.1',
    ),
    { code: 'EADDRINUSE' },
  )
})
