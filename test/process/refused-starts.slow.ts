/**
 * What keeps Robe from starting is told in one clear line, with exit code 1 and without a stack.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { ConfigError, readConfig } from '../../src/service/config.js'
import { runRobe, type Settings } from './robe.js'
import { unicornSettings } from './unicorn.js'

/** Starts a server that cannot start; what it said on stderr. */
async function refusal(t: Test, settings: Settings): Promise<string> {
  const { code, out, err } = await runRobe(t, ['serve'], settings)
  t.equal(code, 1)
  t.notMatch(out, /listens on|curl/, 'it never said that it was up')
  t.notMatch(err, /\n\s+at |node:internal|\.js:\d+/, 'no stack')
  return err
}

t.test('a port that is taken is named, with the variable that changes it', async (t) => {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  t.teardown(() => holder.close())
  const { port } = holder.address() as AddressInfo
  const file = join(t.testdir(), 'robe.db')
  const err = await refusal(t, { PORT: String(port), STORE: `sqlite:${file}` })
  t.equal(err, `error: port ${port} on 127.0.0.1 is in use; set PORT to another one\n`)
  t.throws(
    () => readFileSync(file),
    { code: 'ENOENT' },
    'no store was made, whose first key nobody would see',
  )
})

t.test('an operator’s port asked for by name must be had', async (t) => {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  t.teardown(() => holder.close())
  const { port } = holder.address() as AddressInfo
  const err = await refusal(t, { OPS_PORT: String(port) })
  t.equal(err, `error: port ${port} on 127.0.0.1 is in use; set OPS_PORT to another one\n`)
})

t.test('an address that is none of this machine is named, with the variable that changes it', async (t) => {
  for (const [host, variable] of [
    ['203.0.113.7', 'HOST'],
    ['203.0.113.7', 'OPS_HOST'],
  ] as const)
    t.match(
      await refusal(t, { [variable]: host, OPS_PORT: '' }),
      new RegExp(
        `^error: port \\d+ on 203\\.0\\.113\\.7 cannot be had \\([^\\n]*EADDRNOTAVAIL[^\\n]*\\); set ${variable} `,
      ),
    )
})

t.test('a store that cannot be made is named', async (t) => {
  const path = join(t.testdir({ 'a-file': '' }), 'a-file/robe.db')
  const err = await refusal(t, { STORE: `sqlite:${path}` })
  t.match(err, /^error: The store "[^\n]+" cannot be opened: [^\n]+\.\n$/)
  t.ok(err.includes(path))
})

t.test(
  'rules that cannot be used are told by file, line and column, each with a way to fix it',
  async (t) => {
    const settings = unicornSettings(t)
    const file = join(settings.RULES_DIR, 'genes/horn.yaml')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace('group: base', 'group: bsae'))
    writeFileSync(join(settings.RULES_DIR, 'genes/mane.yaml'), 'locus: mane\nalleles: { M: [\n')
    const lines = (await refusal(t, settings)).trimEnd().split('\n')
    const line = text.split('\n').findIndex((each) => each.startsWith('group:')) + 1
    for (const what of [
      new RegExp(`genes/horn\\.yaml:${line}:\\d+ [A-Z_]+ .*bsae`),
      /genes\/mane\.yaml:[23]:\d+ [A-Z_]+ ./,
    ]) {
      const at = lines.findIndex((each) => what.test(each))
      t.not(at, -1, String(what))
      t.match(lines[at + 1], /^ {4}fix: ./, String(what))
    }
    t.match(lines.at(-1), /^error: the rules in .* cannot be used: see above$/)
  },
)

t.test('a language that the rules have not is refused with those they have', async (t) => {
  const err = await refusal(t, { ...unicornSettings(t), DEFAULT_LANG: 'de' })
  t.equal(err, 'error: DEFAULT_LANG="de": expected fr or en\n')
})

t.test('a language or a folder that does not go with the shipped rules is refused on one line', async (t) => {
  t.equal(
    await refusal(t, { DEFAULT_LANG: 'xx' }),
    'error: DEFAULT_LANG="xx": expected fr or en or de or fr-IFCE\n',
  )
  const empty = t.testdir({ inside: { 'netplan.yaml': 'network: {}' } })
  for (const folder of [empty, join(empty, 'nowhere')]) {
    t.equal(
      await refusal(t, { LOCALES_DIR: folder }),
      `error: LOCALES_DIR="${folder}": expected a folder of words, with a YAML file for each language\n`,
    )
    t.equal(
      await refusal(t, { RULES_DIR: folder }),
      `error: RULES_DIR="${folder}": expected a folder of rules, with a manifest.yaml\n`,
    )
  }
})

