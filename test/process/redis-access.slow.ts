/**
 * Redis behind TLS, a user of its own and a password: reached by the address in STORE alone, which nobody repeats.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import t from 'tap'
import { freePort } from './ports.js'
import { needsRedis, startRedis } from '../stores/redis-server.js'
import { burst } from './burst.js'
import { runRobe, startRobe } from './robe.js'

const PASSWORD = 'p@ss/w:rd'
const { skip } = needsRedis()

t.test('a user that may touch robe: keys only, over TLS, in another database', { skip }, async (t) => {
  const folder = t.testdir()
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      '-keyout',
      key,
      '-out',
      certificate,
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
    ],
    { stdio: 'ignore' },
  )
  const tlsPort = String(await freePort(t))
  const redis = await startRedis(t, [
    ...[
      '--tls-port',
      tlsPort,
      '--tls-cert-file',
      certificate,
      '--tls-key-file',
      key,
      '--tls-auth-clients',
      'no',
    ],
    ...['--user', 'robe', 'on', `>${PASSWORD}`, '~robe:*', '+@all', '-@dangerous'],
  ])
  const store = (password: string): string =>
    `rediss://robe:${encodeURIComponent(password)}@localhost:${tlsPort}/3`
  const settings = { STORE: store(PASSWORD), NODE_EXTRA_CA_CERTS: certificate }

  const create = ['keys', 'create', '--name', 'TLS', '--plan', 'free', '--json']
  const refused = await runRobe(t, create, settings)
  t.match(refused, {
    code: 1,
    out: '',
    err: /^error: No key was ever made in [^\n]*add --new-store\. [^\n]*\n/,
  })
  const made = await runRobe(t, [...create, '--new-store'], settings)
  t.equal(made.code, 0, made.err)
  const { key: secret } = JSON.parse(made.out) as { key: string }
  const robe = await startRobe(t, { ...settings, LOG_LEVEL: 'info' })
  t.same(await burst(robe.url, secret, 3), [200, 200, 200])
  const written = redis.cli('-n', '3', 'KEYS', '*').split('\n')
  t.match(written.filter((name) => !name.startsWith('robe:trial')).sort(), [
    ...['audit', 'changed', 'hours:1', 'identity', 'keys', 'last-id'].map((name) => `robe:${name}`),
    ...['secrets', 'usage:1', 'version'].map((name) => `robe:${name}`),
  ])
  t.equal(redis.cli('-n', '0', 'DBSIZE'), '0')
  const stopped = await robe.stop()
  t.notMatch(stopped.out + stopped.err, /p@ss|p%40ss|w:rd/)

  for (const [what, wrong] of [
    ['another password', { ...settings, STORE: store('hunter2') }],
    ['a certificate that nobody vouches for', { STORE: store(PASSWORD) }],
    [
      'a port where nothing is',
      { ...settings, STORE: `redis://robe:hunter2@127.0.0.1:${await freePort(t)}` },
    ],
  ] as const) {
    const { code, out, err } = await runRobe(t, ['keys', 'list'], wrong)
    t.same([code, out], [1, ''], what)
    t.match(
      err,
      /^error: The store rediss?:\/\/(localhost|127\.0\.0\.1):\d+(\/3)? cannot be used: [^\n]+\.\n/,
    )
    t.notMatch(err, /hunter2|p@ss|p%40ss/)
  }
})

t.test('a database of another program, or of a later release, is left alone', { skip }, async (t) => {
  const redis = await startRedis(t)
  for (const [identity, expected] of [
    ['hello', /of another program/],
    ['2:00000000-0000-4000-8000-000000000000', /newer release/],
  ] as const) {
    redis.cli('SET', 'robe:identity', identity)
    for (const words of [['serve'], ['keys', 'list']]) {
      const { code, err } = await runRobe(t, words, { STORE: redis.url })
      t.equal(code, 1)
      t.match(err, expected)
      t.match(err, /^error: [^\n]*\n/)
    }
    t.equal(redis.cli('DBSIZE'), '1')
  }
})

t.test('a command that makes nothing does not make a store', { skip }, async (t) => {
  const redis = await startRedis(t)
  const { code, err } = await runRobe(t, ['keys', 'list'], { STORE: redis.url })
  t.equal(code, 1)
  t.match(
    err,
    /^error: There is no store in redis:\/\/127\.0\.0\.1:\d+ yet: .*"keys create --new-store" makes it\.\n/,
  )
  t.equal(redis.cli('DBSIZE'), '0')
})
