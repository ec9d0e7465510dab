/**
 * Runs the commands of a page in a folder of their own, where the files that the page shows are written first.
 * Guarantees: a block other than `console` is the file that was named last before it, by its kind; a command that fails is told with
 * what it printed.
 */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { ROOT } from '../process/robe.js'
import { blocksOf, withTexts, type Block } from './blocks.js'
import { consoleBlock, isShownAs, refreshed, sessionsOf, type Session } from './console.js'

const FILE = /`([\w.]+\.(?:csv|yaml|ndjson|txt))`/g
const ROBE = `robe() { "${process.execPath}" "${join(ROOT, 'build/src/cli.js')}" "$@"; }`

export interface Wrong {
  readonly command: string
  readonly printed: string
  readonly shown: string
}

/**
 * @param path of the page, which UPDATE=1 rewrites @param folder to run in @param env further environment of the commands
 * @returns what is not as the page shows it, and the number of `console` blocks
 */
export async function runPage(path: string, folder: string, env: Readonly<Record<string, string>> = {}) {
  const page = readFileSync(path, 'utf8')
  /** The last files named before a block, which the blocks after them hold. */
  let named: string[] = []
  let from = 0
  const wrong: Wrong[] = []
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
    const sessions: Session[] = []
    for (const { command, shown } of sessionsOf(block.text)) {
      // Both streams, answers first.
      const words = ['-c', `${ROBE}; { ${command}; } 2>remarks; code=$?; cat remarks; exit $code`]
      const child = spawn('sh', words, {
        cwd: folder,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [printed, [status]] = await Promise.all([text(child.stdout), once(child, 'close')])
      if (status !== 0 || !isShownAs(printed, shown)) wrong.push({ command, printed, shown })
      sessions.push({ command, shown: refreshed(printed, shown) })
    }
    texts.set(block, consoleBlock(sessions))
    named = []
  }
  const isUpdate = process.env['UPDATE'] === '1'
  if (isUpdate) writeFileSync(path, withTexts(page, texts))
  return { wrong: isUpdate ? [] : wrong, blocks: texts.size }
}
