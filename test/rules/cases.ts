/**
 * Bad rule sets as small patches of a good one: test/fixtures/bad-rules/<what-is-wrong>/case.yaml.
 * Those called `sound-…` are not bad, and must be told nothing.
 * Guarantees: each case is laid out in a folder of its own and judged by its exact, formatted diagnostics.
 * Leaves to others: what finds the faults: the loader (stage: load), the compiler (stage: compile), what is said of
 * sound rules (stage: review), what is said of a change (stage: against; the base is what there was before).
 *
 * A case file holds `title`, `stage`, `base` (a folder of test/fixtures), `expect`, perhaps `only` (the warnings
 * that the case is about, where the base gives others; errors are never passed over) and `changes`, a list of
 *   { file, replace, with }   text that stands exactly once in the file, and what stands there instead
 *   { file, write }           the file's whole text
 *   { file, append }          text added at its end
 *   { file, rename }          its new name
 *   { file, remove: true }
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { parse } from 'yaml'
import { formatDiagnostic, type Diagnostic } from '../../src/rules/diagnostic.js'
import type { RuleFolders } from '../../src/rules/load.js'

const STAGES = ['load', 'compile', 'review', 'against'] as const
export type Stage = (typeof STAGES)[number]

interface Change {
  readonly file: string
  readonly replace?: string
  readonly with?: string
  readonly write?: string
  readonly append?: string
  readonly rename?: string
  readonly remove?: boolean
}

interface Case {
  readonly title: string
  readonly stage: Stage
  readonly base: string
  readonly changes: readonly Change[]
  readonly only?: readonly string[]
  readonly expect: string
}

const FIXTURES = fileURLToPath(new URL('../../../test/fixtures/', import.meta.url))
const BAD_RULES = path.join(FIXTURES, 'bad-rules')

/** Runs every case of a stage as a subtest of `t`; `find` returns the diagnostics of the laid-out rule set. */
export function checkCases(
  t: Test,
  stage: Stage,
  find: (folders: RuleFolders, base: RuleFolders) => readonly Diagnostic[] | Promise<readonly Diagnostic[]>,
): void {
  for (const name of readdirSync(BAD_RULES).sort()) {
    const one = readCase(name)
    if (one.stage !== stage) continue
    t.test(`${name}: ${one.title}`, async (t) => {
      const found = await find(layOut(t.testdir(), one), foldersIn(path.join(FIXTURES, one.base)))
      const { only } = one
      const diagnostics = found.filter(
        ({ code, severity }) => only === undefined || severity === 'error' || only.includes(code),
      )
      t.equal(diagnostics.map(formatDiagnostic).join('\n'), one.expect.trimEnd())
    })
  }
}

function readCase(name: string): Case {
  const one = parse(readFileSync(path.join(BAD_RULES, name, 'case.yaml'), 'utf8')) as Case
  if (!STAGES.includes(one.stage)) throw new Error(`${name}: no stage is called ${one.stage}`)
  return one
}

/** Copies the case's base into `folder` and applies its changes. */
function layOut(folder: string, { base, changes }: Case): RuleFolders {
  cpSync(path.join(FIXTURES, base), folder, { recursive: true })
  for (const change of changes) apply(path.join(folder, change.file), change)
  return foldersIn(folder)
}

function foldersIn(folder: string): RuleFolders {
  return { rulesDir: path.join(folder, 'rules'), localesDir: path.join(folder, 'locales') }
}

function apply(location: string, change: Change): void {
  if (change.remove === true) return rmSync(location)
  if (change.rename !== undefined) {
    const target = path.join(path.dirname(location), change.rename)
    mkdirSync(path.dirname(target), { recursive: true })
    return renameSync(location, target)
  }
  if (change.write !== undefined) {
    mkdirSync(path.dirname(location), { recursive: true })
    return writeFileSync(location, change.write)
  }
  const text = readFileSync(location, 'utf8')
  if (change.append !== undefined) return writeFileSync(location, text + change.append)
  const { replace = '', with: replacement = '' } = change
  const parts = text.split(replace)
  if (parts.length !== 2) throw new Error(`"${replace}" stands ${parts.length - 1} times in ${change.file}`)
  writeFileSync(location, parts.join(replacement))
}
