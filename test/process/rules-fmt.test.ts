/**
 * `robe rules fmt` as a process: its settings and its exit code.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { runRobe } from './robe.js'
import { unicornSettings } from './unicorn.js'

t.test('the files of RULES_DIR and LOCALES_DIR are formatted, and the exit code tells', async (t) => {
  const settings = unicornSettings(t)
  const file = join(settings.RULES_DIR, 'genes/horn.yaml')
  const run = (...words: readonly string[]) => runRobe(t, ['rules', 'fmt', ...words], settings)
  const tidy = readFileSync(file, 'utf8')
  t.match(await run('--check'), { code: 0, err: '' })

  // Of a date other YAML readers make something else than text.
  appendFileSync(file, '\n\nwild_type:   2001-01-01')
  t.match(await run('--check'), { code: 1, out: 'rules/genes/horn.yaml is not in canonical form\n', err: '' })
  t.match(await run(file), { code: 0, out: 'rules/genes/horn.yaml\n1 file: 1 rewritten', err: '' })
  t.not(readFileSync(file, 'utf8'), tidy)
  t.match(readFileSync(file, 'utf8'), /^wild_type: "2001-01-01"$/m)

  const folder = dirname(settings.RULES_DIR)
  t.match(await runRobe(t, ['rules', '--in', folder, 'fmt', '--json']), { code: 0, out: /"rewritten": 0,/ })

  appendFileSync(file, 'name: [')
  t.match(await run(), { code: 1, err: /^rules\/genes\/horn\.yaml:\d+:\d+ PARSE / })
  t.match(await run('--chekc'), { code: 1, err: /unknown option '--chekc'/ })
})
