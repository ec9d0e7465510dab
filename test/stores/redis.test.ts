/**
 * The Redis store passes the ports' suite, on a real Redis.
 */
import t from 'tap'
import { openStore } from '../../src/stores/open.js'
import { portSuite } from './port-suite.js'
import { needsRedis, startRedis } from './redis-server.js'

const { skip } = needsRedis()
if (skip === false) {
  const redis = await startRedis(t)
  portSuite('redis', (clock) => {
    redis.cli('FLUSHALL')
    return openStore(redis.url, { purpose: 'server', clock, storeClock: clock, storePatience: 5_000 })
  })
} else t.test('the Redis store passes the suite of the ports', { skip }, async () => {})
