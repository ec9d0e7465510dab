/**
 * The core as a module for other pages: the example page works from its files alone, and the module has types.
 * Leaves to others: what the published package holds (test/process/published-package.slow.ts).
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import t from 'tap'
import { hasChromium, PACKAGE, startChromium } from '../browser/chromium.js'
import { ROOT, shippedCoats } from '../http/service.js'
import { until } from './on-page.js'

const skip = hasChromium() ? false : `needs ${PACKAGE}`
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
}

t.test('the example page says what the service says', { skip, timeout: 60_000 }, async (t) => {
  const server = createServer(({ url = '/' }, response) => {
    const path = url === '/' ? '/index.html' : url
    const file = path.startsWith('/robe/')
      ? join(ROOT, 'build/browser', path.slice('/robe/'.length))
      : join(ROOT, 'examples/embed', path)
    try {
      const bytes = readFileSync(file)
      response.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'text/plain' }).end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = startChromium()
  t.teardown(async () => {
    await browser.close()
    server.closeAllConnections()
    server.close()
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const visit = await browser.visit(address, { width: 800, height: 600 })
  await until(visit, `document.querySelector('#foals li')`)
  const { results } = (await shippedCoats()).offspring(
    {
      mother: { base: { extension: ['e', 'e'], agouti: ['A', 'a'] }, others: { matp: ['Cr', 'n'] } },
      father: {
        base: { extension: ['E', 'e'], agouti: ['a', 'a'] },
        others: { matp: ['Cr', 'n'], dun: ['D', 'nd2'] },
      },
      group_by: 'coat',
    },
    'en',
  ).body
  t.same(
    await visit.ask(`[...document.querySelectorAll('#foals li')].map((each) => each.textContent)`),
    results.map(({ coat, percentage }) => `${coat}: ${percentage} %`),
  )
  await until(visit, `document.querySelector('#picture img').naturalWidth`)
  t.same(
    visit.complaints.filter((each) => !each.includes('favicon')),
    [],
  )
})

t.test('the module needs no Node, and both modules have types that a strict compiler takes', (t) => {
  const code = readFileSync(join(ROOT, 'build/browser/robe.js'), 'utf8')
  t.notMatch(code, /from\s*["'](?!\.)|require\(|\bBuffer\b/)
  // Within the checkout the package's own name leads to what it exports.
  const folder = join(ROOT, 'build/embed-types')
  mkdirSync(folder, { recursive: true })
  t.teardown(() => rmSync(folder, { recursive: true }))
  writeFileSync(
    join(folder, 'use.mts'),
    `import { ContractError, openRobe, type Robe } from 'robe/browser'
import * as node from 'robe/node'
const robe: Robe = openRobe('')
const name: string = robe.result({}).translate
const share: number | undefined = robe.offspring({}).results[0]?.percentage
const genes: readonly string[] = robe.genes({ lang: 'en' }).genes.map(({ gene }) => gene)
export const all = [name, share, genes, ContractError]
// @ts-expect-error there is no such question
robe.nothing()
export const inNode: Robe = node.openRobe({ maxResults: 10 })
// @ts-expect-error there is no such option
node.openRobe({ rules: 'rules' })
`,
  )
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023'],
    types: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.mts'] }))
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' })
  t.equal(status, 0, stdout)
  t.end()
})
