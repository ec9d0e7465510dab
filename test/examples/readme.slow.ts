/**
 * The pages of the example sets: their commands are run, their answers compared, the exercise of the dog's is done.
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
import { CAT, DOG } from './example-sets.js'

const PROMPT = 'npm run -s robe -- '

for (const { animal, folder, settings, shows } of [
  { animal: 'dog', ...DOG, shows: 6 },
  { animal: 'cat', ...CAT, shows: 5 },
]) {
  const page = readFileSync(join(folder, 'README.md'), 'utf8')
  const blocks = blocksOf(page)

  t.test(
    `${animal}: what the page shows is what the commands print, and its exercise ends as it says`,
    async (t) => {
      const copy = t.testdir()
      cpSync(folder, copy, { recursive: true })
      const robe = startRobeProcess(copy, {
        PATH: process.env['PATH'],
        RULES_DIR: join(copy, 'rules'),
        LOCALES_DIR: join(copy, 'locales'),
      })
      t.teardown(robe.end)
      let commands = 0
      for (const { kind, text } of blocks) {
        if (kind === 'yaml') applyEdit(copy, text)
        if (kind !== 'console') continue
        for (const { command, shown } of sessionsOf(text)) {
          t.ok(command.startsWith(PROMPT), command)
          const { printed } = await robe.ask(wordsOf(command.slice(PROMPT.length)))
          if (isShownAs(printed, shown)) t.pass(command)
          else t.equal(printed, shown, command)
          commands++
        }
      }
      t.equal(commands, shows)
    },
  )

  t.test(`${animal}: the request on the page has the answer on the page`, async (t) => {
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
    const { out } = await runRobe(t, ['coat', genotype, '--lang', 'en', '--json'], settings)
    t.same(JSON.parse(out), JSON.parse(answer))
  })

  t.test(`${animal}: every file that the page points to is there`, (t) => {
    for (const name of page.match(/`(?:genes|epistasis|linkage)\/[\w-]+\.yaml`/g) ?? []) {
      t.doesNotThrow(() => readFileSync(join(folder, 'rules', name.slice(1, -1))), name)
    }
    t.end()
  })
}
