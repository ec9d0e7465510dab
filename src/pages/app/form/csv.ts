/**
 * The foals of a cross as a table for spreadsheets, in the language of the page.
 * Guarantees: opens as it is meant in a spreadsheet of that language (byte-order mark, decimal sign, separator); no cell is taken for a
 * formula; columns that say nothing are left out.
 */
import type { GenesAnswer } from '../../../operations/genes/genes.js'
import type { Words } from '../texts.js'
import { ends, type FoalRow } from './foals.js'
import { choiceOf, type Copies } from './choice.js'
import { csvCell } from './herd/csv.js'

export interface CsvOptions {
  readonly words: Words
  readonly genes: GenesAnswer['genes']
  /** Percentage of the foals that are expected to live; undefined: all. */
  readonly live: number | undefined
}

type Cell = string | number | undefined

/** A column with its heading. */
interface Column {
  readonly heading: string
  readonly cell: (row: FoalRow) => Cell
}

/** Tells spreadsheets that the file is UTF-8. */
const MARK = '\uFEFF'

export function csvOf(rows: readonly FoalRow[], options: CsvOptions): string {
  const { language } = options.words
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 5, useGrouping: false })
  const decimal = numbers.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value
  const separator = decimal === ',' ? ';' : ','
  const written = (value: Cell): string => {
    if (value === undefined) return ''
    return csvCell(typeof value === 'number' ? numbers.format(value) : value, separator)
  }
  const columns = columnsOf(rows, options)
  const lines = [
    columns.map(({ heading }) => heading),
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
  ]
  return MARK + lines.map((line) => `${line.map(written).join(separator)}\r\n`).join('')
}

function columnsOf(rows: readonly FoalRow[], { words, genes, live = 100 }: CsvOptions): readonly Column[] {
  const { say } = words
  const ofLive = ({ percentage, viability }: FoalRow): Cell =>
    percentage === undefined || viability?.status === 'lethal' ? undefined : (100 * percentage) / live
  const endsOf = ({ percentage_band: band, percentage }: FoalRow) => ends(band, percentage)
  const all: readonly (Column | undefined)[] = [
    { heading: say('coat'), cell: ({ coat }) => coat },
    rows.some(({ sex }) => sex !== undefined)
      ? { heading: say('sex'), cell: ({ sex }) => sex && say(sex === 'f' ? 'daughter' : 'son') }
      : undefined,
    { heading: say('percent'), cell: ({ percentage }) => percentage },
    { heading: say('percentOfLive'), cell: ofLive },
    ...(rows.some((row) => endsOf(row)[0] < endsOf(row)[1])
      ? [
          { heading: say('lowShare'), cell: (row: FoalRow) => endsOf(row)[0] },
          { heading: say('highShare'), cell: (row: FoalRow) => endsOf(row)[1] },
        ]
      : []),
    rows.some(({ viability }) => viability !== undefined)
      ? { heading: say('chances'), cell: ({ viability }) => viability?.cause }
      : undefined,
    { heading: say('likelyGenotype'), cell: ({ genotype }) => genotypeText(genotype, genes) },
    { heading: say('count'), cell: ({ genotypes = 1 }) => genotypes },
  ]
  return all.filter((each) => each !== undefined)
}

/** The genes that are required or have a variant, by name. */
function genotypeText(genotype: FoalRow['genotype'], genes: GenesAnswer['genes']): string {
  const choice = choiceOf(genotype, genes)
  const isTold = (copies: Copies, required: boolean, wildType: string | null): boolean =>
    required || copies.some((copy) => copy !== wildType)
  return genes
    .flatMap(({ gene, name, required, wild_type: wildType }) => {
      const copies = choice[gene]
      return copies === undefined || !isTold(copies, required, wildType)
        ? []
        : [`${name} ${copies.join('/')}`]
    })
    .join(', ')
}
