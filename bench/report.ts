/**
 * Figures as text: for the terminal, and as the page bench/results.md.
 * Guarantees: pure; rows that were not measured keep the lines that the page had for them, with their date.
 */
import { numberText } from '../test/support/statistics.js'
import type { Machine } from '../test/support/machine.js'
import { meets, targetText } from './figures.js'
import type { Figure, Row } from './row.js'

export interface MeasuredRow {
  readonly row: Omit<Row, 'measure'>
  readonly figures: readonly Figure[]
}

/** One line per figure, with its absolute figures below it. */
export function terminalText({ row, figures }: MeasuredRow): string {
  const lines = figures.map((figure) => {
    const [what, median, quartiles, target, met] = cellsOf(figure)
    const bound = target === '' ? '' : `; target ${target}, met: ${met}`
    return `  ${what}: ${median}${quartiles === '' ? '' : ` (${quartiles})`}${bound}\n      ${figure.beside}\n`
  })
  return `${row.id} ${row.title}\n${lines.join('')}`
}

/** @param before the page as it is: rows that are not among `measured` keep their lines */
export function resultsPage(
  rows: readonly Omit<Row, 'measure'>[],
  measured: readonly MeasuredRow[],
  machine: Machine,
  before: string,
): string {
  const linesFor = (id: string, start: string, make: (own: MeasuredRow) => readonly string[]) => {
    const own = measured.find(({ row }) => row.id === id)
    return own === undefined ? before.split('\n').filter((line) => line.startsWith(start)) : make(own)
  }
  const table = rows.flatMap(({ id }) =>
    linesFor(id, `| ${id} |`, ({ figures }) =>
      figures.map((figure) => `| ${[id, ...cellsOf(figure), figure.beside].join(' | ')} |`),
    ),
  )
  const details = rows.flatMap(({ id }) =>
    linesFor(id, `- **${id}**`, ({ row }) => [
      `- **${id}** ${row.title}. Noticed by ${row.noticedBy}. ${machineText(machine)}.`,
    ]),
  )
  return `${INTRODUCTION}
| row | what | median | quartiles | target | met | absolute figures and remarks |
|---|---|---|---|---|---|---|
${table.join('\n')}

## When each row was measured

${details.join('\n')}
`
}

const INTRODUCTION = `# Benchmark results

Written by \`npm run bench\`, which takes about fifteen minutes on a machine that does nothing else and needs \`redis-server\`
for P13. \`npm run bench -- P1 P9\` measures these rows again; the others keep their lines and their dates.
\`-- --smoke\` and \`-- --rounds=4\` are quicker and only print. A missed target does not fail the run.

Figures are ratios of two things measured next to each other in one run, the order flipped each round: the median, and
the first and third quartiles. Absolute times depend on the machine and the day. Robe runs as it is deployed: \`robe serve\`,
a store file on disk, \`LOG_LEVEL=info\` with the log in a file. Bare \`node:http\` has no keys, log or routes: it is the
platform's limit, not a service. The other peers share Robe's rules, coats, key check, limits, headers, access log and
metrics, and keep their keys in memory; their answers are compared with Robe's byte for byte before anything is timed.
How each row is measured is described at the top of its file in \`bench/rows/\`.
`

/** what, median, quartiles, target, met */
function cellsOf({ what, value, unit, target }: Figure): readonly string[] {
  const bound = target === undefined ? '' : targetText(target, unit)
  const quartiles = value.samples < 2 ? '' : `${numberText(value.lower)}–${numberText(value.upper)}`
  const met = target === undefined ? '' : meets(target, value.median) ? 'yes' : '**no**'
  return [what, `${numberText(value.median)}${unit}`, quartiles, bound, met]
}

function machineText({ date, commit, lines }: Machine): string {
  const facts = new Map(lines)
  const [processor, cores, node] = ['processor', 'cores', 'Node'].map((name) => facts.get(name) ?? 'unknown')
  return `Measured ${date} UTC, commit ${commit}: ${processor}, ${cores} cores, Node ${node}, load ${facts.get('load average at the start') ?? 'unknown'}`
}
