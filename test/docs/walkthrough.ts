/**
 * A page walked through as its reader would: edits are made and commands run in a copy of the shipped rules, and of what
 * derives from them, that is a git repository of its own, block after block.
 * Guarantees: nothing outside the copy is touched; only robe, git, cp and sed are run.
 */
import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { DERIVED_FILES } from '../../src/cli/rules/finish/derived-files.js'
import { ROOT } from '../phenotypes/shipped.js'
import { blocksOf, withTexts, type Block } from './blocks.js'
import { consoleBlock, isShownAs, refreshed, sessionsOf, wordsOf, type Session } from './console.js'
import { applyEdit } from './edits.js'
import { startRobeProcess, type Answer } from './one-process.js'

export interface Ran extends Session {
  readonly heading: string
  readonly printed: string
  readonly code: number
}

export interface Traversal {
  readonly ran: readonly Ran[]
  readonly edits: number
  /** The page with the outputs of now. */
  readonly refreshed: string
}

/** @param folder empty; @param page Markdown */
export async function walkThrough(folder: string, page: string): Promise<Traversal> {
  layOut(folder)
  const robe = startRobeProcess(folder, surroundings(folder))
  try {
    const ran: Ran[] = []
    const texts = new Map<Block, string>()
    let edits = 0
    for (const block of blocksOf(page)) {
      if (block.kind === 'yaml' || block.kind === 'markdown') {
        applyEdit(folder, block.text)
        edits++
      }
      if (block.kind !== 'console') continue
      const sessions: Session[] = []
      for (const session of sessionsOf(block.text)) {
        const [program = '', ...words] = wordsOf(session.command)
        const answer = program === 'robe' ? await robe.ask(words) : other(folder, program, words)
        ran.push({ ...session, ...answer, heading: block.heading })
        sessions.push({ ...session, shown: refreshed(answer.printed, session.shown) })
      }
      texts.set(block, consoleBlock(sessions))
    }
    return { ran, edits, refreshed: withTexts(page, texts) }
  } finally {
    robe.end()
  }
}

export function isAsShown({ printed, shown }: Ran): boolean {
  return isShownAs(printed, shown)
}

function other(folder: string, program: string, words: readonly string[]): Answer {
  if (!['git', 'cp', 'sed'].includes(program))
    throw new Error(`a page runs robe, git, cp and sed, and not ${program}`)
  const printed = execFileSync(program, words, { cwd: folder, env: surroundings(folder), encoding: 'utf8' })
  return { printed, code: 0 }
}

function layOut(folder: string): void {
  const derived = DERIVED_FILES.flatMap(({ path: file, definition = [] }) => [file, definition].flat())
  for (const part of ['rules', 'locales', ...derived])
    cpSync(fileURLToPath(new URL(part, ROOT)), path.join(folder, part), { recursive: true })
  for (const words of [
    ['init', '-q', '-b', 'main'],
    ['add', '.'],
    ['commit', '-q', '-m', 'The rules as they were'],
  ])
    other(folder, 'git', words)
}

/** No settings of the machine, neither Robe's nor git's: the reader's clone is this folder. */
function surroundings(folder: string): NodeJS.ProcessEnv {
  const person = ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    [`GIT_${role}_NAME`, 'A geneticist'],
    [`GIT_${role}_EMAIL`, 'geneticist@example.org'],
  ])
  return {
    PATH: process.env['PATH'],
    HOME: folder,
    RULES_DIR: path.join(folder, 'rules'),
    LOCALES_DIR: path.join(folder, 'locales'),
    GIT_CONFIG_NOSYSTEM: '1',
    ...(Object.fromEntries(person) as Record<string, string>),
  }
}
