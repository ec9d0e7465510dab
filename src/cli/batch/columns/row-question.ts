/**
 * A row of a table as the question that its operation answers.
 * Guarantees: the fields are those of a request, so that the same code checks both; an empty cell says nothing.
 */
import type { Model, ModelLocus } from '../../../model/model.js'
import type { Fields } from '../../../operations/read/decode-fields.js'
import { faultAt } from '../../../operations/read/refusals.js'
import { readCell } from './cell-alleles.js'

/** How the operations of a batch are called on the command line, and in the registry. */
export const OPERATION_IDS = {
  coat: 'coats.result',
  cross: 'coats.generateChild',
  infer: 'coats.infer',
  report: 'coats.readReport',
} as const

export type BatchOp = keyof typeof OPERATION_IDS

const PARENTS = ['mother', 'father'] as const

/** Columns that the operation reads of a row, in the order of the model's loci. */
export function columnsOf({ loci }: Pick<Model, 'loci'>, op: BatchOp): readonly string[] {
  const genes = loci.map(({ key }) => key)
  switch (op) {
    case 'coat':
      return ['sex', ...genes]
    case 'infer':
      return ['sex', 'coat', ...genes]
    case 'cross':
      return PARENTS.flatMap((parent) => genes.map((gene) => `${parent}.${gene}`))
    case 'report':
      return ['report', 'sex', 'laboratory']
  }
}

/** The sexes of a table, in lower case; 1 and 2 as in PLINK's `.fam`. */
const SEXES: Readonly<Record<string, 'f' | 'm'>> = { f: 'f', female: 'f', 2: 'f', m: 'm', male: 'm', 1: 'm' }
const NO_SEX = new Set(['', '0', '?', 'u', 'unknown', '-'])

/** Undefined for an empty or unknown sex. Throws ClientError. */
export function readSexCell(cell: string): 'f' | 'm' | undefined {
  const word = cell.toLowerCase()
  if (NO_SEX.has(word)) return undefined
  const sex = SEXES[word]
  if (sex !== undefined) return sex
  throw faultAt(
    'sex',
    cell,
    `sex must be f or m; "${cell}" stands there: a file of --columns says what words mean`,
    ['f', 'm'],
  )
}

/** Genes that are left out were not tested. */
const UNTESTED = { untested: 'population' } as const

/** The only animal of a question of `infer`. */
const ANIMAL = 'animal'

/**
 * @param columns of the cells @param population for genes that were not tested; undefined: they are wild type, as in a request
 * Throws ClientError.
 */
export function createRowQuestion(
  { loci }: Pick<Model, 'loci'>,
  op: BatchOp,
  columns: readonly string[],
  population: string | undefined,
): (cells: readonly string[]) => Fields {
  const readers = columns.map((column) => {
    const [parent, gene] = column.includes('.') ? (column.split('.') as [string, string]) : ['', column]
    return { column, parent, locus: loci.find(({ key }) => key === gene) }
  })
  const untested = population === undefined ? {} : { ...UNTESTED, population }
  return (cells) => {
    const words: Record<string, string> = {}
    const animals: Record<string, Record<ModelLocus['group'], Record<string, readonly string[]>>> = {
      '': { base: {}, others: {} },
      mother: { base: {}, others: {} },
      father: { base: {}, others: {} },
    }
    readers.forEach(({ column, parent, locus }, i) => {
      const cell = cells[i] ?? ''
      if (cell === '') return
      if (locus === undefined) words[column] = cell
      else {
        const alleles = readCell(locus, cell, column)
        const animal = animals[parent]
        if (alleles !== undefined && animal !== undefined) animal[locus.group][locus.key] = alleles
      }
    })
    const sex = readSexCell(words['sex'] ?? '')
    const sexed = sex === undefined ? {} : { sex }
    switch (op) {
      case 'coat':
        return { ...animals[''], ...sexed, ...untested }
      case 'infer': {
        const seen = words['coat'] === undefined ? {} : { seen: words['coat'] }
        const animal = { id: ANIMAL, ...animals[''], ...sexed, ...seen }
        return { horses: [animal], ask: [{ coat: ANIMAL }], ...UNTESTED, population }
      }
      case 'cross': {
        const { mother, father } = animals
        return { mother, father, group_by: 'coat', ...untested }
      }
      case 'report': {
        const { report = '', laboratory } = words
        return { report, ...(laboratory === undefined ? {} : { laboratory }), ...sexed }
      }
    }
  }
}
