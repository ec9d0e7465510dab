/**
 * What is published, without publishing it: the package holds what a start needs and nothing else, and works in an empty
 * folder beside no packages but those it names.
 * Leaves to others: that a registry has these packages, which installing them would show (here they are links).
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import type * as config from '../../src/service/config.js'
import { readContractText } from '../../src/service/http/contract/contract-file.js'
import type * as first from '../../src/service/snapshot/first-snapshot.js'
import { ROOT, until } from './robe.js'

// No container engine: an image would take minutes, and the network.
const folder = t.testdir({ bin: {}, out: {}, empty: { node_modules: { '.bin': {} } } })
for (const engine of ['docker', 'podman']) symlinkSync('/bin/false', join(folder, 'bin', engine))
const empty = join(folder, 'empty')
const installed = join(empty, 'node_modules/@dry-run/robe')

const ENVIRONMENT = {
  PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`,
  HOME: process.env['HOME'] ?? '',
  npm_config_offline: 'true',
  npm_config_update_notifier: 'false',
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>
}

/** What `npm install` of the package would leave, but for links in the place of its dependencies. */
function install(archive: string): void {
  mkdirSync(installed, { recursive: true })
  spawnSync('tar', ['-xzf', archive, '-C', installed, '--strip-components', '1'])
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
  for (const [path, { dev = false }] of Object.entries(packages)) {
    if (dev || path === '' || path.lastIndexOf('node_modules') > 0) continue
    mkdirSync(dirname(join(empty, path)), { recursive: true })
    symlinkSync(join(ROOT, path), join(empty, path))
  }
  chmodSync(join(installed, 'build/src/cli.js'), 0o755)
  symlinkSync('../@dry-run/robe/build/src/cli.js', join(empty, 'node_modules/.bin/robe'))
}

function robe(...words: string[]): { readonly status: number | null; readonly stdout: string } {
  const ran = spawnSync('npx', ['robe', ...words], { cwd: empty, env: ENVIRONMENT, encoding: 'utf8' })
  if (ran.status !== 0) throw new Error(ran.stderr)
  return ran
}

t.test('a dry run does everything but the upload, and says what it did without', async (t) => {
  const env = { ...ENVIRONMENT, OUT: join(folder, 'out') }
  const ran = spawnSync('.ci/publish', ['--dry-run'], { cwd: ROOT, env, encoding: 'utf8' })
  t.equal(ran.status, 0, ran.stderr)
  t.match(ran.stdout, '+ @dry-run/robe@')
  t.match(ran.stdout, 'skipped: neither docker nor podman answers')
  t.match(ran.stdout, /^nothing was published$/m)
  const [archive = ''] = readdirSync(join(folder, 'out/npm')).filter((name) => /^dry-run-robe-\d/.test(name))
  // A third of it is for browsers: the page, and the module with its model.
  t.ok(statSync(join(folder, 'out/npm', archive)).size < 2_400_000, 'it is small')
  install(join(folder, 'out/npm', archive))
})

t.test('the package holds what runs, the rules and their pages, and nothing of a checkout', async (t) => {
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(installed.length + 1))
  const KINDS = [
    /^(README|CHANGELOG)\.md$/,
    /^LICENSE$/,
    /^package\.json$/,
    /^openapi\.yaml$/,
    /^build\/src\/.*\.js$/,
    /^build\/src\/service\/snapshot\/prebuilt\.bin$/,
    /^build\/src\/pages\/app\/bundle\/(page\.css|texts\.json)$/,
    /^build\/browser\/(robe\.js|robe-foals\.js|model\.json)$/,
    /^build\/browser\/types\/.*\.d\.ts$/,
    /^build\/node\/robe\.js$/,
    /^examples\/skeleton\/.*\.yaml$/,
    /^examples\/node\/(README\.md|herd\.(mjs|csv))$/,
    /^examples\/duckdb\/(README\.md|coats\.mjs)$/,
    /^examples\/embed\/(README\.md|(index|foals)\.html|embed\.js)$/,
    /^build\/src\/cli\/keys\/key-file\.schema\.json$/,
    /^src\/rules\/schemas\/[\w-]+\.schema\.json$/,
    /^(examples\/(dog|cat)\/)?(rules|locales)\/.*\.(yaml|md)$/,
    /^examples\/(dog|cat)\/README\.md$/,
  ]
  for (const kind of KINDS)
    t.ok(
      files.some((file) => kind.test(file)),
      String(kind),
    )
  t.same(
    files.filter((file) => !KINDS.some((kind) => kind.test(file))),
    [],
  )
  for (const schema of readdirSync(join(ROOT, 'src/rules/schemas')))
    t.ok(files.includes(`src/rules/schemas/${schema}`), `${schema}, where the rule files look for it`)
  t.ok(files.includes('rules/manifest.yaml'))
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as object
  for (const field of ['private', 'scripts', 'devDependencies', 'tap']) t.notOk(field in manifest, field)
})

t.test('its rules are compiled: a start with them needs no compiler', async (t) => {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(join(installed, file)).href)
  const { readConfig } = (await load('build/src/service/config.js')) as typeof config
  const { firstSnapshot } = (await load('build/src/service/snapshot/first-snapshot.js')) as typeof first
  const options = { ...readConfig({}), contractText: readContractText() }
  t.ok(options.rulesDir.startsWith(installed))
  t.ok((await firstSnapshot(options)).isPrebuilt)
})

t.test('npx robe answers in an empty folder', async (t) => {
  t.match(robe('--help').stdout, /^Usage: robe /)
  t.equal(robe('coat', 'extension=E/e agouti=A/a matp=Cr/n', '--lang', 'en').stdout, 'Buckskin\n')
})

t.test('robe/node answers in an empty folder', (t) => {
  const lines = `import { openRobe } from '@dry-run/robe/node'
console.log(openRobe().result({ base: { extension: ['E', 'e'], agouti: ['A', 'a'] }, lang: 'en' }).translate)`
  const words = ['--input-type=module', '--eval', lines]
  const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: empty, encoding: 'utf8' })
  t.equal(stdout, 'Bay\n', stderr)
  t.end()
})

t.test('npx robe serve serves, with a key to begin with', async (t) => {
  const env = { ...ENVIRONMENT, PORT: '0', OPS_PORT: '0', LOG_LEVEL: 'silent', STOP_GRACE: '0' }
  // A group of its own: npx is not the server.
  const npx = spawn('npx', ['robe', 'serve'], { cwd: empty, env, detached: true })
  t.teardown(async () => {
    if (npx.exitCode !== null) return
    const ended = once(npx, 'close')
    process.kill(-(npx.pid ?? 0), 'SIGTERM')
    await ended
  })
  let out = ''
  npx.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  const line = (): string => {
    const told = /^\{.*"curl":.*\n/m.exec(out)?.[0]
    return told === undefined ? '' : (JSON.parse(told) as { readonly curl: string }).curl
  }
  await until('a key is shown', () => line() !== '')
  const { stdout } = spawnSync('sh', ['-c', line()], { encoding: 'utf8' })
  t.match(JSON.parse(stdout), { translate: 'Buckskin' })
  t.ok(statSync(join(empty, 'data/robe.db')).isFile(), 'its store is where it was started')
})
