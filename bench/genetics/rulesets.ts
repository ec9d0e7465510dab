/**
 * The shipped rule set, for rows that run in process.
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { openRuleset } from '../../src/operations/open-ruleset.js'
import { createRuleset, type Ruleset } from '../../src/operations/ruleset.js'
import { formatDiagnostic } from '../../src/rules/diagnostic.js'
import { ROOT, temporaryFolder } from '../../test/support/children.js'

export async function openRules(): Promise<Ruleset> {
  const { ruleset, diagnostics } = await openRuleset({
    rulesDir: join(ROOT, 'rules'),
    localesDir: join(ROOT, 'locales'),
    maxResults: 50_000,
  })
  if (ruleset === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'))
  return ruleset
}

/** A copy of rules and locales that may be edited. */
export function copyRules(): string {
  const folder = temporaryFolder()
  for (const part of ['rules', 'locales']) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  return folder
}

/** The same rules with empty caches. */
export function forgetful(ruleset: Ruleset): Ruleset {
  return createRuleset(ruleset.model, ruleset.lexicons, ruleset.maxResults)
}
