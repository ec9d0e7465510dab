/**
 * The TypeScript client as those get it who install it: packed, typed, run by Node and by a browser.
 * Leaves to others: what its methods do (clients/typescript/test).
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { hasChromium, startChromium } from '../browser/chromium.js'
import { blocksOf } from '../docs/blocks.js'
import { ROOT, startRobe, storeWithKey } from '../process/robe.js'

const PACKAGE = join(ROOT, 'clients/typescript')
const NPM = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' }

interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

function npm(folder: string, ...words: readonly string[]): string {
  return execFileSync('npm', words, { cwd: folder, env: { ...process.env, ...NPM }, encoding: 'utf8' })
}

function makeFolder(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'robe-client-package-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const folder = makeFolder(t)
const [packed] = JSON.parse(
  npm(PACKAGE, 'pack', '--json', '--ignore-scripts', '--pack-destination', folder),
) as readonly Packed[]
if (packed === undefined) throw new Error('nothing was packed')
writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }')
npm(folder, 'install', `./${packed.filename}`)
// What those have who write for Node.
symlinkSync(join(ROOT, 'node_modules/@types'), join(folder, 'node_modules/@types'))

/** What the compiler says of a file in the folder; nothing when all is well. It writes JavaScript beside it. */
function compile(file: string, ...options: readonly string[]): string {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2022']
  const words = [tsc, '--ignoreConfig', ...strict, ...options, file]
  return spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' }).stdout
}

const store = `sqlite:${join(folder, 'robe.db')}`
const key = await storeWithKey(store, 'premium')
const robe = await startRobe(t, { STORE: store })

t.test('the package holds what it needs and nothing else', async (t) => {
  const paths = packed.files.map(({ path }) => path)
  t.same(
    paths.filter((path) => !/^build\/src\/[\w.-]+\.(js|d\.ts)$/.test(path)),
    ['LICENSE', 'README.md', 'package.json'],
  )
  t.ok(paths.includes('build/src/contract.generated.d.ts'))
  const own = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as Record<string, unknown>
  const root = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, unknown>
  t.equal(own['version'], root['version'], 'its version is that of the contract')
  t.notOk(own['dependencies'])
  t.equal(readFileSync(join(PACKAGE, 'LICENSE'), 'utf8'), readFileSync(join(ROOT, 'LICENSE'), 'utf8'))
})

t.test('the first lines of its page print what the page shows', async (t) => {
  const blocks = blocksOf(readFileSync(join(PACKAGE, 'README.md'), 'utf8'))
  const lines = blocks.find(({ kind }) => kind === 'ts')?.text ?? ''
  t.equal(lines.trimEnd().split('\n').length, 10)
  writeFileSync(join(folder, 'first.ts'), lines)
  t.equal(compile('first.ts', '--types', 'node', '--skipLibCheck'), '')
  const env = { ...process.env, ROBE_URL: robe.url, ROBE_KEY: key }
  const { stdout, stderr } = spawnSync(process.execPath, ['first.js'], { cwd: folder, env, encoding: 'utf8' })
  t.equal(stderr, '')
  t.equal(stdout, blocks.find(({ kind }) => kind === 'text')?.text)
})

t.test('its page asks for many horses, each genotype once', async (t) => {
  const blocks = blocksOf(readFileSync(join(PACKAGE, 'README.md'), 'utf8'))
  writeFileSync(join(folder, 'batch.ts'), blocks.filter(({ kind }) => kind === 'ts')[1]?.text ?? '')
  t.equal(compile('batch.ts', '--types', 'node', '--skipLibCheck'), '')
  const base = { extension: ['E', 'e'], agouti: ['A', 'a'] }
  const horses = { Alba: { base, others: { matp: ['Cr', 'n'] } }, Brise: { base }, Corail: { base } }
  writeFileSync(join(folder, 'horses.json'), JSON.stringify(horses))
  const env = { ...process.env, ROBE_URL: robe.url, ROBE_KEY: await storeWithKey(store, 'premium') }
  const { stdout, stderr } = spawnSync(process.execPath, ['batch.js'], { cwd: folder, env, encoding: 'utf8' })
  t.equal(stderr, '')
  t.equal(stdout, 'Alba Buckskin\nBrise Bay\nCorail Bay\n')
  const asked = await fetch(`${robe.url}/coats/api-info`, { headers: { 'X-API-Key': env.ROBE_KEY } })
  t.match(await asked.json(), { monthly_usage: 2 })
})

