/**
 * Extracts the rule files of a git revision into a temporary folder, which is removed after reading.
 * Guarantees: the working copy is not touched; a revision is never interpreted as an option of git.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RuleFolders } from '../../rules/load.js'
import { MIB } from '../../rules/read-limited.js'
import { MAX_TOTAL_BYTES } from '../../rules/source.js'
import { Refusal } from '../report.js'

/** Limit for the archive of both folders: leaves room for other files and tar's padding. */
const MAX_ARCHIVE_BYTES = 8 * MAX_TOTAL_BYTES

/** Throws Refusal, with git's error message if there is one. */
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
      const gitMessage = (error as { readonly stderr?: Buffer }).stderr?.toString().trim()
      const why = gitMessage || 'git knows no such revision'
      throw new Refusal(`"${revision}" is neither a folder with rules and locales nor a git revision: ${why}`)
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
