/**
 * A server process that charges one key at a steady pace until it is killed: `node charging-child.js PATH`.
 * Guarantees: prints the number of charges that were admitted, one line each, once each is answered.
 * Leaves to others: killing it (kill.slow.ts).
 */
import { openStore } from '../../src/stores/open.js'
import { put } from './samples.js'

/** At this pace ten charges are made in the 100 ms that may be forgotten. */
const PACE_MS = 10

const [path = ''] = process.argv.slice(2)
const store = await openStore(`sqlite:${path}`, { purpose: 'server' })
const [known] = await store.keys.list()
const key = known ?? (await put(store))
let admitted = (await store.counters.usage(key.id)).month

setInterval(() => {
  void Promise.resolve(store.counters.charge(key.id, { hour: 1e6, day: 1e6, month: 1e6 })).then(() => {
    admitted += 1
    process.stdout.write(`${admitted}\n`)
  })
}, PACE_MS)
