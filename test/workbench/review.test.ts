/**
 * What is said of sound rules: each warning and hint by its exact text, and nothing said where nothing is amiss.
 */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { openRuleset } from '../../src/operations/open-ruleset.js'
import type { RuleFolders } from '../../src/rules/load.js'
import { formatDiagnostic, type Diagnostic } from '../../src/rules/diagnostic.js'
import { reviewDraft, reviewRules } from '../../src/workbench/check/review.js'
import { ROOT } from '../phenotypes/shipped.js'
import { checkCases } from '../rules/cases.js'

const TODAY = '2026-11-21'

async function review(folders: RuleFolders): Promise<readonly Diagnostic[]> {
  const opened = await openRuleset({ ...folders, maxResults: 1000 })
  const { ruleset, diagnostics } = opened
  return [
    ...reviewDraft(opened),
    ...diagnostics,
    ...(ruleset === undefined ? [] : reviewRules(ruleset, TODAY)),
  ]
}

t.test('every warning and hint says where, what, why and how to fix it', (t) => {
  checkCases(t, 'review', review)
  t.end()
})

async function reviewIn(folder: string): Promise<readonly Diagnostic[]> {
  const root = path.join(fileURLToPath(ROOT), folder)
  return review({ rulesDir: path.join(root, 'rules'), localesDir: path.join(root, 'locales') })
}

t.test('the shipped rules pass `robe rules check --strict`', async (t) => {
  const found = (await reviewIn('.')).filter(({ severity }) => severity !== 'hint')
  t.equal(found.map(formatDiagnostic).join('\n'), '')
})

for (const folder of ['examples/dog', 'examples/cat', 'examples/skeleton']) {
  t.test(`of ${folder} nothing is to be said but that some sources have no address`, async (t) => {
    const others = (await reviewIn(folder)).filter(({ code }) => code !== 'NO_ADDRESS')
    t.equal(others.map(formatDiagnostic).join('\n'), '')
  })
}
