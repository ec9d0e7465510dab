/**
 * What happens to a key after it was made: rotation, changes, usage, and the audit of it all.
 */
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { digestOf } from '../../src/access/key.js'
import { openStore } from '../../src/stores/open.js'
import { handClock } from '../stores/samples.js'
import { jsonOf, keys, secretOfNew, withStore } from './run.js'

const placeFor = (t: Test): string => join(t.testdir(), 'robe.db')

interface Shown {
  readonly key: string
  readonly secrets: readonly { readonly accepted_until: string | null }[]
}

async function events(path: string): Promise<readonly string[]> {
  const lines = (await keys(path, 'audit')).out.trim().split('\n')
  return lines.map((line) => (JSON.parse(line) as { event: string }).event)
}

/** Which key answers to the secret, and until when. */
async function found(
  path: string,
  secret: string,
): Promise<{ id: number; until: number | null } | undefined> {
  const digest = digestOf(secret)
  const key = await withStore(path, async (store) => store.keys.findByDigest(digest))
  const kept = key?.secrets.find((each) => each.digest === digest)
  return key && kept && { id: key.id, until: kept.expiresAt }
}

t.test('rotate shows a new secret once and says when the old one ends', async (t) => {
  const path = placeFor(t)
  const first = await secretOfNew(path, '--test')
  const before = Date.now()
  const { out } = await keys(path, 'rotate', '1', '--overlap', '30m')
  const second = /robe_test_\w{36}/.exec(out)?.[0] ?? 'none'
  t.not(second, first)
  t.match(out, /^Key 1 "Ann" \(free\) has a new secret, shown this once:$/m)
  t.match(out, /^An old secret works until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\.$/m)
  t.same(await found(path, second), { id: 1, until: null })
  const { until } = (await found(path, first)) ?? {}
  t.ok(typeof until === 'number' && until >= before + 1_800_000 && until <= Date.now() + 1_800_000)
  t.match((await keys(path, 'show', '1')).out, /^old secret +works until .* UTC$/m)
})

t.test('the overlap is a day unless it is given', async (t) => {
  const path = placeFor(t)
  const first = await secretOfNew(path)
  const before = Date.now()
  t.equal((await keys(path, 'rotate', '1')).code, 0)
  const { until } = (await found(path, first)) ?? {}
  t.ok(typeof until === 'number' && until >= before + 86_400_000 && until <= Date.now() + 86_400_000)
})

t.test('an overlap of 0 ends every older secret at once', async (t) => {
  const path = placeFor(t)
  const first = await secretOfNew(path)
  const second = (jsonOf(await keys(path, 'rotate', '1', '--json')) as unknown as Shown).key
  const third = jsonOf(await keys(path, 'rotate', '1', '--overlap', '0', '--json')) as unknown as Shown
  t.same(third.secrets, [{ accepted_until: null }])
  t.equal(await found(path, first), undefined)
  t.equal(await found(path, second), undefined)
  t.same(await found(path, third.key), { id: 1, until: null })
  t.match((await keys(path, 'rotate', '1', '--overlap', '0')).out, /No other secret of this key is valid/)
})

t.test(
  'a second rotation gives no secret more time than it had, and none more than the overlap',
  async (t) => {
    const path = placeFor(t)
    const first = await secretOfNew(path)
    const second = String(jsonOf(await keys(path, 'rotate', '1', '--overlap', '1h', '--json'))['key'])
    const end = (await found(path, first))?.until
    const third = jsonOf(await keys(path, 'rotate', '1', '--overlap', '2h', '--json')) as unknown as Shown
    t.equal((await found(path, first))?.until, end, 'the end that was promised stays')
    t.equal(third.secrets.length, 3)
    await keys(path, 'rotate', '1', '--overlap', '10s')
    for (const secret of [first, second, third.key]) {
      t.ok(((await found(path, secret))?.until ?? Infinity) <= Date.now() + 10_000)
    }
  },
)

t.test('a script that rotates without end is stopped, and --overlap 0 is the way out', async (t) => {
  const path = placeFor(t)
  await secretOfNew(path)
  for (let turn = 0; turn < 4; turn++) t.equal((await keys(path, 'rotate', '1')).code, 0)
  t.match(await keys(path, 'rotate', '1'), {
    code: 1,
    out: '',
    err: 'error: key 1 has 5 valid secrets: wait until an old one expires, or use --overlap 0\n',
  })
  t.equal((await keys(path, 'rotate', '1', '--overlap', '0')).code, 0)
})

t.test('an ended secret is forgotten at the next rotation', async (t) => {
  const path = placeFor(t)
  await secretOfNew(path)
  await withStore(path, async (store) =>
    store.keys.change(1, ({ secrets }) => ({
      after: { secrets: [...secrets, { digest: 'b'.repeat(64), expiresAt: Date.now() - 1 }] },
      audit: { event: 'test', keyId: 1, actor: 'test' },
    })),
  )
  t.equal((jsonOf(await keys(path, 'show', '1', '--json')) as unknown as Shown).secrets.length, 1)
  await keys(path, 'rotate', '1')
  t.equal(await withStore(path, async (store) => store.keys.findByDigest('b'.repeat(64))), undefined)
})

