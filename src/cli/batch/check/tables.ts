/**
 * The four tables of a check: faults, animals, parents and loci.
 * Guarantees: the folder appears when all four are complete; rows have a fixed order.
 */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Refusal } from '../../report.js'
import { csvText } from '../answers/csv-answer.js'
import { unfinished } from '../output.js'

export const TABLES = {
  'faults.csv': [
    'rank',
    'kind',
    'line',
    'foal',
    'sire',
    'dam',
    'loci',
    'what',
    'alone_possible',
    'first_correction',
    'explains',
    'other_corrections',
  ],
  'animals.csv': ['id', 'line', 'parentages', 'impossible', 'first_correction_of'],
  'parents.csv': ['sire', 'year', 'foals', 'impossible'],
  'loci.csv': ['locus', 'parentages', 'impossible'],
} as const

export type TableName = keyof typeof TABLES
export type Tables = Readonly<Record<TableName, Iterable<readonly (string | number)[]>>>

/** Throws Refusal for a folder that holds something else than an older check. */
export async function assertReplaceable(folder: string): Promise<void> {
  let names: readonly string[]
  try {
    names = await readdir(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw new Refusal(
      `error: --out ${folder} is not a folder: expected a new folder, or that of an older check`,
    )
  }
  const other = names.find((name) => !(name in TABLES))
  if (other !== undefined)
    throw new Refusal(
      `error: --out ${folder} holds ${other}: expected a new folder, or that of an older check`,
    )
}

const ROWS_AT_A_TIME = 5_000

export async function writeTables(folder: string, tables: Tables): Promise<void> {
  const temporary = unfinished(path.normalize(folder).replace(/[/\\]$/, ''))
  await rm(temporary, { recursive: true, force: true })
  await mkdir(temporary, { recursive: true })
  for (const [name, header] of Object.entries(TABLES))
    await writeFile(path.join(temporary, name), textsOf(header, tables[name as TableName]), { flush: true })
  await rm(folder, { recursive: true, force: true })
  await rename(temporary, folder)
}

function* textsOf(
  header: readonly string[],
  rows: Iterable<readonly (string | number)[]>,
): Generator<string> {
  let text = `${header.join(',')}\n`
  let count = 0
  for (const row of rows) {
    text += `${csvText(row.map(String))}\n`
    if (++count % ROWS_AT_A_TIME > 0) continue
    yield text
    text = ''
  }
  yield text
}
