/**
 * Figures as text: a table for the terminal, a page of Markdown for bench/results.md.
 * Guarantees: pure; a figure that was not measured says so and why, and is neither met nor missed.
 */
import { boundText, meets, numberText, type Bound } from './figures.js'
import type { Machine } from './machine.js'
import type { Figure, Row } from './row.js'

export interface MeasuredRow {
  readonly row: Pick<Row, 'id' | 'title'>
  readonly figures: readonly Figure[]
  readonly seconds: number
}

const HEAD = ['row', 'what', 'median', 'quartiles', 'floor', 'stretch'] as const

/** For people at a terminal: one line a figure, its absolute figures below it. */
export function terminalText(rows: readonly MeasuredRow[]): string {
  return rows
    .map(({ row, figures, seconds }) => {
      const lines = figures.map((each) => {
        const [what, median, quartiles, floor, stretch] = cellsOf(each)
        const targets = [floor && `floor ${floor}`, stretch && `stretch ${stretch}`]
          .filter(Boolean)
          .join(', ')
        const value = each.value === undefined ? median : `${median} (${quartiles})`
        return `  ${what}: ${value}${targets === '' ? '' : `; ${targets}`}\n      ${each.beside}`
      })
      return `${row.id} ${row.title} [${seconds.toFixed(0)} s]\n${lines.join('\n')}\n`
    })
    .join('')
}

export function resultsPage(
  rows: readonly MeasuredRow[],
  machine: Machine,
  notes: readonly string[],
): string {
  const floors = rows.flatMap(({ figures }) => figures.filter((each) => each.floor !== undefined))
  const met = floors.filter(({ floor, value }) => isMet(floor, value) === true)
  const missed = floors.filter(({ floor, value }) => isMet(floor, value) === false)
  const table = rows.flatMap(({ row, figures }) =>
    figures.map((each) => `| ${[row.id, ...cellsOf(each)].join(' | ')} |`),
  )
  const details = rows.map(
    ({ row, figures }) =>
      `**${row.id}** ${row.title}\n\n${figures.map(({ what, beside }) => `- ${what}: ${beside.trim()}`).join('\n')}\n`,
  )
  return `# What was measured

Written by \`npm run bench\`; not edited by hand. Each figure is a ratio or a time measured in one run, median and
quartiles; how each row is measured stands at the top of its file in \`bench/rows/\`.
Of ${floors.length} floors ${met.length} are met, ${missed.length} are not, ${floors.length - met.length - missed.length} were not measured.

| | |
|---|---|
| date | ${machine.date} UTC |
| commit | ${machine.commit} |
${machine.lines.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}

| ${HEAD.join(' | ')} |
|${HEAD.map(() => '---').join('|')}|
${table.join('\n')}

![Growth curves](growth.svg)

## Beside the ratios

${details.join('\n')}
## To be read with it

${notes.map((note) => `- ${note}`).join('\n')}
`
}

/** what, median, quartiles, floor, stretch */
function cellsOf({ what, value, unit, floor, stretch }: Figure): readonly string[] {
  const number = (each: number): string => `${numberText(each)}${unit}`
  return [
    what,
    value === undefined ? 'not measured' : number(value.median),
    value === undefined || value.samples < 2 ? '' : `${numberText(value.lower)}–${numberText(value.upper)}`,
    targetText(floor, value, unit),
    targetText(stretch, value, unit),
  ]
}

function targetText(bound: Bound | undefined, value: Figure['value'], unit: string): string {
  if (bound === undefined) return ''
  const met = isMet(bound, value)
  return `${boundText(bound, unit)} ${met === undefined ? '–' : met ? 'met' : 'NOT met'}`
}

function isMet(bound: Bound | undefined, value: Figure['value']): boolean | undefined {
  return bound === undefined || value === undefined ? undefined : meets(bound, value.median)
}