t.test('a revoked key is not rotated, a suspended one is', async (t) => {
  const path = placeFor(t)
  await secretOfNew(path)
  await keys(path, 'suspend', '1')
  t.equal((await keys(path, 'rotate', '1')).code, 0)
  await keys(path, 'revoke', '1')
  t.match(await keys(path, 'rotate', '1'), { code: 1, err: /key 1 is revoked, which is for good/ })
})

t.test('a span that cannot be one is refused', async (t) => {
  const path = placeFor(t)
  for (const span of ['24', 'h', '1w', '-1h', '1.5h', '366d', '', '24 h']) {
    t.match(await keys(path, 'rotate', '1', `--overlap=${span}`), {
      code: 1,
      err: /Expected 0, or a span of up to 365 days such as 30m, 24h or 7d/,
    })
  }
})

t.test('set changes what it names, shows before and after, and leaves the rest', async (t) => {
  const path = placeFor(t)
  await secretOfNew(path, '--limit-day', '7')
  const { out } = await keys(
    path,
    ...['set', '1', '--plan', 'standard', '--limit-hour', '5', '--note', 'rings twice'],
    ...['--endpoints', 'coats.result', '--ips', '10.0.0.0/8,::1', '--expires', '2099-01-31'],
  )
  t.equal(
    out,
    [
      'Key 1 "Ann" changed:',
      '  note               none → rings twice',
      '  plan               free → standard',
      "  limit_hour         plan's → 5",
      '  expires_at         never → 2099-02-01T00:00:00.000Z',
      '  allowed_endpoints  all → coats.result',
      '  allowed_ips        any → 10.0.0.0/8,::1',
      '',
    ].join('\n'),
  )
  t.match(jsonOf(await keys(path, 'show', '1', '--json')), {
    name: 'Ann',
    note: 'rings twice',
    plan: 'standard',
    limits: { hour: 5, day: 7, month: 217 },
    own_limits: { hour: 5, day: 7 },
    expires_at: '2099-02-01 00:00:00',
    allowed_endpoints: ['coats.result', 'coats.api-info', 'coats.genes'],
    allowed_ips: ['10.0.0.0/8', '::1'],
  })
})

t.test('set takes everything back to where it began', async (t) => {
  const path = placeFor(t)
  await secretOfNew(path)
  const before = jsonOf(await keys(path, 'show', '1', '--json'))
  await keys(
    path,
    ...['set', '1', '--limit-hour', '5', '--limit-day', '6', '--limit-month', '7', '--note', 'n'],
    ...['--endpoints', 'coats.result', '--ips', '::1', '--expires', '2099-01-31T12:00:00+02:00'],
  )
  t.match(jsonOf(await keys(path, 'show', '1', '--json')), { expires_at: '2099-01-31 10:00:00' })
  await keys(
    path,
    ...['set', '1', '--limit-hour', 'plan', '--limit-day', 'plan', '--limit-month', 'plan', '--note', ''],
    ...['--endpoints', 'all', '--ips', 'any', '--expires', 'never'],
  )
  t.same(jsonOf(await keys(path, 'show', '1', '--json')), before)
})

t.test('set --json adds the changes to the key; setting what is so already changes nothing', async (t) => {
  const path = placeFor(t)
  await secretOfNew(path)
  const changed = jsonOf(await keys(path, 'set', '1', '--name', 'Bea', '--plan', 'free', '--json'))
  t.match(changed, { key_id: 1, name: 'Bea', changes: { name: { from: 'Ann', to: 'Bea' } } })
  t.same(Object.keys(changed['changes'] as object), ['name'])
  t.match(await keys(path, 'set', '1', '--name', 'Bea'), {
    code: 0,
    out: 'Key 1 "Bea" already has these settings.\n',
  })
  t.same(await events(path), ['key.created', 'key.changed'])
})

t.test('set refuses what it cannot use, and to do nothing', async (t) => {
  const path = placeFor(t)
  await secretOfNew(path)
  const cases: readonly (readonly [words: readonly string[], says: RegExp])[] = [
    [[], /nothing to set: name at least one setting/],
    [['--plan', 'gold'], /Allowed choices are free, standard, premium/],
    [['--limit-hour', 'none'], /Expected a whole number/],
    [['--endpoints', 'coats'], /There is no endpoint "coats"/],
    [['--ips', 'anywhere'], /"anywhere" is neither an IP address nor a CIDR range/],
    [['--expires', 'tomorrow'], /Expected the last day it works/],
    [['--status', 'active'], /unknown option '--status'/],
  ]
  for (const [words, says] of cases) t.match(await keys(path, 'set', '1', ...words), { code: 1, err: says })
  t.match(await keys(path, 'set', '9', '--name', 'x'), { code: 1, err: 'error: there is no key 9\n' })
  t.same(await events(path), ['key.created'])
})

