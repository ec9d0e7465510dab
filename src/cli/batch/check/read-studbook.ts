/**
 * Reads a studbook: a table, or the pedigree of a PLINK `.fam` file with the colours and genes of a table.
 * Guarantees: a row that cannot be read is a fault and its other cells still count; ids join rows in any order.
 */
import type { Ruleset } from '../../../operations/ruleset.js'
import { ClientError } from '../../../operations/client-error.js'
import { Refusal } from '../../report.js'
import type { Mapping } from '../columns/mapping.js'
import { readSexCell } from '../columns/row-question.js'
import { extraCells, openTable } from '../input/csv-format.js'
import type { CsvRecord } from '../input/csv-records.js'
import type { Input } from '../input/open-input.js'
import { beginning } from '../input/beginning.js'
import { readDate } from './dates.js'
import type { FaultList } from './fault.js'
import { SEX_CODES, Studbook } from './studbook.js'

const PEDIGREE = ['id', 'sire', 'dam', 'sex', 'birth_date', 'coat']

/** A stand-in for an unknown parent. */
const NO_PARENT = new Set(['', '0', '-', '?', 'unknown'])

export interface ReadStudbook {
  readonly book: Studbook
  /** Headers that were not read. */
  readonly unread: readonly string[]
}

/** @param fam a PLINK pedigree that the table adds to. Rejects with Refusal. */
export async function readStudbook(
  input: Pick<Input, 'chunks'>,
  fam: Pick<Input, 'chunks'> | undefined,
  { model }: Ruleset,
  mapping: Mapping,
  faults: FaultList,
  count: () => void,
): Promise<ReadStudbook> {
  const loci = model.loci.map(({ key }) => key)
  const table = openTable(await beginning(input.chunks), [...PEDIGREE, ...loci], mapping)
  const { places, unread } = table.columns
  if (!places.has('id'))
    throw new Refusal('error: --op check needs a column id: a file of --columns says which it is')
  const genes = loci.filter((key) => places.has(key))
  if (genes.length === 0 && !places.has('coat'))
    throw new Refusal(
      `error: --op check compares coats and genes, and there are none: expected coat, ${loci.join(', ')}`,
    )
  const book = new Studbook(genes)
  if (fam !== undefined) await readFam(fam, book, faults, count)
  const at = (column: string): number => places.get(column) ?? -1
  const [id, sire, dam, sex, birth, coat] = PEDIGREE.map(at) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const geneAt = genes.map(at)
  const words = new Map([...places].map(([column, place]) => [place, mapping.values.get(column)] as const))
  const cellOf = ({ cells }: CsvRecord, place: number): string => {
    if (place < 0) return ''
    const cell = (cells[place] ?? '').trim()
    return words.get(place)?.get(cell) ?? cell
  }
  const take = (record: CsvRecord): void => {
    count()
    const { line, cells } = record
    const fail = (what: string, animal = -1): void =>
      faults.add('row', () => ({ animal, sire: -1, dam: -1, line, loci: [], what }))
    const wrong = record.fault ?? extraCells(cells, table.columns.count)
    if (wrong !== undefined) return fail(wrong)
    const name = cellOf(record, id)
    if (name === '') return fail('the row has no id')
    const animal = book.animalOf(name)
    if (fam !== undefined && book.line[animal] === 0)
      return faults.add('missing id', () => ({
        animal,
        sire: -1,
        dam: -1,
        line,
        loci: [],
        what: `"${name}" is not in the .fam file`,
      }))
    if (fam === undefined ? book.line[animal] !== 0 : seen.has(animal)) {
      const first = fam === undefined ? ` and on line ${book.line[animal]}` : ' and on a line before'
      return faults.add('duplicate id', () => ({
        animal,
        sire: -1,
        dam: -1,
        line,
        loci: [],
        what: `"${name}" stands here${first}; this row is not used`,
      }))
    }
    if (fam !== undefined) seen.add(animal)
    else book.line[animal] = line
    if (sire >= 0) setParent(book, 'sire', animal, cellOf(record, sire))
    if (dam >= 0) setParent(book, 'dam', animal, cellOf(record, dam))
    if (sex >= 0) setSex(book, animal, cellOf(record, sex), fail)
    if (birth >= 0) {
      const born = readDate(cellOf(record, birth))
      if (born === undefined)
        fail(`birth_date: "${cellOf(record, birth)}" is no date such as 2026-01-31`, animal)
      book.born[animal] = born ?? 0
    }
    if (coat >= 0) book.coat[animal] = numbered(book.coats.numberOf(cellOf(record, coat)), 'coat')
    geneAt.forEach((place, i) => {
      const cells = book.cells[i] as Uint16Array
      cells[animal] = numbered(book.genes[i]?.numberOf(cellOf(record, place)), genes[i] ?? '')
    })
  }
  const seen = new Set<number>()
  table.first.forEach(take)
  for await (const text of input.chunks) table.read(text, false).forEach(take)
  table.read('', true).forEach(take)
  return { book, unread }
}

function numbered(number: number | undefined, column: string): number {
  if (number !== undefined) return number
  throw new Refusal(
    `error: the column ${column} has more than 65,535 different cells: is it the right column?`,
  )
}

function setParent(book: Studbook, role: 'sire' | 'dam', animal: number, id: string): void {
  if (NO_PARENT.has(id)) return
  const parent = book.animalOf(id)
  book[role][animal] = parent + 1
}

function setSex(
  book: Studbook,
  animal: number,
  cell: string,
  fail: (what: string, animal: number) => void,
): void {
  try {
    const sex = readSexCell(cell)
    if (sex !== undefined) book.sex[animal] = SEX_CODES[sex]
  } catch (error) {
    if (!(error instanceof ClientError)) throw error
    fail(error.message, animal)
  }
}

/** Lines of family, id, father, mother, sex (1 male, 2 female) and phenotype, between blanks. */
async function readFam(
  { chunks }: Pick<Input, 'chunks'>,
  book: Studbook,
  faults: FaultList,
  count: () => void,
): Promise<void> {
  let line = 0
  for await (const text of chunks)
    for (const each of text.slice(0, -1).split('\n')) {
      line++
      if (each.trim() === '') continue
      count()
      const [family, id, sire = '0', dam = '0', sex = '0'] = each.trim().split(/\s+/)
      const at = line
      const fail = (what: string, animal = -1): void =>
        faults.add('row', () => ({ animal, sire: -1, dam: -1, line: at, loci: [], what }))
      if (family === undefined || id === undefined) {
        fail('a .fam line has six fields: family, id, father, mother, sex, phenotype')
        continue
      }
      const animal = book.animalOf(id)
      if (book.line[animal] !== 0) {
        faults.add('duplicate id', () => ({
          animal,
          sire: -1,
          dam: -1,
          line: at,
          loci: [],
          what: `"${id}" stands here and on line ${book.line[animal]} of the .fam file; this row is not used`,
        }))
        continue
      }
      book.line[animal] = line
      setParent(book, 'sire', animal, sire)
      setParent(book, 'dam', animal, dam)
      setSex(book, animal, sex, fail)
    }
}
