/**
 * A server process that charges one key many times at once: `node redis-charging-child.js URL TIMES LIMIT [PATIENCE]`.
 * Guarantees: opens its store, prints `ready`, waits for a line, charges, prints as JSON who admitted what, and goes on
 * listening to Redis until its input ends.
 * Leaves to others: starting several at a time (redis-exact.slow.ts).
 */
import { once } from 'node:events'
import { openStore } from '../../src/stores/open.js'

const [url = '', times = '', limit = '', patience] = process.argv.slice(2)
const store = await openStore(url, {
  purpose: 'server',
  onNotice: (line) => process.stderr.write(`${line}\n`),
  ...(patience !== undefined && { storePatience: Number(patience) }),
})
const limits = { hour: Number(limit), day: 1_000_000, month: 1_000_000 }
// A process that has just begun is busy with itself: its first calls are made on a key of its own.
for (let round = 0; round < 5; round++)
  await Promise.all(
    Array.from({ length: 100 }, async () => store.counters.charge(1_000 + process.pid, limits)),
  )
process.stdout.write('ready\n')
const ended = once(process.stdin, 'end')
await once(process.stdin, 'data')
const charges = await Promise.all(
  Array.from({ length: Number(times) }, async () => store.counters.charge(1, limits)),
)
const local = charges.filter((charge) => charge.local)
const admitted = { all: charges.filter(isAdmitted).length, local: local.filter(isAdmitted).length }
process.stdout.write(
  `${JSON.stringify({ byRedis: admitted.all - admitted.local, locally: admitted.local, decidedLocally: local.length })}\n`,
)
await ended
await store.close()

function isAdmitted({ allowed }: { readonly allowed: boolean }): boolean {
  return allowed
}
