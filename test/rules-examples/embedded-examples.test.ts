/**
 * Every example that stands beside the rules, run; and the runner itself, shown to fail when an example is wrong.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'
import { parseDocument, type YAMLMap, type YAMLSeq } from 'yaml'
import { formatFailure, readExamples, runExamples } from '../../src/workbench/examples/examples.js'
import { openRules, ROOT, shippedRulesetAsWritten } from '../phenotypes/shipped.js'

t.test('every example in genes, tables and horses.yaml comes out as its author says', async (t) => {
  const ruleset = await shippedRulesetAsWritten()
  const failures = runExamples(ruleset)
  for (const failure of failures) t.fail(formatFailure(failure))
  t.ok(readExamples(ruleset).length > 200, `${readExamples(ruleset).length} examples in all`)
})

t.test(
  'an example that is wrong is told with its file, line, what was expected, what came out and why',
  async (t) => {
    const folder = t.testdir()
    for (const name of ['rules', 'locales']) {
      cpSync(fileURLToPath(new URL(name, ROOT)), path.join(folder, name), { recursive: true })
    }
    const spoilt = [
      spoil(path.join(folder, 'rules/genes/matp.yaml'), 'examples', { fr: 'Isabelle' }, ['fr'], 'Buckskin'),
      spoil(
        path.join(folder, 'rules/epistasis/20-base.yaml'),
        'examples',
        { expect: ['black'] },
        ['expect'],
        ['bay', 'black'],
      ),
      spoil(
        path.join(folder, 'rules/horses.yaml'),
        'horses',
        { title: 'chestnut, one cream' },
        ['given', 'agouti'],
        ['A', 'Q'],
      ),
    ]
    const failures = runExamples(await openRules(pathToFileURL(`${folder}/`)))
    const refused = 'a refusal: Invalid genetic combination at base.agouti'
    t.match(failures, [
      { place: { file: 'rules/genes/matp.yaml' }, what: 'name in fr', expected: 'Buckskin', got: 'Isabelle' },
      {
        place: { file: 'rules/epistasis/20-base.yaml' },
        what: 'tokens of base',
        expected: 'bay, black',
        got: 'black',
      },
      { place: { file: 'rules/horses.yaml' }, what: 'name in en', expected: 'Palomino', got: refused },
      { place: { file: 'rules/horses.yaml' }, what: 'name in fr', expected: 'Palomino', got: refused },
    ])
    t.equal(failures.length, 4, 'and nothing else fails')
    t.strictSame([...new Set(failures.map(({ place }) => place.line))], spoilt, 'at the examples spoilt')
    t.match(
      failures.map(formatFailure)[1],
      /^rules\/epistasis\/20-base\.yaml:\d+:\d+ .*: tokens of base: expected bay, black, got black \(rules base-black\)$/,
    )
  },
)

/**
 * Changes the first example of a list that says this; answers the line where it begins.
 * @param says keys that the example has, with their values @param key path of the value that is changed
 */
function spoil(file: string, list: string, says: object, key: readonly string[], value: unknown): number {
  const document = parseDocument(readFileSync(file, 'utf8'))
  const at = (document.toJS() as Record<string, readonly Record<string, unknown>[]>)[list]?.findIndex(
    (example) =>
      Object.entries(says).every(([key, value]) => JSON.stringify(example[key]) === JSON.stringify(value)),
  )
  if (at === undefined || at < 0) throw new Error(`no example of ${file} says ${JSON.stringify(says)}`)
  document.setIn([list, at, ...key], document.createNode(value, { flow: true }))
  const text = document.toString({ lineWidth: 0 })
  writeFileSync(file, text)
  const examples = parseDocument(text).get(list) as YAMLSeq<YAMLMap>
  return text.slice(0, examples.items[at]?.range?.[0]).split('\n').length
}