t.test('a setting that cannot be used is refused on one line', async (t) => {
  t.equal(await refusal(t, { PORT: 'eighty' }), 'error: PORT="eighty": expected a port from 0 to 65535\n')
})

t.test('every setting is refused by name, value and what is expected', async (t) => {
  const bad: readonly (readonly [name: string, value: string, expected: RegExp])[] = [
    ['PORT', '65536', /a port from 0 to 65535/],
    ['PORT', '-1', /a port from 0 to 65535/],
    ['PORT', '3000 3001', /a port from 0 to 65535/],
    ['PORT', '0x50', /a port from 0 to 65535/],
    ['OPS_PORT', 'ops', /a port from 0 to 65535/],
    ['PUBLIC_URL', 'api.example.org', /https:\/\//],
    ['PUBLIC_URL', 'ftp://example.org', /https:\/\//],
    ['PUBLIC_URL', 'https://api.example.org/?a=1', /https:\/\//],
    ['STORE_REQUIRED', 'yes', /true or false/],
    ['MAX_RESULTS', '0', /an integer from 1/],
    ['MAX_RESULTS', '1e6', /an integer from 1/],
    ['MAX_RESULTS', '1000001', /to 1000000/],
    ['BASE_PATH', '/v1?x', /a path such as \/v1/],
    ['BASE_PATH', '/v 1', /a path such as \/v1/],
    ['BASE_PATH', '/../v1', /a path such as \/v1/],
    ['BASE_PATH', '//v1//x', /a path such as \/v1/],
    ['TRUSTED_PROXIES', '10.0.0.0/33', /10\.0\.0\.0\/33/],
    ['TRUSTED_PROXIES', 'proxy.local', /proxy\.local/],
    ['STOP_GRACE', '5s', /seconds from 0 to 3600/],
    ['STOP_GRACE', '-1', /seconds from 0 to 3600/],
    ['STOP_GRACE', '3601', /seconds from 0 to 3600/],
    ['RULES_RELOAD', 'perhaps', /off or watch/],
    ['LOG_LEVEL', 'loud', /info/],
  ]
  for (const [name, value, expected] of bad) {
    const title = `${name}=${value}`
    try {
      readConfig({ [name]: value })
      t.fail(`${title} is taken`)
    } catch (error) {
      t.ok(error instanceof ConfigError, title)
      const { message } = error as ConfigError
      t.ok(message.startsWith(`${name}=`), `${title} names its variable`)
      t.ok(message.includes(value), `${title} repeats its value`)
      t.match(message, expected, title)
      t.notMatch(message, /\n/, `${title} is one line`)
    }
  }
})

t.test('WORKERS is refused whatever it says, with what to do instead', async (t) => {
  for (const workers of ['1', '4'])
    t.equal(
      await refusal(t, { WORKERS: workers, STORE: 'redis://127.0.0.1:1' }),
      `error: WORKERS="${workers}": expected it to be unset, since Robe is one process; to run several on one ` +
        'STORE=redis://…, have systemd, compose or an orchestrator start them (deploy/, docs/operations.md)\n',
    )
})

t.test('an empty setting is as good as none', async (t) => {
  const names = [
    'HOST',
    'PORT',
    'OPS_HOST',
    'OPS_PORT',
    'PUBLIC_URL',
    'STORE',
    'BASE_PATH',
    'TRUSTED_PROXIES',
    'LOG_LEVEL',
  ]
  const empty = Object.fromEntries(names.map((name) => [name, ' ']))
  const { trustedProxies: _, ...read } = readConfig(empty)
  const { trustedProxies: __, ...defaults } = readConfig({})
  t.same(read, defaults)
  t.match(defaults, {
    host: '127.0.0.1',
    port: 3000,
    opsHost: '127.0.0.1',
    opsHostIsSet: false,
    opsPort: 3001,
    opsPortIsSet: false,
    publicUrl: undefined,
    store: 'sqlite:data/robe.db',
    storeRequired: false,
    maxResults: 50_000,
    basePath: '',
    stopGraceMs: 5_000,
    rulesReload: 'off',
    logLevel: 'info',
  })
  t.ok(Object.isFrozen(readConfig({})))
  for (const base of ['v1', '/v1', '/v1/', 'v1/'])
    t.equal(readConfig({ BASE_PATH: base }).basePath, '/v1', base)
  t.equal(readConfig({ BASE_PATH: '/' }).basePath, '')
  t.equal(readConfig({ RULES_RELOAD: 'watch' }).rulesReload, 'watch')
})
