import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { ROOT } from '../phenotypes/shipped.js'

t.test('the types of rule files are those that the schemas give', (t) => {
  const made = spawnSync(process.execPath, ['.ci/rule-types.mjs', '--check'], {
    cwd: fileURLToPath(ROOT),
    encoding: 'utf8',
  })
  t.equal(made.stderr, '')
  t.equal(made.status, 0)
  t.end()
})
