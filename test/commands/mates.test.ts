/** `robe mate` and `robe parentage` answer from files, and name the file in a fault. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readCsv } from '../../src/cli/coats/csv.js'
import { robe } from './run.js'

const folder = t.testdir()
const store = join(folder, 'robe.db')
const fileOf = (name: string, text: string): string => {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

t.test('quotes, semicolons, empty lines and a byte order mark of a table are read', (t) => {
  const rows = readCsv('\uFEFFid;grey\r\n"a;""b""";G/n\r\n\r\nc;\n')
  t.same(
    rows.map(({ line, fields }) => [line, ...fields.values()]),
    [
      [2, 'a;"b"', 'G/n'],
      [4, 'c', ''],
    ],
  )
  t.end()
})

t.test('candidates of a table are compared', async (t) => {
  const file = fileOf(
    'candidates.csv',
    'id,extension,agouti,matp\nbuckskin,E/e,A/A,Cr/n\ncremello,e/e,A/A,Cr/Cr\n',
  )
  const mare = ['--horse', 'extension=e/e agouti=A/A', '--wanted', 'palomino', '--lang', 'en']
  const { code, out } = await robe(store, 'mate', file, ...mare)
  t.equal(code, 0)
  t.match(out, /100 %\s+.*cremello[\s\S]*25 %\s+.*buckskin/)
  const { code: failed, err } = await robe(store, 'mate', file, ...mare.slice(0, 2), '--wanted', 'plaid')
  t.equal(failed, 1)
  t.match(err, /candidates\.csv error: wanted\.0 must be a coat's name/)
})

t.test('a parentage in a file is checked', async (t) => {
  const file = fileOf(
    'parentage.yaml',
    'foal: { seen: bay }\nmother: { seen: chestnut }\nfather: { seen: chestnut }\n',
  )
  const { code, out } = await robe(store, 'parentage', file, '--lang', 'en')
  t.equal(code, 0)
  t.match(out, /excluded[\s\S]*both parents together[\s\S]*never proves/)
  const { err } = await robe(
    store,
    'parentage',
    fileOf('wrong.yaml', 'foal: { seen: bay }\nmother:\n  seen: plaid\n'),
  )
  t.match(err, /wrong\.yaml:3:\d+ error: .*plaid/)
})