t.test('every public method is on its page', (t) => {
  const methods = readFileSync(join(PACKAGE, 'build/src/client.d.ts'), 'utf8').matchAll(/^ {4}(\w+)\(/gm)
  const page = readFileSync(join(PACKAGE, 'README.md'), 'utf8')
  for (const [, method = ''] of methods) if (method !== 'constructor') t.match(page, `| \`${method}(`)
  t.end()
})

t.test('types are strict, and need none of Node', async (t) => {
  const right = [
    "import { RobeClient, type Coat, RobeError } from 'robe-client'",
    "const robe = new RobeClient({ baseUrl: '/api' })",
    "const base = { agouti: ['A', 'a'], extension: ['E', 'e'] } as const",
    'export const coat: Promise<Coat> = robe.result({ base })',
    'export const status = (error: unknown): number => (error instanceof RobeError ? error.status : 0)',
  ]
  const wrong = {
    'a parent left out': 'await robe.generateChild({ mother: { base } })',
    'a gene that is none': "await robe.result({ base, others: { mapt: ['Cr', 'n'] } })",
    'an allele that is none': "await robe.result({ base, others: { matp: ['Crm', 'n'] } })",
    'a pair as text': "await robe.result({ base: { ...base, agouti: 'Aa' } })",
    'what is no field of an answer': 'void (await coat).name',
  }
  writeFileSync(join(folder, 'asking.ts'), [...right, ...Object.values(wrong)].join('\n'))
  const said = compile('asking.ts', '--lib', 'es2022,dom', '--types', 'robe-client', '--noEmit')
  const lines = [...said.matchAll(/^(\S+)\((\d+),/gm)].map(([, file, line]) => `${file} ${line}`)
  t.same(
    lines,
    Object.keys(wrong).map((_, place) => `asking.ts ${right.length + 1 + place}`),
    said,
  )
})

t.test(
  'a bundle of it answers in a browser, through a server that adds the key',
  { skip: hasChromium() ? false : 'needs chromium' },
  async (t) => {
    const page = `import { RobeClient, RobeError } from 'robe-client'
const robe = new RobeClient({ baseUrl: '/api' })
const bay = { base: { agouti: ['A', 'a'], extension: ['E', 'e'] } }
globalThis.told = (async () => {
  const names = [(await robe.result({ ...bay, lang: 'en' })).translate]
  for await (const { coat } of robe.rows({ mother: bay, father: bay, lang: 'en', limit: 2 })) names.push(coat)
  const refused = await robe.result({ base: {} }).catch((error) => error instanceof RobeError && error.code)
  return [...names, refused].join()
})()
`
    writeFileSync(join(folder, 'page.js'), page)
    const esbuild = join(ROOT, 'node_modules/.bin/esbuild')
    const words = ['page.js', '--bundle', '--platform=browser', '--format=esm', '--minify']
    const bundle = execFileSync(esbuild, words, { cwd: folder, encoding: 'utf8' })
    t.ok(bundle.length < 8_000, `${bundle.length} characters`)
    const { port } = await startSite(t, bundle)
    const browser = startChromium()
    t.teardown(() => browser.close())
    const visit = await browser.visit(`http://127.0.0.1:${port}/`, { width: 800, height: 600 })
    t.equal(await visit.ask('globalThis.told'), 'Bay,Bay,Bay,VALIDATION_MISSING_FIELD')
  },
)

/** A site with one page and its script, which passes calls under /api on to Robe and adds the key. */
async function startSite(t: Test, script: string): Promise<AddressInfo> {
  const server = createServer((asked, answer) => {
    if (asked.url === '/page.js') return answer.setHeader('Content-Type', 'text/javascript').end(script)
    if (asked.url?.startsWith('/api/') !== true)
      return answer
        .setHeader('Content-Type', 'text/html')
        .end('<script type="module" src="/page.js"></script>')
    const headers = { ...asked.headers, 'X-API-Key': key }
    const passed = request(robe.url + asked.url.slice('/api'.length), { method: asked.method, headers })
    passed.on('response', (told) => told.pipe(answer.writeHead(told.statusCode ?? 500, told.headers)))
    return asked.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return server.address() as AddressInfo
}
