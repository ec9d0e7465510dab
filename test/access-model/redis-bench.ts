/**
 * Redis as a contender: one real server for all histories, emptied before each.
 * Leaves to others: embedded stores (benches.ts).
 */
import type { Test } from 'tap'
import { openStore } from '../../src/stores/open.js'
import { startRedis } from '../stores/redis-server.js'
import type { Contender } from './benches.js'

export async function redisContender(t: Test): Promise<Contender> {
  const redis = await startRedis(t)
  return {
    name: 'redis',
    // Its counts of hours go after a day, and its clock stands still for two hours at most.
    goesBack: false,
    async open(clock) {
      await redis.tell('FLUSHALL')
      let server = await openStore(redis.url, {
        purpose: 'server',
        clock,
        storeClock: clock,
        storePatience: 5_000,
      })
      const admin = await openStore(redis.url, { purpose: 'command', clock, storeClock: clock })
      return {
        server: () => server,
        admin,
        async restart() {
          await server.close()
          server = await openStore(redis.url, {
            purpose: 'server',
            clock,
            storeClock: clock,
            storePatience: 5_000,
          })
        },
        async close() {
          await admin.close()
          await server.close()
        },
      }
    },
  }
}
