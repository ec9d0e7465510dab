/**
 * Connections of the HTTP server.
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { createHttpServer, drain, listen } from '../../src/service/http/server.js'

/** Node closes a connection after five seconds, unless it is told otherwise. */
const NODE_CLOSES_MS = 5_000

t.test('a connection on which nothing was asked for six seconds is still answered on', async (t) => {
  const server = createHttpServer((_request, response) => void response.end('{}'))
  const port = await listen(server, 0, '127.0.0.1')
  const socket = connect(port, '127.0.0.1')
  const ask = async (): Promise<string> => {
    socket.write('GET / HTTP/1.1\r\nHost: robe\r\n\r\n')
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    return bytes.toString().slice(0, 15)
  }
  t.equal(await ask(), 'HTTP/1.1 200 OK')
  await delay(NODE_CLOSES_MS + 1_500)
  t.equal(await ask(), 'HTTP/1.1 200 OK')
  await drain(server)
})
