/**
 * The core as a module for Node: the examples of its page print what the page shows, and it answers as the service does.
 * Leaves to others: its types (test/page/embed.test.ts), what the published package holds (test/process/published-package.slow.ts).
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { blocksOf } from '../docs/blocks.js'
import { ROOT, shippedCoats } from '../http/service.js'

const page = blocksOf(readFileSync(join(ROOT, 'examples/node/README.md'), 'utf8'))
const [first, herd] = page.filter(({ kind }) => kind === 'text').map(({ text }) => text)

/** Within the checkout the package's own name leads to what it exports. */
function run(...words: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' })
  return stdout + stderr
}

t.test('the lines of its page print what the page shows', (t) => {
  const lines = page.find(({ kind }) => kind === 'js')?.text ?? ''
  t.equal(run('--input-type=module', '--eval', lines), first)
  t.end()
})

t.test('the example of a herd prints what the page shows', (t) => {
  t.equal(run('examples/node/herd.mjs'), herd)
  t.end()
})

t.test('robe/node answers as the service does', async (t) => {
  const question = {
    mother: { base: { extension: ['E', 'e'], agouti: ['A', 'a'] }, others: { matp: ['Cr', 'n'] } },
    father: { base: { extension: ['e', 'e'], agouti: ['a', 'a'] }, others: { dun: ['D', 'nd2'] } },
    lang: 'de',
  }
  const lines = `import { openRobe } from 'robe/node'
console.log(JSON.stringify(openRobe().offspring(${JSON.stringify(question)})))`
  const answered = JSON.parse(run('--input-type=module', '--eval', lines)) as object
  t.same(answered, (await shippedCoats()).offspring(question, 'en').body)
})
