/**
 * A server process that charges one key many times at once: `node redis-charging-child.js URL TIMES LIMIT`.
 * Guarantees: opens its store, prints `ready`, waits for a line, charges, prints what came of it as JSON.
 * Leaves to others: starting several at a time (redis-exact.test.ts).
 */
import { once } from 'node:events'
import { openStore } from '../../src/stores/open.js'

const [url = '', times = '', limit = ''] = process.argv.slice(2)
const store = await openStore(url, {
  purpose: 'server',
  onTrouble: (line) => process.stderr.write(`${line}\n`),
})
const limits = { hour: Number(limit), day: 1_000_000, month: 1_000_000 }
// A process that has just begun is busy with itself: its first calls are made on a key of its own.
for (let round = 0; round < 5; round++)
  await Promise.all(
    Array.from({ length: 100 }, async () => store.counters.charge(1_000 + process.pid, limits)),
  )
process.stdout.write('ready\n')
await once(process.stdin, 'data')
const charges = await Promise.all(
  Array.from({ length: Number(times) }, async () => store.counters.charge(1, limits)),
)
const admitted = charges.filter((charge) => charge.allowed).length
const local = charges.filter((charge) => charge.local).length
process.stdout.write(`${JSON.stringify({ admitted, local })}\n`)
await store.close()
process.stdin.destroy()
