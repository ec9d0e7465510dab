/**
 * docs/batch.md: its files are written, its commands run, and what they print is what the page shows. UPDATE=1 writes it.
 */
import { join } from 'node:path'
import t from 'tap'
import { ROOT } from '../process/robe.js'
import { runPage } from './page-commands.js'

t.test('the commands of docs/batch.md print what it shows', async (t) => {
  const { wrong, blocks } = await runPage(join(ROOT, 'docs/batch.md'), t.testdir())
  t.same(wrong, [])
  t.equal(blocks, 4)
})
