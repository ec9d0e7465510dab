/**
 * The page that geneticists copy the dog from: its commands are run, its answers compared, its exercise done.
 * Blocks of the page are taken in order, as a reader would: `console` blocks are commands and what they print, `yaml`
 * blocks are edits of a copy of the set.
 */
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { blocksOf } from '../docs/blocks.js'
import { isShownAs, sessionsOf, wordsOf } from '../docs/console.js'
import { applyEdit } from '../docs/edits.js'
import { startRobeProcess } from '../docs/one-process.js'
import { runRobe } from '../process/robe.js'
import { DOG_FOLDER, DOG_SETTINGS } from './dog-set.js'

const page = readFileSync(join(DOG_FOLDER, 'README.md'), 'utf8')
const blocks = blocksOf(page)
const PROMPT = 'npm run -s robe -- '

t.test('what the page shows is what the commands print, and its exercise ends as it says', async (t) => {
  const folder = t.testdir()
  cpSync(DOG_FOLDER, folder, { recursive: true })
  const robe = startRobeProcess(folder, {
    PATH: process.env['PATH'],
    RULES_DIR: join(folder, 'rules'),
    LOCALES_DIR: join(folder, 'locales'),
  })
  t.teardown(robe.end)
  let commands = 0
  for (const { kind, text } of blocks) {
    if (kind === 'yaml') applyEdit(folder, text)
    if (kind !== 'console') continue
    for (const { command, shown } of sessionsOf(text)) {
      t.ok(command.startsWith(PROMPT), command)
      const { printed } = await robe.ask(wordsOf(command.slice(PROMPT.length)))
      if (isShownAs(printed, shown)) t.pass(command)
      else t.equal(printed, shown, command)
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
