/**
 * docs/batch.md: its files are written, its commands run, and what they print is what the page shows. UPDATE=1 writes it.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { ROOT } from '../process/robe.js'
import { blocksOf, withTexts, type Block } from './blocks.js'
import { consoleBlock, isShownAs, refreshed, sessionsOf } from './console.js'

const PAGE = join(ROOT, 'docs/batch.md')
const FILE = /`([\w.]+\.(?:csv|yaml|ndjson))`/g

t.test('the commands of docs/batch.md print what it shows', async (t) => {
  const folder = t.testdir()
  const page = readFileSync(PAGE, 'utf8')
  /** The last files named before a block, which the blocks after them hold. */
  let named: string[] = []
  let from = 0
  const wrong: unknown[] = []
  const texts = new Map<Block, string>()
  for (const block of blocksOf(page)) {
    named.push(...[...page.slice(from, block.at).matchAll(FILE)].map(([, name = '']) => name))
    from = block.at + block.text.length
    if (block.kind !== 'console') {
      const file = named.find((name) => name.endsWith(block.kind === 'json' ? '.ndjson' : `.${block.kind}`))
      writeFileSync(join(folder, file ?? 'unnamed'), block.text)
      named = named.filter((name) => name !== file)
      continue
    }
    const sessions = sessionsOf(block.text).map(({ command, shown }) => {
      // Both streams, answers first.
      const printed = execFileSync(
        'sh',
        [
          '-c',
          `robe() { "${process.execPath}" "${join(ROOT, 'build/src/cli.js')}" "$@"; }; { ${command}; } 2>remarks; cat remarks`,
        ],
        { cwd: folder, encoding: 'utf8' },
      )
      if (!isShownAs(printed, shown)) wrong.push({ command, printed, shown })
      return { command, shown: refreshed(printed, shown) }
    })
    texts.set(block, consoleBlock(sessions))
    named = []
  }
  if (process.env['UPDATE'] === '1') writeFileSync(PAGE, withTexts(page, texts))
  else t.same(wrong, [])
  t.equal(texts.size, 4)
})
