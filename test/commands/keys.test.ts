/**
 * `robe keys …` as an operator types it.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import t from 'tap'
import { ENDPOINTS } from '../../src/operations/registry.js'
import { digestOf, hasKeyFormat } from '../../src/access/key.js'
import { withCommands } from '../../src/cli/program.js'
import { openStore } from '../../src/stores/open.js'
import { keys, robe, withStore } from './run.js'

t.test('create --json prints the key once, in fields that scripts rely on', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  const { code, out, err } = await keys(
    path,
    'create',
    '--name',
    'Haras du Pin',
    '--plan',
    'standard',
    '--json',
  )
  t.equal(code, 0)
  t.equal(err, '')
  const made = JSON.parse(out) as Record<string, unknown>
  t.same(Object.keys(made), [
    'key_id',
    'key',
    'name',
    'note',
    'label',
    'plan',
    'status',
    'created_at',
    'last_used_at',
    'expires_at',
    'limits',
    'own_limits',
    'allowed_endpoints',
    'allowed_ips',
    'secrets',
    'usage',
  ])
  t.match(made, {
    key_id: 1,
    key: /^robe_live_/,
    name: 'Haras du Pin',
    note: '',
    label: 'live',
    plan: 'standard',
    status: 'active',
    expires_at: null,
    own_limits: {},
    secrets: [{ accepted_until: null }],
    created_at: /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
    last_used_at: null,
    limits: { hour: 1_000, day: 10_000, month: 310_000 },
    allowed_endpoints: ENDPOINTS,
    allowed_ips: [],
    usage: { hour: 0, day: 0, month: 0 },
  })
  t.ok(hasKeyFormat(String(made['key'])))
  const found = await withStore(path, async (store) => store.keys.findByDigest(digestOf(String(made['key']))))
  t.equal(found?.id, 1, 'and the key works')
})

t.test('create takes every option', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  const options =
    '--plan premium --test --note paid --expires 2099-01-31 --limit-hour 5 --limit-day 6 --limit-month 7 --endpoints coats.result,coats.result --ips 10.0.0.0/8,::1'
  const { out } = await keys(path, 'create', '--name', ' spaced ', ...options.split(' '), '--json')
  t.match(JSON.parse(out), {
    key: /^robe_test_/,
    label: 'test',
    name: 'spaced',
    note: 'paid',
    expires_at: '2099-02-01 00:00:00',
    own_limits: { hour: 5, day: 6, month: 7 },
    limits: { hour: 5, day: 6, month: 7 },
    allowed_endpoints: ['coats.result', 'coats.api-info', 'coats.genes'],
    allowed_ips: ['10.0.0.0/8', '::1'],
  })
})

t.test('a secret and its digest are shown by no command but the one that made it', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  const { out } = await keys(path, 'create', '--name', 'n', '--plan', 'free')
  const secret = /robe_live_\w{36}/.exec(out)?.[0] ?? 'no secret'
  t.ok(hasKeyFormat(secret))
  for (const words of [
    ['list'],
    ['list', '--json'],
    ['show', '1'],
    ['show', '1', '--json'],
    ['set', '1', '--note', 'x'],
    ['usage', '1'],
    ['audit'],
    ['suspend', '1', '--json'],
    ['revoke', '1', '--json'],
  ]) {
    const ran = await keys(path, ...words)
    t.equal(ran.code, 0)
    t.notMatch(ran.out + ran.err, secret)
    t.notMatch(ran.out + ran.err, digestOf(secret))
  }
})

t.test('list and show tell the same in a table and in JSON', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  t.equal((await keys(path, 'create', '--name', 'Ann', '--plan', 'free')).code, 0)
  t.equal(
    (await keys(path, 'create', '--name', 'A longer name', '--plan', 'premium', '--limit-hour', '5')).code,
    0,
  )
  t.equal(
    (await keys(path, 'list')).out,
    [
      'ID  NAME           PLAN     STATUS  TODAY  MONTH  LAST USED',
      ' 1  Ann            free     active      0      0  never',
      ' 2  A longer name  premium  active      0      0  never',
      '',
    ].join('\n'),
  )
  const listed = JSON.parse((await keys(path, 'list', '--json')).out) as unknown[]
  t.equal(listed.length, 2)
  t.same(JSON.parse((await keys(path, 'show', '2', '--json')).out), listed[1])
  t.notOk('key' in (listed[0] as object))
  t.match((await keys(path, 'show', '2')).out, /^name +A longer name$/m)
})

t.test('usage and latest use are shown', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  await keys(path, 'create', '--name', 'Ann', '--plan', 'free')
  const server = await openStore(`sqlite:${path}`, { purpose: 'server' })
  await server.counters.charge(1, { hour: 9, day: 9, month: 9 })
  await server.close()
  const shown = JSON.parse((await keys(path, 'show', '1', '--json')).out) as { usage: { month: number } }
  t.match(shown, { last_used_at: /^\d{4}-/ })
  t.equal(shown.usage.month, 1)
})

t.test('suspend, resume and revoke change the status, and revoked is for good', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  await keys(path, 'create', '--name', 'Ann', '--plan', 'free')
  t.match(await keys(path, 'suspend', '1'), { code: 0, out: 'Key 1 "Ann" is suspended.\n' })
  t.match(await keys(path, 'suspend', '1'), { code: 0, out: 'Key 1 "Ann" is already suspended.\n' })
  t.match(JSON.parse((await keys(path, 'resume', '1', '--json')).out), { key_id: 1, status: 'active' })
  t.match(await keys(path, 'revoke', '1'), { code: 0, out: 'Key 1 "Ann" is revoked.\n' })
  for (const verb of ['resume', 'suspend']) {
    t.match(await keys(path, verb, '1'), {
      code: 1,
      out: '',
      err: 'error: key 1 is revoked, which is for good: create a new key\n',
    })
  }
})

t.test('each change leaves exactly one audit line, with who did it', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  await keys(path, 'create', '--name', 'Ann', '--plan', 'free')
  for (const verb of ['suspend', 'suspend', 'resume', 'list', 'revoke', 'resume'])
    await keys(path, ...(verb === 'list' ? [verb] : [verb, '1']))
  const lines = await withStore(path, async (store) => store.audit.lines())
  const events = lines.map((line) => JSON.parse(line) as Record<string, string>)
  t.same(
    events.map((event) => event['event']),
    ['key.created', 'key.suspended', 'key.resumed', 'key.revoked'],
  )
  for (const event of events) t.match(event, { actor: /^command:/, key_id: 1, after: /^[0-9a-f]{64}$/ })
  t.equal(events[1]?.['before'], events[0]?.['after'])
  t.equal(events[2]?.['after'], events[0]?.['after'], 'resuming restores what was')
})

t.test('an unknown key is one line and exit code 1', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  await keys(path, 'create', '--name', 'Ann', '--plan', 'free')
  for (const verb of ['show', 'suspend', 'resume', 'revoke', 'rotate', 'usage']) {
    t.match(await keys(path, verb, '9', '--json'), { code: 1, out: '', err: 'error: there is no key 9\n' })
  }
})

const WRONG: readonly (readonly [words: string[], says: RegExp])[] = [
  [['--plan', 'free'], /required option '--name <name>' not specified/],
  [['--name', 'n'], /required option '--plan <plan>' not specified/],
  [
    ['--name', ' ', '--plan', 'free'],
    /'--name <name>' argument ' ' is invalid. Expected 1 to 100 characters on one line/,
  ],
  [['--name', 'a\u001b[31m', '--plan', 'free'], /Expected 1 to 100 characters on one line/],
  [['--name', 'n'.repeat(101), '--plan', 'free'], /Expected 1 to 100 characters/],
  [
    ['--name', 'n', '--plan', 'gold'],
    /'--plan <plan>' argument 'gold' is invalid. Allowed choices are free, standard, premium/,
  ],
  [
    ['--name', 'n', '--plan', 'free', '--limit-hour', '0'],
    /'--limit-hour <n>' argument '0' is invalid. Expected a whole number from 1 to 1000000000/,
  ],
  [['--name', 'n', '--plan', 'free', '--limit-day', '1.5'], /'--limit-day <n>' argument '1.5' is invalid/],
  [
    ['--name', 'n', '--plan', 'free', '--limit-month', '1e3'],
    /'--limit-month <n>' argument '1e3' is invalid/,
  ],
  [['--name', 'n', '--plan', 'free', '--limit-hour', '1000000001'], /Expected a whole number/],
  [
    ['--name', 'n', '--plan', 'free', '--endpoints', 'coats.foo'],
    /There is no endpoint "coats.foo". Expected a comma-separated list of coats.result/,
  ],
  [['--name', 'n', '--plan', 'free', '--endpoints', ','], /'--endpoints <list>' argument ',' is invalid/],
  [['--name', 'n', '--plan', 'free', '--ips', '1.2.3'], /"1.2.3" is neither an IP address nor a CIDR range/],
  [['--name', 'n', '--plan', 'free', '--ips', '0.0.0.0/0'], /covers every address/],
  [['--name', 'n', '--plan', 'free', '--ips', ''], /Expected a comma-separated list of addresses/],
  [
    ['--name', 'n', '--plan', 'free', '--expires', '2020-01-31'],
    /'--expires <when>' argument '2020-01-31' is invalid. This is in the past/,
  ],
  [['--name', 'n', '--plan', 'free', '--expires', '2099-02-30'], /Expected the last day it works, such as/],
  [['--name', 'n', '--plan', 'free', '--expires', '2099-02-28T12:00'], /a moment such as .*Z, or never/],
  [['--name', 'n', '--plan', 'free', '--expires', '9999-12-31'], /a moment such as .*Z, or never/],
  [['--name', 'n', '--plan', 'free', '--expires', '31.1.2099'], /Expected the last day it works, such as/],
  [['--name', 'n', '--plan', 'free', '--note', 'n'.repeat(501)], /Expected up to 500 characters on one line/],
  [['--name', 'n', '--plan', 'free', '--note', 'a\nb'], /Expected up to 500 characters on one line/],
  [['--name', 'n', '--plan', 'free', '--colour', 'bay'], /unknown option '--colour'/],
]

for (const [words, says] of WRONG) {
  t.test(`a wrong option is named and nothing is made: ${JSON.stringify(words).slice(0, 80)}`, async (t) => {
    const dir = t.testdir()
    const { code, out, err } = await keys(join(dir, 'robe.db'), 'create', ...words)
    t.equal(code, 1)
    t.equal(out, '')
    t.match(err, says)
    t.same(readdirSync(dir), [], 'not even a store')
  })
}

t.test('what is no number of a key is refused', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  for (const id of ['0', '-1', 'x', '1.5', ''])
    t.match(await keys(path, 'show', '--', id), { code: 1, err: /Expected the number of a key/ })
})

t.test('a secret that is typed where a number belongs is not repeated', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  for (const words of [['show'], ['revoke'], ['rotate', '--overlap'], ['import']]) {
    const { code, err } = await keys(path, ...words, 'robe_live_vQyLAB1S3t2xG7I3htKyq7fy9tlcQD3gl8Gg')
    t.equal(code, 1)
    t.match(err, 'robe_live_…')
    t.notMatch(err, 'vQyLAB1S')
  }
})

t.test('nor is one that is typed in place of a command or for an option of any other', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  for (const words of [[], ['usage', 'report', '--month']]) {
    const { code, err } = await robe(path, ...words, 'robe_live_vQyLAB1S3t2xG7I3htKyq7fy9tlcQD3gl8Gg')
    t.equal(code, 1)
    t.match(err, 'robe_live_…', words.join(' '))
    t.notMatch(err, 'vQyLAB1S', words.join(' '))
  }
})

t.test('reading commands on a store that does not exist say so and do not make it', async (t) => {
  const dir = t.testdir()
  for (const words of [['list'], ['show', '1'], ['suspend', '1'], ['export'], ['audit'], ['rotate', '1']]) {
    t.match(await keys(join(dir, 'robe.db'), ...words), {
      code: 1,
      out: '',
      err: /^error: There is no store ".*" yet/,
    })
  }
  t.same(readdirSync(dir), [])
})

t.test('a list without keys says so', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  await withStore(path, async () => {})
  t.match(await keys(path, 'list'), { code: 0, out: 'There are no keys yet.\n' })
  t.match(await keys(path, 'list', '--json'), { code: 0, out: '[]\n' })
})

t.test('STORE of the environment is read when nothing else is given', async (t) => {
  const before = process.env['STORE']
  t.teardown(() => {
    if (before === undefined) delete process.env['STORE']
    else process.env['STORE'] = before
  })
  process.env['STORE'] = 'redis://u:hunter2@127.0.0.1:1'
  let err = ''
  const program = new Command('robe')
    .exitOverride()
    .configureOutput({ writeErr: (text) => void (err += text) })
  withCommands(program)
  await t.rejects(program.parseAsync(['keys', 'list'], { from: 'user' }), { code: 'commander.error' })
  t.match(err, /^error: The store redis:..127.0.0.1:1 cannot be used: /)
  t.notMatch(err, 'hunter2')
})

t.test('blanks around STORE are no part of it, as for the server', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  await withStore(path, async () => {})
  for (const after of [' ', '\r', '\t'])
    t.match(await keys(`${path}${after}`, 'list', '--json'), { code: 0, out: '[]\n' }, JSON.stringify(after))
})
