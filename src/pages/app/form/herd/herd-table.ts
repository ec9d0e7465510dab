/**
 * A herd as a table for spreadsheets: a row for each animal, a column for each tested gene.
 * Guarantees: reading inverts writing in every language of the page; a row that cannot be read is reported with its line and left out,
 * and so is a column without a known heading.
 */
import type { GenesAnswer } from '../../../../operations/genes/genes.js'
import { readText } from '../choice.js'
import type { Facts } from '../relatives.js'
import { readCsv, writeCsv } from './csv.js'
import { animalOf, LONGEST_NAME, nameOf, type Herd, type HerdAnimal } from './herd.js'

const COLUMNS = ['name', 'sex', 'coat', 'has', 'lacks', 'born', 'certain'] as const
type Column = (typeof COLUMNS)[number]

/** Headings that exports of other programs use (docs/recipes.md). */
const ALIASES: Readonly<Record<string, Column>> = { id: 'name', seen: 'coat' }

type Catalogue = Pick<GenesAnswer, 'genes' | 'tokens'>

export interface TableWords {
  /** The headings of the reader's language. */
  readonly headings: Readonly<Record<Column, string>>
  /** Each heading and each word for a sex or for yes, in every language of the page. */
  readonly headingsOf: (column: Column) => readonly string[]
  readonly sexWords: Readonly<Record<'f' | 'm', readonly string[]>>
  readonly separator: string
}

export function writeTable(herd: Herd, { genes }: Catalogue, words: TableWords): string {
  const tested = genes.filter(({ gene }) => herd.some(({ facts }) => facts.tests[gene] !== undefined))
  const head = [
    ...COLUMNS.map((each) => words.headings[each]),
    ...tested.map(({ gene, name }) => (name.toLowerCase() === gene ? name : `${name} [${gene}]`)),
  ]
  const rows = herd.map(({ name, sex, facts: { coat, has, lacks, born, isCertain, tests } }) => [
    name,
    words.sexWords[sex][0] ?? sex,
    coat,
    has.join(', '),
    lacks.join(', '),
    born,
    isCertain ? 'x' : '',
    ...tested.map(({ gene }) => tests[gene]?.join('/') ?? ''),
  ])
  return writeCsv([head, ...rows], words.separator)
}

/** Something that was left out: a text of the page by name, with its values. */
export interface Unread {
  readonly line: number
  readonly text: string
  readonly values: Readonly<Record<string, string | number>>
}

export interface TableRead {
  readonly herd: Herd
  readonly unread: readonly Unread[]
}

export function readTable(text: string, catalogue: Catalogue, words: TableWords): TableRead {
  const [head, ...rows] = readCsv(text)
  const unread: Unread[] = []
  const columns = (head?.cells ?? []).map((heading) => columnOf(heading, catalogue, words))
  if (!columns.includes('name'))
    return { herd: [], unread: [{ line: head?.line ?? 1, text: 'noNameColumn', values: {} }] }
  head?.cells.forEach((heading, at) => {
    if (columns[at] === undefined && heading !== '')
      unread.push({ line: head.line, text: 'strangeColumn', values: { word: heading } })
  })
  const herd: HerdAnimal[] = []
  for (const { line, cells } of rows) {
    const fields = new Map(columns.flatMap((column, at) => (column ? [[column, cells[at] ?? '']] : [])))
    const read = animalFrom(fields, catalogue, words)
    const isTwice = 'name' in read && animalOf(herd, read.name) !== undefined
    if (isTwice) unread.push({ line, text: 'nameTwice', values: {} })
    else if ('name' in read) herd.push(read)
    else unread.push({ line, ...read })
  }
  return { herd, unread }
}

/** A column, or `gene:` and the key of a gene. */
function columnOf(heading: string, { genes }: Catalogue, words: TableWords): string | undefined {
  const folded = fold(heading)
  const own = COLUMNS.find((each) => each === folded || words.headingsOf(each).map(fold).includes(folded))
  if (own !== undefined) return own
  const [, key = folded] = /\[([^\]]+)\]$/.exec(heading) ?? []
  const found = genes.find(({ gene, name, symbol }) => [gene, name, symbol].map(fold).includes(fold(key)))
  return found === undefined ? ALIASES[folded] : `gene:${found.gene}`
}

function fold(text: string): string {
  return text.trim().toLowerCase()
}

function animalFrom(
  fields: ReadonlyMap<string, string>,
  { genes, tokens }: Catalogue,
  { sexWords }: TableWords,
): HerdAnimal | Omit<Unread, 'line'> {
  const textOf = (column: Column): string => fields.get(column) ?? ''
  const name = nameOf(textOf('name'))
  if (name === undefined) return { text: 'badName', values: { most: LONGEST_NAME } }
  const sex = (['f', 'm'] as const).find((each) =>
    [each, ...sexWords[each].map(fold)].includes(fold(textOf('sex'))),
  )
  if (sex === undefined) return { text: 'badSex', values: {} }
  const parts = (column: 'has' | 'lacks'): readonly string[] =>
    textOf(column)
      .split(/\s*[,;]\s*/)
      .filter((each) => each !== '')
      .map(
        (each) => tokens.find(({ token, term }) => [token, fold(term)].includes(fold(each)))?.token ?? each,
      )
  const strange = [...parts('has'), ...parts('lacks')].find((each) =>
    tokens.every(({ token }) => token !== each),
  )
  if (strange !== undefined) return { text: 'strangeWord', values: { word: strange } }
  const written = [...fields].flatMap(([column, copies]) =>
    column.startsWith('gene:') && copies !== '' ? [`${column.slice(5)}=${copies.replace(/\s/g, '')}`] : [],
  )
  const { choice, unknown } = readText(written.join(','), genes)
  if (unknown.length > 0) return { text: 'strangeWord', values: { word: unknown.join(', ') } }
  const facts: Facts = {
    coat: textOf('coat'),
    born: textOf('born'),
    has: parts('has'),
    lacks: parts('lacks'),
    isCertain: textOf('certain') !== '',
    tests: choice,
  }
  return { name, sex, facts }
}

/** Whether a text is a herd in JSON, rather than a table. */
export function isJson(text: string): boolean {
  return /^\uFEFF?\s*[{[]/.test(text)
}
