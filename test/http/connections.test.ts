/**
 * The connections of a server and their pending responses: exactly what began and has not ended, in its order.
 */
import { ServerResponse, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import t from 'tap'
import { connectionOf, Connections, endAnswer } from '../../src/service/http/connections/connections.js'
import { piledUp } from '../old-generation.js'

const response = (socket: Socket): ServerResponse => new ServerResponse(new IncomingMessage(socket))
const begin = (asked: ServerResponse): void => void connectionOf(asked.req.socket).pending.push(asked)
const end = (answered: ServerResponse): void => endAnswer(connectionOf(answered.req.socket), answered)

t.test(
  'whatever begins and ends in whatever order, the pending responses are those that have not ended',
  async (t) => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 30 }), { maxLength: 120 }), (steps) => {
        const sockets = [new Socket(), new Socket(), new Socket()]
        const pending: ServerResponse[] = []
        for (const step of steps) {
          const [ended] = step % 2 === 0 ? [] : pending.splice((step >> 1) % Math.max(1, pending.length), 1)
          if (ended !== undefined) {
            end(ended)
            // An answer may be said to have ended more than once.
            if (step % 3 === 0) end(ended)
          } else {
            const next = response(sockets[step % 3] as Socket)
            pending.push(next)
            begin(next)
          }
        }
        return sockets.every((socket) => {
          const own = pending.filter(({ req }) => req.socket === socket)
          const told = connectionOf(socket).pending
          return told.length === own.length && own.every((each, i) => each === told[i])
        })
      }),
      { seed: 20261122 },
    )
    t.pass('after every history')
  },
)

t.test('whatever opens and closes in whatever order, those visited are those that are open', async (t) => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 30 }), { maxLength: 120 }), (steps) => {
      const connections = new Connections()
      const open: Socket[] = []
      for (const step of steps) {
        const [closed] = step % 2 === 0 ? [] : open.splice((step >> 1) % Math.max(1, open.length), 1)
        if (closed !== undefined) {
          connections.closed(connectionOf(closed))
          if (step % 3 === 0) connections.closed(connectionOf(closed))
        } else {
          const socket = new Socket()
          open.push(socket)
          connections.opened(connectionOf(socket))
        }
      }
      const visited: Socket[] = []
      connections.forEach(({ socket }) => void visited.push(socket))
      return visited.length === open.length && open.every((each) => visited.includes(each))
    }),
    { seed: 20261122 },
  )
  t.pass('after every history')
})

t.test('answers that have ended do not pile up until everything is collected', async (t) => {
  const pending: ServerResponse[] = []
  const sockets = Array.from({ length: 16 }, () => new Socket())
  let asked = 0
  // Sixteen at a time, of a connection each; each ends before the next sixteen have begun.
  const answer = (): void => {
    const next = Object.assign(response(sockets[asked++ % 16] as Socket), {
      body: Array.from({ length: 500 }, (_, i) => i + 0.5),
    })
    pending.push(next)
    begin(next)
    const ended = pending.length > 16 ? pending.shift() : undefined
    if (ended !== undefined) end(ended)
  }
  for (let i = 0; i < 1000; i++) answer()
  const grown = await piledUp(4000, 200, answer)
  t.ok(grown < 4, `${grown.toFixed(1)} MiB of 4000 answers of 4 KiB`)
})
