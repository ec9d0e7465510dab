/**
 * `robe rules finish`: what derives from the shipped rules is what they give, and the command writes that and nothing else.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { derivedTexts } from '../../src/cli/rules/finish/finish.js'
import { lineChanges } from '../../src/cli/rules/finish/line-changes.js'
import { ROOT, shippedRulesetAsWritten } from '../phenotypes/shipped.js'
import { faultsOf } from '../picture/svg-faults.js'
import { robe, type Ran } from './run.js'

t.test('every file of the repository that derives from the rules is what they give', async (t) => {
  const ruleset = await shippedRulesetAsWritten()
  const read = (file: string): string | undefined => {
    const url = new URL(file, ROOT)
    return existsSync(url) ? readFileSync(url, 'utf8') : undefined
  }
  const files = derivedTexts({ ruleset, read })
  for (const { file, text, changes } of files) {
    t.not(text, undefined, `${file} is there`)
    t.equal(changes, undefined, `${file}: run robe rules finish`)
    if (file.endsWith('.svg')) t.same(faultsOf(text ?? '', 'c'), [], file)
  }
})

const CATALOGUE = 'docs/genetics.md'
const NAMES = `title: Names
about: Of a test.
languages: [en, fr]
columns: { bay: { extension: [E, e], agouti: [A, a] }, chestnut: { extension: [e, e], agouti: [A, a] } }
rows: { matp: [["n", "n"], [Cr, "n"]] }
`

/** A small rule set in a folder, with these files beside it. */
function ruleSet(t: Test, files: Readonly<Record<string, string>>): string {
  const folder = t.testdir()
  cpSync(fileURLToPath(new URL('test/fixtures/pocket-horse', ROOT)), folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}

async function finish(folder: string, ...words: readonly string[]): Promise<Ran> {
  const ran = await robe(':memory:', 'rules', '--in', folder, 'finish', ...words)
  const code = ran.code || Number(process.exitCode ?? 0)
  process.exitCode = 0
  return { ...ran, code }
}

t.test('--check names what is stale and writes nothing; without it each file is written once', async (t) => {
  const folder = ruleSet(t, {
    [CATALOGUE]: 'in the words of `fr`, by `robe rules catalogue`\n',
    'test/golden/coat-names.yaml': NAMES,
  })
  const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8')
  const before = read(CATALOGUE)
  const checked = await finish(folder, '--check')
  t.equal(checked.code, 1)
  t.match(checked.out, /^docs\/genetics\.md: \d+ lines added, 1 line removed$/m)
  t.match(checked.out, /^test\/golden\/coat-names\.md: \d+ lines added/m)
  t.match(checked.out, /: run robe rules finish --in /)
  t.equal(read(CATALOGUE), before)
  t.notOk(existsSync(path.join(folder, 'test/golden/coat-names.md')))

  t.match(await finish(folder), { code: 0, out: /^docs\/genetics\.md: \d+ lines added/m })
  t.match(read(CATALOGUE), 'in the words of `fr`')
  t.match(read('test/golden/coat-names.md'), '| Cr/n | Buckskin / Isabelle | Palomino / Palomino |')
  const again = await finish(folder, '--check')
  t.equal(again.code, 0)
  t.match(again.out, /^docs\/genetics\.md: unchanged$/m)
})

t.test("a file of the author's own is left alone, and what is not there is named as skipped", async (t) => {
  const own = { [CATALOGUE]: '# My horses\n', 'openapi.yaml': 'openapi: 3.1.1\n' }
  const folder = ruleSet(t, own)
  const { code, out } = await finish(folder)
  t.equal(code, 0)
  t.match(
    out,
    /^Skipped, since \S+ has none made from rules: openapi\.yaml, docs\/genetics\.md, docs\/coats\.svg, /,
  )
  for (const [file, text] of Object.entries(own)) t.equal(readFileSync(path.join(folder, file), 'utf8'), text)
})

t.test(
  'a definition that cannot be used, or an animal that the rules refuse, is told with its file',
  async (t) => {
    for (const [text, message] of [
      [
        NAMES.replace('languages: [en, fr]', 'languages: en'),
        /coat-names\.yaml:3:\d+ error: this must be array/,
      ],
      [NAMES.replace('[Cr, "n"]', '[Cr, n]'), /coat-names\.yaml:\d+:\d+ UNQUOTED_N/],
      [NAMES.replace('[Cr, "n"]', '[Cr, Xx]'), /coat-names\.yaml: error: .*matp/],
    ] as const) {
      const folder = ruleSet(t, {
        'test/golden/coat-names.yaml': text,
        [CATALOGUE]: 'by `robe rules catalogue`',
      })
      t.match(await finish(folder), { code: 1, err: message })
      t.equal(
        readFileSync(path.join(folder, CATALOGUE), 'utf8'),
        'by `robe rules catalogue`',
        'nothing is written',
      )
    }
  },
)

t.test('a change is counted in lines', (t) => {
  t.equal(lineChanges('a\nb\n', 'a\nb\n'), undefined)
  t.equal(lineChanges('a\nb\n', 'a\nc\nd\n'), '2 lines added, 1 line removed')
  t.equal(lineChanges('a\na\n', 'a\n'), '1 line removed')
  t.equal(lineChanges('a\nb\n', 'b\na\n'), 'lines moved')
  t.end()
})