t.test('an expired key is listed as expired', async (t) => {
  const path = placeFor(t)
  await secretOfNew(path)
  await withStore(path, async (store) =>
    store.keys.change(1, () => ({
      after: { expiresAt: Date.now() - 1 },
      audit: { event: 'test', keyId: 1, actor: 'test' },
    })),
  )
  t.match((await keys(path, 'list')).out, /^ 1 .* expired /m)
  t.match((await keys(path, 'show', '1')).out, /^status +expired$/m)
  t.match(jsonOf(await keys(path, 'show', '1', '--json')), { status: 'active', expires_at: /^\d{4}-/ })
})

t.test('the list fits 80 columns whatever the names are', async (t) => {
  const path = placeFor(t)
  await secretOfNew(path)
  await keys(path, 'create', '--name', 'Élevage de la Forêt '.repeat(5), '--plan', 'standard')
  await keys(path, 'create', '--name', '𝄞'.repeat(50), '--plan', 'standard')
  await keys(path, 'suspend', '2')
  const lines = (await keys(path, 'list')).out.trimEnd().split('\n')
  t.equal(lines.length, 4)
  t.same(
    lines.filter((line) => [...line].length > 80),
    [],
  )
  t.match(lines[2], /^ 2 {2}Élevage de la Forêt .*… {2}standard {2}suspended {6}0 {6}0 {2}never$/)
})

t.test('every command that changes leaves one line with who, when and what; others none', async (t) => {
  const path = placeFor(t)
  const first = await secretOfNew(path)
  const second = String(jsonOf(await keys(path, 'rotate', '1', '--json'))['key'])
  for (const words of [
    ['set', '1', '--plan', 'premium'],
    ['suspend', '1'],
    ['resume', '1'],
    ['list'],
    ['show', '1'],
    ['usage', '1'],
    ['audit', '1'],
    ['export'],
    ['set', '1', '--plan', 'premium'],
    ['revoke', '1'],
  ])
    t.equal((await keys(path, ...words)).code, 0, words.join(' '))
  t.same(await events(path), [
    'key.created',
    'key.rotated',
    'key.changed',
    'key.suspended',
    'key.resumed',
    'keys.exported',
    'key.revoked',
  ])
  const { out } = await keys(path, 'audit')
  for (const secret of [first, second]) {
    t.notMatch(out, secret)
    t.notMatch(out, digestOf(secret))
  }
  const lines = JSON.parse((await keys(path, 'audit', '--json')).out) as Record<string, unknown>[]
  for (const line of lines) t.match(line, { time: /^\d{4}-\d\d-\d\dT.*Z$/, actor: /^command:/ })
  t.match(lines[1], { key_id: 1, changes: { secrets: { from: [{}], to: [{}, { accepted_until: /Z$/ }] } } })
  t.match(lines[2], { changes: { plan: { from: 'free', to: 'premium' } } })
  t.equal(lines[2]?.['before'], lines[1]?.['after'])
})

t.test('the audit of one key holds what concerns it', async (t) => {
  const path = placeFor(t)
  await secretOfNew(path)
  await secretOfNew(path)
  await keys(path, 'export')
  const lines = JSON.parse((await keys(path, 'audit', '2', '--json')).out) as Record<string, unknown>[]
  t.same(
    lines.map((line) => [line['event'], line['key_id'], line['key_ids']]),
    [
      ['key.created', 2, undefined],
      ['keys.exported', null, [1, 2]],
    ],
  )
})

t.test('usage tells months and days as the ledger has them', async (t) => {
  const path = placeFor(t)
  await secretOfNew(path)
  t.match(await keys(path, 'usage', '1'), { code: 0, out: 'Key 1 "Ann" (free) has not been charged yet.\n' })
  const now = new Date()
  const thisMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
  const clock = handClock(thisMonth - 1)
  const server = await openStore(`sqlite:${path}`, { purpose: 'server', clock })
  const limits = { hour: 99, day: 99, month: 99 }
  await server.counters.charge(1, limits)
  clock.time = thisMonth
  for (let call = 0; call < 3; call++) await server.counters.charge(1, limits)
  await server.close()
  const month = (start: number): string => new Date(start).toISOString().slice(0, 7)
  t.strictSame(jsonOf(await keys(path, 'usage', '1', '--json')), {
    key_id: 1,
    name: 'Ann',
    plan: 'free',
    months: [
      { month: month(thisMonth - 1), requests: 1 },
      { month: month(thisMonth), requests: 3 },
    ],
    days_of: month(thisMonth),
    days: [{ day: `${month(thisMonth)}-01`, requests: 3 }],
  })
  const text = (await keys(path, 'usage', '1', '--month', month(thisMonth - 1))).out
  t.match(text, new RegExp(`^${month(thisMonth)} +3$`, 'm'))
  t.match(text, new RegExp(`^${month(thisMonth - 1)}-\\d\\d +1$`, 'm'))
})
