/**
 * `npm run tools`: what developers of clients bring, against a server of its own that really listens.
 * `npm run tools -- prism hey-api`: only these. `-- --report`: also writes build/tools-report.md.
 * Guarantees: one line of counts a tool; exit code 1 when one of them failed. Tools of one folder, which share what is
 * installed there, run one after another; folders run side by side.
 * Leaves to others: the tools, each in a folder with its pinned versions. Each finds ROBE_URL and ROBE_KEY in its environment
 * and ends with its line of counts.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeMachine } from '../../build/test/support/machine.js'
import { startRobe, storeWithKey } from '../../build/test/process/robe.js'
import { within } from '../../build/test/process/scope.js'

const FOLDER = fileURLToPath(new URL('.', import.meta.url))
const TOOLS = {
  spectral: 'javascript/run.sh spectral',
  prism: 'javascript/run.sh prism',
  'openapi-typescript': 'javascript/run.sh openapi-typescript',
  'hey-api': 'javascript/run.sh hey-api',
  postman: 'postman/run.sh',
  'python-client': 'python/client.sh',
  java: 'java/run.sh',
  schemathesis: 'python/fuzz.sh',
}
const ENDLESS = { hour: 1e7, day: 1e8, month: 1e9 }

const words = process.argv.slice(2)
const asked = words.filter((word) => word !== '--report')
const unknown = asked.filter((name) => !(name in TOOLS))
if (unknown.length > 0) throw new Error(`no such tool: ${unknown}; there are ${Object.keys(TOOLS)}`)

const machine = describeMachine()
const told = await within(async (scope) => {
  const folder = mkdtempSync(join(tmpdir(), 'robe-tools-'))
  scope.teardown(() => rmSync(folder, { recursive: true }))
  const store = `sqlite:${join(folder, 'robe.db')}`
  const key = await storeWithKey(store, 'premium', ENDLESS)
  const { url } = await startRobe(scope, { STORE: store, THREADS: '1' })
  const names = asked.length > 0 ? asked : Object.keys(TOOLS)
  const folderOf = (name) => TOOLS[name].split('/')[0]
  const lines = await Promise.all(
    [...new Set(names.map(folderOf))].map(async (folder) => {
      const told = []
      for (const name of names.filter((each) => folderOf(each) === folder))
        told.push(await tell(name, { ROBE_URL: url, ROBE_KEY: key }))
      return told
    }),
  )
  return lines.flat()
})
if (words.length > asked.length) writeFileSync('build/tools-report.md', page(told))

async function tell(name, environment) {
  const began = performance.now()
  const { code, out } = await run(TOOLS[name], environment)
  const seconds = Math.round((performance.now() - began) / 1000)
  if (code !== 0) process.stdout.write(`${out}\n`)
  const said = out.trim().split('\n')
  process.stdout.write(`${code === 0 ? '' : 'FAILED '}${name}: ${said.at(-1)} (${seconds} s)\n`)
  if (code !== 0) process.exitCode = 1
  return { name, code, said, seconds }
}

function run(command, environment) {
  const [script, ...words] = command.split(' ')
  const options = { env: { ...process.env, ...environment }, maxBuffer: 2 ** 28 }
  return new Promise((resolve) => {
    execFile(join(FOLDER, script), words, options, (error, stdout, stderr) =>
      resolve({
        code: error === null ? 0 : (error.code ?? 1),
        out: error === null ? stdout : `${stderr}${stdout}`,
      }),
    )
  })
}

function page(lines) {
  const cell = (text) => text.replaceAll('|', '\\|')
  return [
    '# What tools make of openapi.yaml',
    '',
    `Written by \`npm run tools:night\` on ${machine.date} UTC, commit ${machine.commit}, Node ${process.version}; not edited by hand.`,
    'What each tool does stands at the top of its files in `.ci/tools/`.',
    '',
    '| tool | counts | seconds | |',
    '|---|---|---|---|',
    ...lines.map(
      ({ name, code, said, seconds }) =>
        `| ${name} | ${cell(said.at(-1))} | ${seconds} | ${code === 0 ? 'passed' : '**FAILED**'} |`,
    ),
    '',
    '## Calls of each operation by Schemathesis',
    '',
    'Data by what the schema says of it, and the status it got. What is refused though the schema allows it is counted by its',
    'reason; any other such refusal fails the run, and so does what is taken though the schema forbids it. Invalid with a 200 is what',
    'Schemathesis excuses: made to break the schema, but nothing is wrong with it as sent, as with a number in a header of any text.',
    '',
    ...(lines.find(({ name }) => name === 'schemathesis')?.said ?? [])
      .slice(0, -1)
      .map((line) => `- ${line}`),
    '',
  ].join('\n')
}
