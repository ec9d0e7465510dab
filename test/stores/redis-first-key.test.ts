/**
 * The first key of a Redis database, which may be new or may have lost its keys.
 */
import t, { type Test } from 'tap'
import { openStore } from '../../src/stores/open.js'
import { needsRedis, startRedis } from './redis-server.js'
import { put, secretOf } from './samples.js'

const { skip } = needsRedis()

async function withStore<T>(
  url: string,
  newStore: boolean,
  work: (store: Awaited<ReturnType<typeof openStore>>) => Promise<T>,
): Promise<T> {
  const store = await openStore(url, { purpose: 'command', newStore })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

function refusesFirstKey(t: Test, url: string): Promise<unknown> {
  return t.rejects(
    withStore(url, false, (store) => put(store)),
    { name: 'StoreError', message: /--new-store/ },
  )
}

t.test('an emptied Redis gives no key id a second time unless it is said to be new', { skip }, async (t) => {
  const redis = await startRedis(t)
  await refusesFirstKey(t, redis.url)
  t.equal(redis.cli('DBSIZE'), '0', 'and nothing is written')
  t.equal((await withStore(redis.url, true, (store) => put(store))).id, 1)
  const second = { secrets: [secretOf('b')] }
  t.equal((await withStore(redis.url, false, (store) => put(store, second))).id, 2)

  redis.cli('FLUSHALL')
  await refusesFirstKey(t, redis.url)
  const server = await openStore(redis.url, { purpose: 'server' })
  await server.close()
  await refusesFirstKey(t, redis.url)
})

t.test(
  'an import into an emptied Redis needs no word of it, and later ids go on from its keys',
  { skip },
  async (t) => {
    const redis = await startRedis(t)
    const keys = await withStore(redis.url, true, async (store) => {
      await put(store)
      await put(store, { secrets: [secretOf('b')] })
      return await store.keys.list()
    })
    redis.cli('FLUSHALL')
    const event = { event: 'keys.imported', keyId: null, actor: 'test' }
    await withStore(redis.url, true, async (store) => store.keys.import({ keys, ledger: [] }, event))
    const third = { secrets: [secretOf('c')] }
    t.equal((await withStore(redis.url, false, (store) => put(store, third))).id, 3)
  },
)
