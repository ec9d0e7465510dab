/**
 * The event loop of this process is busy while Redis is well.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import t, { type Test } from 'tap'
import { openStore } from '../../src/stores/open.js'
import { needsRedis, startRedis } from './redis-server.js'
import { FREE, put } from './samples.js'

const { skip } = needsRedis()
const BLOCK_MS = 150

function block(): void {
  const end = performance.now() + BLOCK_MS
  while (performance.now() < end);
}

/** Sockets of this same process, each of which blocks the loop whenever it is read, until the test ends. */
async function blockInSockets(t: Test): Promise<void> {
  const server = createServer((socket) => socket.pipe(socket).on('error', () => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  for (let count = 0; count < 4; count++) {
    const socket: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('data', () => {
      block()
      socket.write('x')
    })
    socket.write('x')
    t.teardown(() => socket.destroy())
  }
  t.teardown(() => void server.close())
}

/** Ways to block the loop in every turn, in a given phase of it, until the test ends. */
const PHASES: Readonly<Record<string, (t: Test) => void | Promise<void>>> = {
  timers(t) {
    const timer = setInterval(block, 1)
    t.teardown(() => clearInterval(timer))
  },
  immediates(t) {
    let immediate: NodeJS.Immediate
    const turn = (): void => {
      block()
      immediate = setImmediate(turn)
    }
    turn()
    t.teardown(() => clearImmediate(immediate))
  },
  sockets: blockInSockets,
}

for (const [phase, keepBusy] of Object.entries(PHASES))
  t.test(
    `a loop that is blocked in ${phase} is no fault of Redis: exactly the limit is admitted, by Redis`,
    { skip },
    async (t) => {
      const redis = await startRedis(t)
      const faults: string[] = []
      const store = await openStore(redis.url, {
        purpose: 'server',
        required: true,
        storePatience: 10,
        onFault: (kind) => faults.push(kind),
      })
      t.teardown(() => store.close())
      const { id } = await put(store)
      await keepBusy(t)
      await new Promise(setImmediate)
      const results = []
      for (let wave = 0; wave < 11; wave++)
        results.push(
          ...(await Promise.all(Array.from({ length: 10 }, async () => store.counters.charge(id, FREE)))),
        )
      t.equal(results.filter(({ allowed }) => allowed).length, FREE.hour)
      t.same([results.filter(({ local }) => local).length, faults], [0, []])
    },
  )
