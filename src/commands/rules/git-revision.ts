/**
 * The rule files as they stood at a git revision, laid out in a folder that is removed when they have been read.
 * Guarantees: the working copy is not touched; a revision is never taken for an option of git.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RuleFolders } from '../../rules/load.js'

/** Why a revision cannot be read, in git's own words where it has any. */
export class RevisionError extends Error {
  override readonly name = 'RevisionError'
}

/** Throws RevisionError. */
export async function withRevision<Result>(
  folders: RuleFolders,
  revision: string,
  read: (folders: RuleFolders) => Promise<Result>,
): Promise<Result> {
  const root = git(folders.rulesDir, ['rev-parse', '--show-toplevel']).toString().trim()
  const commit = git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`])
  const [rules, locales] = [folders.rulesDir, folders.localesDir].map((folder) =>
    path.relative(root, realpathSync(folder)),
  ) as [string, string]
  const archive = git(root, ['archive', '--format=tar', commit.toString().trim(), '--', rules, locales])
  const laidOut = mkdtempSync(path.join(tmpdir(), 'robe-revision-'))
  try {
    execFileSync('tar', ['-x', '-C', laidOut], { input: archive })
    return await read({ rulesDir: path.join(laidOut, rules), localesDir: path.join(laidOut, locales) })
  } finally {
    rmSync(laidOut, { recursive: true, force: true })
  }
}

const MOST_BYTES = 256 * 2 ** 20

function git(folder: string, words: readonly string[]): Buffer {
  try {
    return execFileSync('git', ['-C', folder, ...words], { stdio: 'pipe', maxBuffer: MOST_BYTES })
  } catch (error) {
    const said = (error as { readonly stderr?: Buffer }).stderr?.toString().trim()
    throw new RevisionError(said === undefined || said === '' ? 'git knows no such revision' : said)
  }
}
