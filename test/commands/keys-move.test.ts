/**
 * Moving keys from one store to another, by a file.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { ENDPOINTS } from '../../src/operations/registry.js'
import { digestOf } from '../../src/access/key.js'
import { LARGEST_LIMIT, PLAN_NAMES } from '../../src/access/plan.js'
import { WINDOWS } from '../../src/access/window.js'
import SCHEMA from '../../src/cli/keys/key-file.schema.json' with { type: 'json' }
import { openStore } from '../../src/stores/open.js'
import { jsonOf, keys, robe, secretOfNew, withStore, type Ran } from './run.js'

interface Places {
  readonly from: string
  readonly to: string
  readonly file: string
}

function places(t: Test): Places {
  const folder = t.testdir()
  return { from: join(folder, 'from.db'), to: join(folder, 'to.db'), file: join(folder, 'keys.jsonl') }
}

/** A store with everything that a key can have, and calls on two days of two months. */
async function stocked(path: string): Promise<string> {
  const secret = await secretOfNew(path, '--note', 'a "note", with signs', '--limit-day', '50', '--test')
  await keys(path, 'rotate', '1')
  await secretOfNew(path, '--expires', '2099-01-31', '--ips', '10.0.0.0/8,::1', '--endpoints', 'coats.result')
  await secretOfNew(path)
  await keys(path, 'revoke', '3')
  const now = Date.now()
  const clock = { time: now - 40 * 86_400_000, now: () => clock.time }
  const server = await openStore(`sqlite:${path}`, { purpose: 'server', clock })
  const limits = { hour: 99, day: 99, month: 99 }
  // No key is older than these calls but by its record: as if made then.
  await server.keys.change(1, () => ({
    after: { createdAt: clock.time },
    audit: { event: 'test', keyId: 1, actor: 'test' },
  }))
  await server.counters.charge(1, limits)
  clock.time = now
  for (let call = 0; call < 3; call++) await server.counters.charge(1, limits)
  await server.counters.charge(2, limits)
  await server.close()
  return secret
}

const withoutMoment = (text: string): string => text.replace(/"exported_at":\s*"[^"]*"/, '')

for (const format of ['JSON Lines', 'JSON']) {
  t.test(`what is exported as ${format} and imported elsewhere is the same there`, async (t) => {
    const { from, to, file } = places(t)
    const secret = await stocked(from)
    const json = format === 'JSON' ? ['--json'] : []
    const exported = await keys(from, 'export', ...json)
    writeFileSync(file, exported.out)
    t.match(await keys(to, 'import', file), { code: 0, out: 'Imported 3 keys.\n' })
    t.equal(withoutMoment((await keys(to, 'export', ...json)).out), withoutMoment(exported.out))
    const hourless = (ran: Ran): unknown =>
      (JSON.parse(ran.out) as { usage: { hour: number } }[]).map((key) => ({
        ...key,
        usage: { ...key.usage, hour: 0 },
      }))
    t.same(hourless(await keys(to, 'list', '--json')), hourless(await keys(from, 'list', '--json')))
    t.equal((await keys(to, 'usage', '1')).out, (await keys(from, 'usage', '1')).out)
    t.equal((await withStore(to, async (store) => store.keys.findByDigest(digestOf(secret))))?.id, 1)
    const [line] = (await keys(to, 'audit')).out.split('\n')
    t.match(JSON.parse(line ?? ''), { event: 'keys.imported', key_id: null, key_ids: [1, 2, 3] })
    t.match(jsonOf(await keys(to, 'create', '--name', 'n', '--plan', 'free', '--json')), { key_id: 4 })
  })
}

t.test('the file holds digests and usage and no secret, and says of what kind it is', async (t) => {
  const { from } = places(t)
  const secret = await stocked(from)
  const { out, err } = await keys(from, 'export')
  const [head, first] = out.split('\n').map((line) => (line === '' ? {} : (JSON.parse(line) as unknown)))
  t.match(head, { format: 'robe-keys', version: 1, exported_at: /Z$/, keys: 3 })
  t.match(first, {
    key_id: 1,
    note: 'a "note", with signs',
    label: 'test',
    own_limits: { day: 50 },
    secrets: [{ accepted_until: null }, { digest: digestOf(secret), accepted_until: /Z$/ }],
  })
  const { usage } = first as { usage: { months: Record<string, number>; days: Record<string, number> } }
  t.equal(
    Object.values(usage.months).reduce((sum, count) => sum + count),
    4,
  )
  t.equal(
    Object.values(usage.days).reduce((sum, count) => sum + count),
    4,
  )
  t.notMatch(out, secret)
  t.match(err, /^warning: this contains the digests of all secrets/)
})

t.test('--out makes a file for the owner alone and replaces none', async (t) => {
  const { from, file } = places(t)
  await secretOfNew(from)
  t.match(await keys(from, 'export', '--out', file), { code: 0, out: `Wrote 1 key to ${file}.\n` })
  t.equal((statSync(file).mode & 0o777).toString(8), '600')
  const before = readFileSync(file, 'utf8')
  t.match(await keys(from, 'export', '--out', file), { code: 1, out: '', err: /it exists already/ })
  t.equal(readFileSync(file, 'utf8'), before)
  t.match(await keys(from, 'export', '--out', join(file, 'x')), {
    code: 1,
    err: /cannot be written: ENOTDIR/,
  })
  const lines = (await keys(from, 'audit')).out.trim().split('\n')
  t.equal(lines.length, 2, 'what was not written is not audited')
})

