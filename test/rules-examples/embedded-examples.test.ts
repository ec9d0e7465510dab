/**
 * Every example that stands beside the rules, run; and the runner itself, shown to fail when an example is wrong.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'
import { formatFailure, readExamples, runExamples } from '../../src/workbench/examples/examples.js'
import { openBook, ROOT, shippedBookAsWritten } from '../phenotypes/shipped.js'

t.test('every example in genes, tables and horses.yaml comes out as its author says', async (t) => {
  const book = await shippedBookAsWritten()
  const failures = runExamples(book)
  for (const failure of failures) t.fail(formatFailure(failure))
  const { loci, tables, horses } = book.model.source
  t.ok(
    loci.every(({ examples }) => examples.length > 0),
    'every gene has an example',
  )
  t.ok(
    tables.every(({ examples }) => examples.length > 0),
    'every table has an example',
  )
  t.ok(horses.length > 100, `${horses.length} horses`)
  t.ok(readExamples(book).length > 200, `${readExamples(book).length} examples in all`)
})

t.test(
  'an example that is wrong is told with its file, line, what was expected, what came out and why',
  async (t) => {
    const folder = t.testdir()
    for (const name of ['rules', 'locales']) {
      cpSync(fileURLToPath(new URL(name, ROOT)), path.join(folder, name), { recursive: true })
    }
    const matp = spoil(path.join(folder, 'rules/genes/matp.yaml'), 'fr: Isabelle', 'fr: Buckskin')
    const base = spoil(
      path.join(folder, 'rules/epistasis/20-base.yaml'),
      'expect: [black]',
      'expect: [bay, black]',
    )
    const horses = spoil(
      path.join(folder, 'rules/horses.yaml'),
      'agouti: [A, a], matp',
      'agouti: [A, Q], matp',
    )
    const failures = runExamples(await openBook(pathToFileURL(`${folder}/`)))
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
    failures.forEach(({ place }, i) => {
      const spoilt = [matp, base, horses, horses][i] ?? 0
      t.ok(
        place.line <= spoilt && spoilt - place.line < 5,
        `line ${place.line} begins the example spoilt at ${spoilt}`,
      )
    })
    t.match(
      failures.map(formatFailure)[1],
      /^rules\/epistasis\/20-base\.yaml:\d+:\d+ black needs both a: tokens of base: expected bay, black, got black \(rules base-black\)$/,
    )
  },
)

/** Replaces the first occurrence; returns its line. */
function spoil(file: string, from: string, to: string): number {
  const text = readFileSync(file, 'utf8')
  const at = text.indexOf(from)
  if (at < 0) throw new Error(`${from} does not stand in ${file}`)
  writeFileSync(
    file,
    text.replace(from, () => to),
  )
  return text.slice(0, at).split('\n').length
}
