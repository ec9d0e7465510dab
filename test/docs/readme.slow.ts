/**
 * The examples of README.md, run as a reader runs them: each `sh` block prints the block that follows it.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ROOT, startRobe, storeWithKey } from '../process/robe.js'
import { blocksOf } from './blocks.js'

const TOOLS = ['curl', 'jq']
const missing = TOOLS.filter((tool) => spawnSync(tool, ['--version']).status !== 0)

t.test(
  'every example prints what it shows',
  { skip: missing.length > 0 && `needs ${missing.join(', ')}` },
  async (t) => {
    const folder = t.testdir()
    const store = `sqlite:${join(folder, 'robe.db')}`
    const key = await storeWithKey(store, 'free')
    const robe = await startRobe(t, { STORE: store })
    const blocks = blocksOf(readFileSync(join(ROOT, 'README.md'), 'utf8'))
    const examples = blocks.filter(({ heading }) => heading === 'Examples')
    const commands = examples.filter(({ kind }) => kind === 'sh')
    t.equal(commands.length, 5)
    for (const command of commands) {
      const shown = examples[examples.indexOf(command) + 1]
      const script = command.text
        .replaceAll('http://127.0.0.1:3000', robe.url)
        .replaceAll('npm run -s robe --', `node ${join(ROOT, 'build/src/cli.js')}`)
      const printed = spawnSync('bash', ['-c', script], {
        cwd: folder,
        env: { ...process.env, ROBE_KEY: key },
        encoding: 'utf8',
      })
      t.equal(`${printed.stdout.trimEnd()}\n`, shown?.text, command.text)
    }
  },
)
