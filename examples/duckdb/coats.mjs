/**
 * Names the coats of a herd in a Parquet file with DuckDB, in two ways, and shows that both agree.
 * Usage: node coats.mjs [rows]. Without a herd.parquet beside it, one with that many random horses (default 100 000) is written.
 */
import { existsSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { DuckDBInstance, DuckDBScalarFunction, VARCHAR } from '@duckdb/node-api'
import { ContractError, openRobe } from 'robe/node'

const rows = Number(process.argv[2] ?? 100_000)
const file = process.env.HERD ?? fileURLToPath(new URL('herd.parquet', import.meta.url))
const robe = openRobe()
const groupOf = new Map(robe.genes().genes.map(({ gene, group }) => [gene, group]))

/** The name of a coat for a genotype such as `extension=E/e agouti=A/a`; the reason where it has none. */
function coatOf(text) {
  const fields = { base: {}, others: {}, lang: 'en' }
  for (const part of text.split(' ')) {
    const [gene, alleles] = part.split('=')
    fields[groupOf.get(gene) ?? 'others'][gene] = alleles.split('/')
  }
  try {
    return robe.result(fields).translate
  } catch (error) {
    if (error instanceof ContractError) return error.message
    throw error
  }
}

const connection = await (await DuckDBInstance.create()).connect()
connection.registerScalarFunction(
  DuckDBScalarFunction.create({
    name: 'coat',
    parameterTypes: [VARCHAR],
    returnType: VARCHAR,
    mainFunction(_info, input, output) {
      const genotypes = input.getColumnVector(0)
      for (let row = 0; row < input.rowCount; row++) output.setItem(row, coatOf(genotypes.getItem(row)))
      output.flush()
    },
  }),
)

/** SQL for a random genotype. @param probability of the first allele, for each copy */
function random(first, second, probability) {
  const copy = `if(random() < ${probability}, '${first}', '${second}')`
  return `concat(${copy}, '/', ${copy})`
}

if (!existsSync(file)) {
  await connection.run('select setseed(0.5)')
  await connection.run(`
    copy (
      select id, ${random('E', 'e', 0.6)} as extension, ${random('A', 'a', 0.5)} as agouti,
        ${random('Cr', 'n', 0.1)} as matp, ${random('D', 'nd2', 0.05)} as dun, ${random('To', 'n', 0.05)} as kit,
        ${random('G2', 'n', 0.1)} as grey
      from range(${rows}) herd(id)
    ) to '${file}' (format parquet)`)
}

/** One text per horse. Genes that are not known (null) are left out, which means wild type. */
const GENES = ['extension', 'agouti', 'matp', 'dun', 'kit', 'grey']
const genotype = `concat_ws(' ', ${GENES.map((gene) => `'${gene}=' || ${gene}`).join(', ')})`

async function timed(title, sql) {
  const start = performance.now()
  await connection.run(sql)
  const [[count]] = (await connection.runAndReadAll(`select count(*) from ${title}`)).getRows()
  const seconds = (performance.now() - start) / 1000
  console.error(`${title}: ${Math.round(Number(count) / seconds)} rows a second`)
}

await timed('each_row', `create table each_row as select id, coat(${genotype}) as coat from '${file}'`)
await timed(
  'distinct_first',
  `create table distinct_first as
     with herd as (select id, ${genotype} as genotype from '${file}'),
       coats as (select genotype, coat(genotype) as coat from (select distinct genotype from herd))
     select id, coat from herd join coats using (genotype)`,
)

const differing = await connection.runAndReadAll(
  'select count(*) from each_row join distinct_first using (id) where each_row.coat <> distinct_first.coat',
)
console.error(`rows that differ: ${differing.getRows()[0][0]}`)
const common = await connection.runAndReadAll(
  'select coat, count(*) as horses from distinct_first group by coat order by horses desc, coat limit 10',
)
for (const [coat, horses] of common.getRows()) console.log(`${coat}: ${horses}`)
