/**
 * The sentinel finds what is planted, so that its silence over the whole test run means something.
 */
import t, { type Test } from 'tap'
import { digestOf, generateKey } from '../../src/access/key.js'
import { runRobe } from './robe.js'
import { leaksOf, remember, secretsIn } from './secrets.js'

t.test('a secret is found whole, in part, and as its digest', async (t) => {
  const secret = generateKey('live')
  t.same(secretsIn(`{"msg":"a key: ${secret}"}`), [secret], 'by its shape, though nobody knows it')
  t.same(secretsIn(`…${secret.slice(20, 36)}…`), [])
  remember(secret)
  t.same(secretsIn(`…${secret.slice(20, 36)}…`), [secret.slice(20, 36)])
  t.same(secretsIn(`sha256=${digestOf(secret)}`), [digestOf(secret)])
  t.same(secretsIn(`${secret.slice(0, 15)} ${secret.slice(-15)}`), [], 'fifteen characters give nothing away')
})

t.test('a secret may be shown where it is made, once and nowhere else', async (t) => {
  const firstStart = (secret: string): string =>
    `{"msg":"Robe listens on x"}\n${JSON.stringify({ curl: `curl -H 'X-API-Key: ${secret}'`, msg: 'This first start made a development key' })}\n`
  t.same(leaksOf(['serve'], firstStart(generateKey('test')), ''), [])
  const secret = generateKey('test')
  t.same(leaksOf(['serve'], `${firstStart(secret)}{"msg":"${secret}"}\n`, ''), [secret, secret])
  const made = generateKey('live')
  t.same(leaksOf(['keys', 'create', '--json'], `{"key":"${made}"}`, ''), [])
  t.same(leaksOf(['keys', 'rotate', '1'], `not ${made} but ${generateKey('live')}`, ''), [made])
  t.not(leaksOf(['keys', 'create'], generateKey('live'), `warning: ${made}`).length, 0, 'standard error')
  t.not(leaksOf(['keys', 'list'], made, '').length, 0)
  t.same(leaksOf(['keys', 'export'], digestOf(made), ''), [], 'digests are what an export is for')
  t.not(leaksOf(['keys', 'audit'], digestOf(made), '').length, 0)
})

t.test('a process that shows a secret fails its test', async (t) => {
  let end: () => unknown = () => {}
  const overheard = { teardown: (work: () => unknown) => void (end = work) } as unknown as Test
  // A setting is told back when it cannot be used.
  const { err } = await runRobe(overheard, ['serve'], { LOG_LEVEL: generateKey('live') })
  t.match(err, /LOG_LEVEL="robe_live_/)
  await t.rejects(Promise.resolve(end()), { message: /^shows a secret: / })
})
