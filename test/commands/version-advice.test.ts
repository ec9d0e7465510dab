/**
 * `check --against`: a version that says less than the changes do is refused, with what changed and what to write.
 */
import t from 'tap'
import { judgeVersion } from '../../src/cli/rules/check.js'
import { openRuleset } from '../../src/operations/open-ruleset.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { formatDiagnostic } from '../../src/rules/diagnostic.js'
import type { RuleFolders } from '../../src/rules/load.js'
import { checkCases } from '../rules/cases.js'

async function open(folders: RuleFolders): Promise<Ruleset> {
  const { ruleset, diagnostics } = await openRuleset({ ...folders, maxResults: 1000 })
  if (ruleset === undefined) throw new Error(diagnostics.map(formatDiagnostic).join('\n'))
  return ruleset
}

t.test('a version that says too little is told with the change that needs more', (t) => {
  checkCases(t, 'against', async (folders, base) =>
    judgeVersion(await open(base), await open(folders), 'origin/main'),
  )
  t.end()
})
