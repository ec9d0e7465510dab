/**
 * `npm run tools`: what developers of clients bring, against a server of its own that really listens.
 * `npm run tools -- prism hey-api`: only these.
 * Guarantees: one line of counts a tool; exit code 1 when one of them failed.
 * Leaves to others: the tools, each in a folder with its pinned versions. Each finds ROBE_URL and ROBE_KEY in its environment
 * and ends with its line of counts.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startRobe, storeWithKey } from '../../build/test/process/robe.js'
import { within } from '../../build/test/process/scope.js'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const TOOLS = {
  spectral: 'javascript/run.sh spectral',
  prism: 'javascript/run.sh prism',
  'openapi-typescript': 'javascript/run.sh openapi-typescript',
  'hey-api': 'javascript/run.sh hey-api',
}
const ENDLESS = { hour: 1e7, day: 1e8, month: 1e9 }

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !(name in TOOLS))
if (unknown.length > 0) throw new Error(`no such tool: ${unknown}; there are ${Object.keys(TOOLS)}`)

await within(async (scope) => {
  const folder = mkdtempSync(join(tmpdir(), 'robe-tools-'))
  scope.teardown(() => rmSync(folder, { recursive: true }))
  const store = `sqlite:${join(folder, 'robe.db')}`
  const key = await storeWithKey(store, 'premium', ENDLESS)
  const { url } = await startRobe(scope, { STORE: store, THREADS: '1' })
  for (const name of asked.length > 0 ? asked : Object.keys(TOOLS)) {
    const began = performance.now()
    const { code, out } = run(TOOLS[name], { ROBE_URL: url, ROBE_KEY: key })
    const seconds = Math.round((performance.now() - began) / 1000)
    if (code !== 0) process.stdout.write(`${out}\n`)
    const counts = out.trim().split('\n').at(-1)
    process.stdout.write(`${code === 0 ? '' : 'FAILED '}${name}: ${counts} (${seconds} s)\n`)
    if (code !== 0) process.exitCode = 1
  }
})

function run(command, environment) {
  const [script, ...words] = command.split(' ')
  const { status, stdout, stderr } = spawnSync(join(FOLDER, script), words, {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
  })
  return { code: status, out: status === 0 ? stdout : `${stderr}${stdout}` }
}