t.test('a key that is there refuses all of them, by id or by secret', async (t) => {
  const { from, to, file } = places(t)
  await stocked(from)
  await keys(from, 'export', '--out', file)
  await secretOfNew(to)
  const before = await keys(to, 'list', '--json')
  t.match(await keys(to, 'import', file), {
    code: 1,
    out: '',
    err: 'error: nothing was imported: key 1 already exists\n',
  })
  t.match(await keys(from, 'import', file), {
    code: 1,
    err: /key 1 already exists; key 2 already exists; key 3 already exists$/m,
  })
  t.equal((await keys(to, 'list', '--json')).out, before.out)
  const moved = readFileSync(file, 'utf8').replaceAll(/"key_id":(\d)/g, '"key_id":5$1')
  writeFileSync(file, moved)
  t.match(await keys(from, 'import', file), { code: 1, err: /a secret of key 51 already exists/ })
})

t.test('what the file may hold is what there is: plans, endpoints, windows, the largest limit', (t) => {
  const { plan, allowed_endpoints, own_limits } = SCHEMA.properties
  t.same(plan.enum, PLAN_NAMES)
  t.equal(plan.description, PLAN_NAMES.join(', '))
  t.same(allowed_endpoints.items.enum, ENDPOINTS)
  t.equal(allowed_endpoints.description, `a list of ${ENDPOINTS.join(', ')}, or null`)
  t.same(own_limits.propertyNames.enum, WINDOWS)
  t.equal(own_limits.additionalProperties.maximum, LARGEST_LIMIT)
  t.end()
})

t.test(
  'a file that is no export, or is damaged, is refused where it is wrong, and no store is made',
  async (t) => {
    const { from, to, file } = places(t)
    await secretOfNew(from)
    await secretOfNew(from)
    const good = (await keys(from, 'export')).out
    const digest = /[0-9a-f]{64}/.exec(good)?.[0] ?? 'none'
    const cases: readonly (readonly [text: string, says: RegExp])[] = [
      ['', /is not a file that "keys export" wrote/],
      ['key_id,name\n1,Ann\n', /is not a file that "keys export" wrote/],
      ['{"format":"other"}\n', /is not a file that "keys export" wrote/],
      [good.replace('"version":1', '"version":2'), /has format version 2, but this release reads version 1/],
      [
        good.split('\n').slice(0, 2).join('\n'),
        /is incomplete: its head announces 2, but it contains 1 key$/m,
      ],
      [good.slice(0, -20), /line 3 of the file is not JSON/],
      [good.replace('"key_id":2', '"key_id":0'), /key 2 of the file: "key_id" cannot be 0; expected a whole/],
      [
        good.replace('"plan":"free"', '"plan":"gold"'),
        /key 1 .* "plan" cannot be "gold"; expected free, standard/,
      ],
      [
        good.replace('"status":"active"', '"status":"on"'),
        /"status" cannot be "on"; expected active, suspended/,
      ],
      [good.replace('"own_limits":{}', '"own_limits":{"week":1}'), /"own_limits" cannot be {"week":1}/],
      [
        good.replace('"expires_at":null', '"expires_at":"soon"'),
        /"expires_at" cannot be "soon"; expected a moment/,
      ],
      [good.replace('"allowed_ips":[]', '"allowed_ips":["1.2.3"]'), /"allowed_ips" cannot be \["1.2.3"\]/],
      [
        good.replace('"allowed_endpoints":null', '"allowed_endpoints":["x"]'),
        /"allowed_endpoints" cannot be/,
      ],
      [good.replace('"label":"live"', '"label":1'), /"label" cannot be 1; expected live or test/],
      [good.replace(digest, digest.slice(1)), /"secrets" cannot be the value given; expected a list of/],
      [good.replace('"months":{}', '"months":{"2026-13":1}'), /"usage" cannot be/],
      [good.replace('"days":{}', '"days":{"2026-11-31":1}'), /"usage" cannot be/],
      [good.replace('"days":{}', '"days":{"2026-11-30":-1}'), /"usage" cannot be/],
      [good.replace('"days":{}', '"weeks":{}'), /"usage" cannot be/],
      [
        good.replace('"created_at":', '"made_at":'),
        /key 1 of the file: "created_at" cannot be absent; expected a moment such as 2026-11-21T10:30:00.000Z$/m,
      ],
      [good.replace('"name":"Ann"', '"name":"A\\u001bnn"'), /"name" cannot be "A\\u001bnn"; expected text/],
      [good.replace(/^{"key_id":1.*$/m, '[]'), /key 1 of the file is not a JSON object/],
    ]
    for (const [text, says] of cases) {
      writeFileSync(file, text)
      const ran = await keys(to, 'import', file)
      t.match(ran, { code: 1, out: '', err: says })
      t.notMatch(ran.err, digest.slice(1), 'and no digest is repeated')
    }
    t.match(await keys(to, 'import', join(file, 'x')), { code: 1, err: /cannot be read: ENOTDIR/ })
    t.notOk(existsSync(to))
  },
)

t.test('a file named on the command line is read up to a limit, whatever it is', async (t) => {
  const path = join(t.testdir(), 'robe.db')
  t.match(await robe(path, 'infer', '/dev/zero'), {
    code: 1,
    err: 'error: /dev/zero has more bytes than that; at most 1 MiB are allowed\n',
  })
  t.match(await robe(path, 'infer', t.testdirName), { code: 1, err: /is a folder, not a regular file/ })
  t.match(await robe(path, 'keys', 'import', t.testdirName), {
    code: 1,
    err: /is a folder, not a regular file/,
  })
})
