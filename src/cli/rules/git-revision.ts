/**
 * The rule files as they stood at a git revision, laid out in a folder that is removed when they have been read.
 * Guarantees: the working copy is not touched; a revision is never taken for an option of git.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RuleFolders } from '../../rules/load.js'
import { MIB } from '../../rules/read-limited.js'
import { MAX_TOTAL_BYTES } from '../../rules/source.js'
import { Refusal } from '../report.js'

/** Of the archive of both folders: more than the loader reads of them, for files that are no rules and for tar's padding. */
const MAX_ARCHIVE_BYTES = 8 * MAX_TOTAL_BYTES

/** Throws Refusal, in git's own words where it has any. */
export async function withRevision<Result>(
  folders: RuleFolders,
  revision: string,
  read: (folders: RuleFolders) => Promise<Result>,
): Promise<Result> {
  const git = (folder: string, words: readonly string[]): Buffer => {
    try {
      return execFileSync('git', ['-C', folder, ...words], { stdio: 'pipe', maxBuffer: MAX_ARCHIVE_BYTES })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOBUFS')
        throw new Refusal(
          `The rules of "${revision}" take more than ${MAX_ARCHIVE_BYTES / MIB} MiB and are not read`,
        )
      const said = (error as { readonly stderr?: Buffer }).stderr?.toString().trim()
      const why = said || 'git knows no such revision'
      throw new Refusal(
        `"${revision}" is neither a folder that holds rules and locales nor a git revision: ${why}`,
      )
    }
  }
  const root = git(folders.rulesDir, ['rev-parse', '--show-toplevel']).toString().trim()
  const commit = git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`])
  const [rules, locales] = [folders.rulesDir, folders.localesDir].map((folder) =>
    path.relative(root, realpathSync(folder)),
  ) as [string, string]
  const archive = git(root, ['archive', '--format=tar', commit.toString().trim(), '--', rules, locales])
  const copy = mkdtempSync(path.join(tmpdir(), 'robe-revision-'))
  try {
    execFileSync('tar', ['-x', '-C', copy], { input: archive })
    return await read({ rulesDir: path.join(copy, rules), localesDir: path.join(copy, locales) })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
