/**
 * Connections of the HTTP server. Leaves to others: waiting on one for as long as Node would have (server.slow.ts).
 */
import t from 'tap'
import { createHttpServer, drain, listen } from '../../src/service/http/server.js'

/** Node closes a connection after five seconds, unless it is told otherwise. */
const NODE_CLOSES_SECONDS = 5

t.test('who connects is told that the connection is kept, for longer than Node would', async (t) => {
  const server = createHttpServer((_request, response) => void response.end('{}'))
  const port = await listen(server, 0, '127.0.0.1')
  const { headers } = await fetch(`http://127.0.0.1:${port}/`)
  const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? []
  t.ok(Number(seconds) > 2 * NODE_CLOSES_SECONDS, `${seconds} s`)
  await drain(server)
})
