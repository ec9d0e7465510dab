/**
 * What `STORE` may say.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from 'redis'
import t from 'tap'
import { openStore } from '../../src/stores/open.js'
import { readAddress } from '../../src/stores/redis/address.js'

t.test('an address of Redis that cannot be used is refused without repeating the password', async (t) => {
  for (const url of [
    'redis:',
    'redis://',
    'redis://user:hunter2@host:port',
    'redis://user:hunter2@host/zero',
    'redis://user:hunter2@host/0?x=1',
    'rediss://:hunter2%@host',
    'REDIS://user:hunter2@host/0#x',
  ]) {
    for (const purpose of ['server', 'command'] as const) {
      const error: unknown = await openStore(url, { purpose }).catch((refusal: unknown) => refusal)
      t.match(error, { name: 'StoreError', message: /^STORE/ }, url)
      t.notMatch(String(error), /hunter2|\n/)
    }
  }
})

t.test('an address of Redis is read whole: TLS, user, password, IPv6, port, database', (t) => {
  const read = (url: string) => createClient({ url: readAddress(url).url }).options
  t.match(read('rediss://us%40er:p%3Aw@[::1]:7000/3'), {
    socket: { host: '::1', port: 7000, tls: true },
    username: 'us@er',
    password: 'p:w',
    database: 3,
  })
  t.equal(readAddress('rediss://us%40er:p%3Aw@[::1]:7000/3').shown, 'rediss://[::1]:7000/3')
  t.match(read('redis://:only@cache.example'), {
    socket: { host: 'cache.example', tls: false },
    username: undefined,
    password: 'only',
  })
  t.equal(readAddress('redis://:only@cache.example').shown, 'redis://cache.example:6379')
  t.end()
})

t.test('anything else is refused with what is expected, without repeating it', async (t) => {
  for (const url of [
    '',
    'data/robe.db',
    'postgres://u:hunter2@h/db',
    'memory',
    'memory:x',
    'sqlite',
    'SQLITE:x',
  ]) {
    const error: unknown = await openStore(url, { purpose: 'server' }).catch((refusal: unknown) => refusal)
    t.match(error, { name: 'StoreError', message: /^STORE must be sqlite: and the path of a file/ }, url)
    t.notMatch(String(error), 'hunter2')
  }
})

t.test('sqlite: without a path is refused', async (t) => {
  for (const url of ['sqlite:', 'sqlite://host/x']) {
    await t.rejects(openStore(url, { purpose: 'server' }), { message: /needs the path of a file/ }, url)
  }
})

t.test('a command on memory: is refused, for nothing would remain', async (t) => {
  await t.rejects(openStore('memory:', { purpose: 'command' }), {
    name: 'StoreError',
    message: /loses its keys/,
  })
})

t.test('a command that makes nothing does not make a store', async (t) => {
  const dir = t.testdir()
  const path = join(dir, 'data', 'robe.db')
  await t.rejects(openStore(`sqlite:${path}`, { purpose: 'command', create: false }), {
    name: 'StoreError',
    message: new RegExp(`There is no store "${path}" yet`),
  })
  t.same(readdirSync(dir), [])
  t.notOk(existsSync(path))
})
