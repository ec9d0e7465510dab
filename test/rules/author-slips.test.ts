/** The slips of author-slips.ts, each in a copy of the pocket horse. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { openRuleset } from '../../src/operations/open-ruleset.js'
import { reviewDraft, reviewRules } from '../../src/workbench/check/review.js'
import { ROOT } from '../phenotypes/shipped.js'
import { AUTHOR_SLIPS, type AuthorSlip } from './author-slips.js'

const POCKET_HORSE = fileURLToPath(new URL('test/fixtures/pocket-horse', ROOT))
const TODAY = '2026-11-21'
const MAX_UNNOTICED = 2

async function diagnose(folder: string, { file, from, to }: AuthorSlip) {
  cpSync(POCKET_HORSE, folder, { recursive: true })
  const text = readFileSync(path.join(folder, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`)
  writeFileSync(
    path.join(folder, file),
    text.replace(from, () => to),
  )
  const folders = { rulesDir: path.join(folder, 'rules'), localesDir: path.join(folder, 'locales') }
  const opened = await openRuleset({ ...folders, maxResults: 1000 })
  const { ruleset, diagnostics } = opened
  return [
    ...reviewDraft(opened),
    ...diagnostics,
    ...(ruleset === undefined ? [] : reviewRules(ruleset, TODAY)),
  ]
}

t.test('every slip of an author is named at the line where it was typed', async (t) => {
  const root = t.testdir({})
  const differing: unknown[] = []
  for (const [index, slip] of AUTHOR_SLIPS.entries()) {
    const diagnostics = await diagnose(path.join(root, String(index)), slip)
    const found = diagnostics.map(({ code, place }) => `${code} ${place.file}:${place.line}`)
    const [first] = diagnostics
    const says = `${first?.what ?? ''} ${first?.fix ?? ''}`
    if (found.join() !== slip.found.join() || !says.includes(slip.says ?? ''))
      differing.push({ slip: slip.slip, found, says })
  }
  t.same(differing, [])
})

t.test('at most two of sixty slips go unnoticed, each for a reason', (t) => {
  const unnoticed = AUTHOR_SLIPS.filter(({ found }) => found.length === 0)
  t.ok(AUTHOR_SLIPS.length >= 60)
  t.ok(unnoticed.length <= MAX_UNNOTICED)
  t.ok(unnoticed.every((slip) => slip.unnoticed !== undefined))
  t.end()
})
