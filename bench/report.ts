/**
 * Figures as text: a table for the terminal, and the pages bench/results.md and bench/figures.md.
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

/** What must hold, as a table that fits a screen. */
export function resultsPage(rows: readonly MeasuredRow[], machine: Machine): string {
  const bound = rows.flatMap(({ row, figures }) =>
    figures.flatMap((figure) =>
      figure.floor === undefined ? [] : [{ id: row.id, figure, floor: figure.floor }],
    ),
  )
  const count = (met: boolean | undefined): number =>
    bound.filter(({ figure, floor }) => isMet(floor, figure.value) === met).length
  const table = bound.map(({ id, figure, floor }) => {
    const [what, median] = cellsOf(figure)
    const met = isMet(floor, figure.value)
    return `| ${id} | ${what} | ${median} | ${boundText(floor, figure.unit)} | ${met === undefined ? '–' : met ? 'yes' : '**no**'} |`
  })
  return `# What must hold

Written by \`npm run bench\` on ${machine.date} UTC, commit ${machine.commit}: ${count(true)} of ${bound.length} floors are met, ${count(false)} are not,
${count(undefined)} were not measured. Medians of one run. [All figures](figures.md), [what to know of them](notes/reading.md).

| row | what | median | floor | met |
|---|---|---|---|---|
${table.join('\n')}
`
}

/** Every figure with its quartiles, targets and absolute values, and the machine. */
export function figuresPage(rows: readonly MeasuredRow[], machine: Machine): string {
  const table = rows.flatMap(({ row, figures }) =>
    figures.map((each) => `| ${[row.id, ...cellsOf(each)].join(' | ')} |`),
  )
  const details = rows.map(
    ({ row, figures }) =>
      `**${row.id}** ${row.title}\n\n${figures.map(({ what, beside }) => `- ${what}: ${beside.trim()}`).join('\n')}\n`,
  )
  return `# All figures

Written by \`npm run bench\`. Each figure is a ratio or a time measured in one run, median and quartiles; how each row
is measured stands at the top of its file in \`bench/rows/\`.

| | |
|---|---|
| date | ${machine.date} UTC |
| commit | ${machine.commit} |
${machine.lines.map(([name, value]) => `| ${name} | ${value} |`).join('\n')}

| ${HEAD.join(' | ')} |
|${HEAD.map(() => '---').join('|')}|
${table.join('\n')}

![Growth curves](growth.svg)

${details.join('\n')}`
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
