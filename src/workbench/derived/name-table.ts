/**
 * A table of coat names as Markdown: a row for each combination of alleles, a column for each kind of animal.
 * Guarantees: each cell is the name that the rules give, in each of the languages; the same names give the same text.
 */
import type { Ruleset } from '../../operations/ruleset.js'
import { readGenotyped } from '../../operations/read/animal.js'
import type { Given } from '../../rules/tables.js'
import { groupsOf } from '../examples/given.js'

export interface NameTable {
  readonly title: string
  /** Stands between the title and the table. */
  readonly about: string
  readonly languages: readonly string[]
  /** The genotype that all cells of a column share, by the column's heading. */
  readonly columns: Readonly<Record<string, Given>>
  /** By gene the alleles that are combined; those of the last gene change from row to row. */
  readonly rows: Readonly<Record<string, readonly Given[string][]>>
}

/** Throws ClientError for a genotype that the rules refuse. */
export function renderNameTable(
  ruleset: Ruleset,
  { title, about, languages, columns, rows }: NameTable,
): string {
  const bases = Object.entries(columns)
  const cells = combinationsOf(Object.entries(rows)).map((alleles) => [
    ...Object.values(alleles).map((pair) => pair.join('/')),
    ...bases.map(([, base]) =>
      languages.map((code) => nameOf(ruleset, { ...base, ...alleles }, code)).join(' / '),
    ),
  ])
  const head = [...Object.keys(rows), ...bases.map(([column]) => `${column} (${languages.join(' / ')})`)]
  const lines = [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`)
  return [`# ${title}`, about.trim(), lines.join('\n')].join('\n\n') + '\n'
}

function combinationsOf([first, ...rest]: readonly (readonly [
  string,
  NameTable['rows'][string],
])[]): readonly Given[] {
  if (first === undefined) return [{}]
  const [gene, choices] = first
  return choices.flatMap((pair) => combinationsOf(rest).map((others) => ({ [gene]: pair, ...others })))
}

function nameOf(ruleset: Ruleset, given: Given, language: string): string {
  const { genotype } = readGenotyped(ruleset, groupsOf(ruleset, given), '', { otherwise: 'of-two-copies' })
  return ruleset.nameOf(ruleset.phenotypes.visible.of(genotype).coat, language)
}
