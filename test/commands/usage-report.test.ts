/**
 * What is billed from: equal to the ledger, whatever happened to the keys.
 */
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { openStore } from '../../src/stores/open.js'
import { chargesOf, handClock, put } from '../stores/samples.js'
import { jsonOf, robe } from './run.js'

const LIMITS = { hour: 1_000, day: 1_000, month: 1_000 }
const OCTOBER = Date.UTC(2025, 9, 1)
const DAY = 86_400_000

/** Calls of October 2025 and a few around it, of three keys. */
async function storeWithCalls(t: Test): Promise<string> {
  const path = join(t.testdir(), 'robe.db')
  const clock = handClock(OCTOBER - 1)
  const server = await openStore(`sqlite:${path}`, { purpose: 'server', clock })
  const made = async (name: string, letter: string): Promise<number> => {
    const secrets = [{ digest: letter.repeat(64), expiresAt: null }]
    return (await put(server, { name, createdAt: clock.time, secrets })).id
  }
  const charge = async (id: number, times: number): Promise<void> => {
    for (let call = 0; call < times; call++) await server.counters.charge(id, LIMITS)
  }
  const ann = await made('Ann "the Bay", Ltd', 'a')
  const idle = await made('idle', 'b')
  await charge(ann, 4)
  clock.time = OCTOBER
  await charge(ann, 3)
  clock.time = OCTOBER + 30 * DAY + DAY - 1
  await charge(ann, 2)
  const late = await made('late', 'c')
  await charge(late, 1)
  await server.keys.change(late, () => ({
    after: { status: 'revoked' },
    audit: { event: 'test', keyId: late, actor: 'test' },
  }))
  clock.time += 1
  await charge(ann, 9)
  await charge(idle, 1)
  await server.close()
  return path
}

const report = (path: string, ...words: string[]) => robe(path, 'usage', 'report', ...words)

t.test('the report has one row a key, with the requests of that month and no other', async (t) => {
  const path = await storeWithCalls(t)
  t.equal(
    (await report(path, '--month', '2025-10', '--csv')).out,
    [
      'key_id,name,plan,requests,first_day,last_day',
      '1,"Ann ""the Bay"", Ltd",free,5,2025-10-01,2025-10-31',
      '2,idle,free,0,,',
      '3,late,free,1,2025-10-31,2025-10-31',
      '',
    ].join('\n'),
  )
  t.strictSame(jsonOf(await report(path, '--month', '2025-10', '--json')), {
    month: '2025-10',
    complete: true,
    total_requests: 6,
    keys: [
      {
        key_id: 1,
        name: 'Ann "the Bay", Ltd',
        plan: 'free',
        requests: 5,
        first_day: '2025-10-01',
        last_day: '2025-10-31',
      },
      { key_id: 2, name: 'idle', plan: 'free', requests: 0, first_day: null, last_day: null },
      { key_id: 3, name: 'late', plan: 'free', requests: 1, first_day: '2025-10-31', last_day: '2025-10-31' },
    ],
  })
  const text = await report(path, '--month', '2025-10')
  t.match(text, {
    code: 0,
    err: '',
    out: /^ 1 {2}Ann "the Bay", Ltd {2}free +5 {2}2025-10-01 {2}2025-10-31$/m,
  })
  t.match(text.out, /^ {4}total +6$/m)
})

t.test('the report equals the ledger, key by key', async (t) => {
  const path = await storeWithCalls(t)
  const store = await openStore(`sqlite:${path}`, { purpose: 'command' })
  t.teardown(() => store.close())
  for (const [month, start] of [
    ['2025-09', Date.UTC(2025, 8, 1)],
    ['2025-10', OCTOBER],
    ['2025-11', Date.UTC(2025, 10, 1)],
  ] as const) {
    const { keys } = jsonOf(await report(path, '--month', month, '--json')) as {
      keys: readonly { key_id: number; requests: number }[]
    }
    const told = keys.filter(({ requests }) => requests > 0).map((row) => [row.key_id, row.requests])
    t.same(told, [...(await chargesOf(store, 'month', start))].sort())
  }
})

t.test('charges of a key that the store does not know are shown all the same', async (t) => {
  const path = await storeWithCalls(t)
  const server = await openStore(`sqlite:${path}`, {
    purpose: 'server',
    clock: handClock(OCTOBER + 31 * DAY),
  })
  await server.counters.charge(77, LIMITS)
  await server.close()
  t.match((await report(path, '--month', '2025-11', '--csv')).out, /^77,,,1,2025-11-01,2025-11-01$/m)
  t.match((await report(path, '--month', '2025-11')).out, /^77 +\? +\? +1 /m)
})

t.test('no name of a key is run as a formula by a spreadsheet that opens the CSV', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  const clock = handClock(OCTOBER)
  const server = await openStore(`sqlite:${path}`, { purpose: 'server', clock })
  const names = ['=HYPERLINK("http://x.example","y")', '+1', '-1', '@SUM(1)', '\t=1', '\r=1', 'a=b', '1-2']
  for (const [i, name] of names.entries()) {
    const secrets = [{ digest: String(i).repeat(64), expiresAt: null }]
    await put(server, { name, createdAt: clock.time, secrets })
  }
  await server.close()
  const { out } = await report(path, '--month', '2025-10', '--csv')
  const cells = out
    .split('\n')
    .slice(1, -1)
    .map((line) => line.slice(2, line.lastIndexOf(',free,')))
  t.strictSame(cells, [
    `"'=HYPERLINK(""http://x.example"",""y"")"`,
    "'+1",
    "'-1",
    "'@SUM(1)",
    "'\t=1",
    `"'\r=1"`,
    'a=b',
    '1-2',
  ])
  t.ok(out.includes(',free,0,,'), 'a number stays a number')
})

t.test('a month without charges says so, the running month that it is not over', async (t) => {
  const path = await storeWithCalls(t)
  t.match(await report(path, '--month', '2024-02', '--csv'), {
    code: 0,
    out: 'key_id,name,plan,requests,first_day,last_day\n',
    err: 'no key was charged in 2024-02\n',
  })
  t.match(jsonOf(await report(path, '--month', '2024-02', '--json')), { total_requests: 0, keys: [] })
  const month = new Date().toISOString().slice(0, 7)
  const running = await report(path, '--month', month, '--json')
  t.match(running.err, `${month} is not over yet (UTC): these figures will grow\n`)
  t.match(JSON.parse(running.out), { complete: false })
})

t.test('what is no month is refused before a store is looked for', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  for (const month of ['2025-13', '2025-00', '2025-1', '25-01', '2025', 'october', '2025-10-01', ''])
    t.match(
      await report(path, `--month=${month}`),
      { code: 1, err: /Expected a month such as 2026-11/ },
      month,
    )
  t.match(await report(path, '--month', '2999-01'), { code: 1, err: /That month has not begun \(UTC\)/ })
  t.match(await report(path), { code: 1, err: /required option '--month <month>' not specified/ })
  t.match(await report(path, '--month', '2025-10', '--csv', '--json'), {
    code: 1,
    err: /cannot be used with/,
  })
  t.match(await report(path, '--month', '2025-10'), { code: 1, err: /There is no store/ })
})
