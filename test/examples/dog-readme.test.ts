/**
 * The page that geneticists copy the dog from: its commands are run, its answers compared, its exercise done.
 * Blocks of the page are taken in order, as a reader would: a `console` block is commands and what they print (`…`
 * stands for lines left out), a `yaml` block is put into a copy of the set at the place that its first line names.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { runRobe } from '../process/robe.js'
import { DOG_FOLDER, DOG_SETTINGS } from './dog-set.js'

const page = readFileSync(join(DOG_FOLDER, 'README.md'), 'utf8')
const blocks = [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, kind = '', text = '']) => ({
  kind,
  text,
}))
const PROMPT = '$ npm run -s robe -- '

t.test('what the page shows is what the commands print, and its exercise ends as it says', async (t) => {
  const folder = t.testdir()
  cpSync(DOG_FOLDER, folder, { recursive: true })
  const settings = { RULES_DIR: join(folder, 'rules'), LOCALES_DIR: join(folder, 'locales') }
  let commands = 0
  for (const { kind, text } of blocks) {
    if (kind === 'yaml') insert(folder, text)
    if (kind !== 'console') continue
    for (const session of text.split(/^(?=\$ )/m)) {
      const [command = '', ...expected] = session.trimEnd().split('\n')
      t.ok(command.startsWith(PROMPT), command)
      const { out, err } = await runRobe(t, shellWords(command.slice(PROMPT.length)), settings)
      // A line of `…` stands for any lines.
      const parts = expected.join('\n').split(/^…$/m)
      const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('[^]*')
      t.match(`${err}${out}`.trimEnd(), new RegExp(`^${pattern}$`), command)
      commands++
    }
  }
  t.equal(commands, 6)
})

t.test('the request on the page has the answer on the page', async (t) => {
  const request = blocks.find(({ kind, text }) => kind === 'sh' && text.startsWith('curl'))?.text ?? ''
  const fields = Object.fromEntries(
    [...request.matchAll(/--data-urlencode '(\w+)=([^']*)'/g)].map(([, name = '', value = '']) => [
      name,
      JSON.parse(value) as Readonly<Record<string, readonly string[]>>,
    ]),
  )
  const genotype = Object.entries({ ...fields['base'], ...fields['others'] })
    .map(([locus, pair]) => `${locus}=${pair.join('/')}`)
    .join(' ')
  const answer = blocks.find(({ kind }) => kind === 'json')?.text ?? ''
  const { out } = await runRobe(t, ['coat', genotype, '--lang', 'en', '--json'], DOG_SETTINGS)
  t.same(JSON.parse(out), JSON.parse(answer))
})

t.test('every file that the page points to is there', (t) => {
  for (const name of page.match(/`(?:genes|epistasis|linkage)\/[\w-]+\.yaml`/g) ?? []) {
    t.doesNotThrow(() => readFileSync(join(DOG_FOLDER, 'rules', name.slice(1, -1))), name)
  }
  t.end()
})

/** Puts a block before the line that its first line names. */
function insert(folder: string, block: string): void {
  const [head = '', ...lines] = block.split('\n')
  const [, name = '', before = ''] = /^# in (\S+), before "(.+)"$/.exec(head) ?? []
  const file = join(folder, name)
  const text = readFileSync(file, 'utf8')
  const at = text.indexOf(`\n${before}`) + 1
  if (at === 0) throw new Error(`no line of ${name} begins with ${before}`)
  writeFileSync(file, text.slice(0, at) + lines.join('\n') + text.slice(at))
}

/** The words of a command line with single quotes. */
function shellWords(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
}
