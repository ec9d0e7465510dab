/** What a diff lists beside coats and names: order of loci, hit policies, texts. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { openRuleset } from '../../src/operations/open-ruleset.js'
import { diffRules } from '../../src/workbench/diff/diff.js'
import { ROOT } from '../phenotypes/shipped.js'

const POCKET_HORSE = fileURLToPath(new URL('test/fixtures/pocket-horse', ROOT))

async function open(folder: string) {
  const folders = { rulesDir: path.join(folder, 'rules'), localesDir: path.join(folder, 'locales') }
  const { ruleset } = await openRuleset({ ...folders, maxResults: 1000 })
  if (ruleset === undefined) throw new Error('the rules do not open')
  return ruleset
}

const CHANGES = [
  [
    'rules/manifest.yaml',
    '[extension, agouti,',
    '[agouti, extension,',
    'major',
    'answers list the loci in another order',
  ],
  [
    'rules/epistasis/20-base.yaml',
    'hit: unique',
    'hit: collect',
    'minor',
    'the hit policy of the table base is collect, was unique',
  ],
  [
    'rules/genes/grey.yaml',
    'name: grey\n',
    'name: greying\n',
    'patch',
    'name of the locus grey is "greying", was "grey"',
  ],
] as const

for (const [file, from, to, needed, what] of CHANGES) {
  t.test(`a diff lists a change that no coat shows: ${what}`, async (t) => {
    const folder = t.testdir({})
    cpSync(POCKET_HORSE, folder, { recursive: true })
    const text = readFileSync(path.join(folder, file), 'utf8')
    writeFileSync(path.join(folder, file), text.replace(from, to))
    const found = diffRules(await open(POCKET_HORSE), await open(folder))
    t.equal(found.changed, 0n)
    t.same(found.structure, [{ bump: needed, what }])
    t.equal(found.version.needed, needed)
  })
}
