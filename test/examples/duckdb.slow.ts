/**
 * The example of DuckDB: both of its ways give every horse of a Parquet file the coat that the service gives.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import t from 'tap'
import { ROOT, shippedCoats } from '../http/service.js'

const ROWS = 20_000

t.test('both ways to ask give each horse of a herd the same coat, that of the service', async (t) => {
  const herd = join(t.testdir(), 'herd.parquet')
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    ['examples/duckdb/coats.mjs', String(ROWS)],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, HERD: herd },
    },
  )
  t.equal(status, 0, stderr)
  t.match(stderr, /^each_row: \d+ rows a second\ndistinct_first: \d+ rows a second\nrows that differ: 0\n$/)

  const connection = await (await DuckDBInstance.create()).connect()
  const columns = ['extension', 'agouti', 'matp', 'dun', 'kit', 'grey']
  const counted = await connection.runAndReadAll(
    `select ${columns.join(', ')}, count(*) as horses from '${herd}' group by all`,
  )
  const coats = await shippedCoats()
  const expected = new Map<string, number>()
  let horses = 0
  for (const row of counted.getRows()) {
    const [extension, agouti, ...others] = row.slice(0, -1).map((cell) => String(cell).split('/'))
    const fields = {
      base: { extension, agouti },
      others: Object.fromEntries(columns.slice(2).map((gene, i) => [gene, others[i]])),
      lang: 'en',
    }
    const { translate } = coats.result(fields, 'en').body as { readonly translate: string }
    const count = Number(row.at(-1))
    expected.set(translate, (expected.get(translate) ?? 0) + count)
    horses += count
  }
  t.equal(horses, ROWS)
  const shown = stdout.trim().split('\n')
  t.equal(shown.length, 10)
  t.same(
    shown,
    [...expected]
      .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
      .slice(0, 10)
      .map(([coat, count]) => `${coat}: ${count}`),
  )
})
