/**
 * docs/recipes.md: its files are written, its commands and calls run against a server, and what they print is what the page shows.
 * UPDATE=1 writes it.
 */
import { join } from 'node:path'
import t from 'tap'
import { ROOT, startRobe, storeWithKey } from '../process/robe.js'
import { runPage } from './page-commands.js'

t.test('the commands and calls of docs/recipes.md print what it shows', async (t) => {
  const store = `sqlite:${join(t.testdir(), 'robe.db')}`
  const key = await storeWithKey(store, 'free')
  const { url } = await startRobe(t, { STORE: store })
  const { wrong, blocks } = await runPage(join(ROOT, 'docs/recipes.md'), t.testdir(), {
    ROBE: url,
    ROBE_KEY: key,
  })
  t.same(wrong, [])
  t.ok(blocks >= 8)
})
