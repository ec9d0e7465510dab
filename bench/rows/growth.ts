/**
 * GROWTH: how the time of one cross grows with the number of heterozygous loci, 3 to 25, on invented rule sets: all
 * genotypes, the 100 most probable, all coats. Every pair of gametes (4ⁿ) and every genotype as an object (3ⁿ)
 * against Robe, which remembers nothing yet. Robe writes bytes of its rows; the others stop at objects.
 * A curve ends at the first cross that takes longer than the budget. Writes the chart when the effort names a file.
 */
import { listingBytes } from '../../src/service/streaming/listing-bytes.js'
import { writeFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { Fields } from '../../src/operations/read/decode-fields.js'
import { createRuleBook, type RuleBook } from '../../src/operations/rule-book.js'
import { numberText, quantile, spreadOf } from '../figures.js'
import { heterozygous, selfed } from '../genetics/crosses.js'
import { openInvented } from '../genetics/invented-rules.js'
import { createNaive, type Naive } from '../genetics/naive.js'
import { growthChart, type Curve } from '../growth-chart.js'
import type { Effort, Figure, Row } from '../row.js'
import { askCross } from '../../test/support/exact-answers.js'

const LOCI = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 17, 20, 25] as const
const BUDGET_MS = 2000
const SMOKE_BUDGET_MS = 20
const TIMES = 9
const METHODS = ['pairs, 4ⁿ', 'genotypes, 3ⁿ', 'Robe'] as const

interface Task {
  readonly title: string
  readonly more: Readonly<Record<string, unknown>>
  readonly pairs: (naive: Naive) => unknown
  readonly genotypes: (naive: Naive) => unknown
}

const TASKS: readonly Task[] = [
  {
    title: 'All genotypes',
    more: {},
    pairs: (naive) => naive.rowsByPairs(),
    genotypes: (naive) => naive.rowsByGenotypes(),
  },
  {
    title: 'The 100 most probable genotypes',
    more: { limit: 100 },
    pairs: (naive) => naive.rowsByPairs().slice(0, 100),
    genotypes: (naive) => naive.rowsByGenotypes().slice(0, 100),
  },
  {
    title: 'Grouped by coat',
    more: { group_by: 'coat' },
    pairs: (naive) => naive.coatsByPairs(),
    genotypes: (naive) => naive.coatsByGenotypes(),
  },
]

export const GROWTH: Row = {
  id: 'GROWTH',
  title: 'growth curves, 3 to 25 invented loci',
  measure: async (effort: Effort) => {
    const budget = effort.smoke ? SMOKE_BUDGET_MS : BUDGET_MS
    const times = effort.smoke ? 1 : TIMES
    const books: RuleBook[] = []
    for (const loci of LOCI) books.push(await openInvented(loci))
    const panels = TASKS.map(({ title, more, pairs, genotypes }) => {
      const naive = (work: (naive: Naive) => unknown) => (book: RuleBook) => {
        const made = createNaive(book, book.model.loci)
        return () => void work(made)
      }
      const robe = (book: RuleBook): (() => void) => {
        const fresh = createRuleBook(book.model, book.lexicons, Number.MAX_SAFE_INTEGER)
        const fields = selfed(heterozygous(book, book.model.loci), more) as Fields
        return () => takeAll(fresh, fields)
      }
      const prepared = [naive(pairs), naive(genotypes), robe]
      const curves = prepared.map((prepare, i): Curve => ({
        name: METHODS[i] ?? '',
        points: curveOf(books, prepare, budget, times),
      }))
      return { title, curves }
    })
    if (effort.chart !== undefined)
      writeFileSync(
        effort.chart,
        growthChart(
          panels,
          `Time of one cross, both parents heterozygous at every locus; curves end past ${numberText(BUDGET_MS / 1000)} s.`,
        ),
      )
    return panels.map(({ title, curves }): Figure => {
      const ends = curves.map(({ name, points }) => {
        const last = points.at(-1)
        return `${name}: ${numberText(last?.milliseconds ?? NaN)} ms at ${last?.loci ?? 0} loci`
      })
      return {
        what: `${title}, Robe at its last point`,
        value: spreadOf([curves.at(-1)?.points.at(-1)?.milliseconds ?? NaN]),
        unit: ' ms',
        beside: `last points within ${budget} ms – ${ends.join('; ')}`,
      }
    })
  },
}

function curveOf(
  books: readonly RuleBook[],
  prepare: (book: RuleBook) => () => void,
  budget: number,
  times: number,
): Curve['points'] {
  const points: { loci: number; milliseconds: number }[] = []
  for (const book of books) {
    const took: number[] = []
    for (let i = 0; i < times && (i === 0 || (took.at(-1) ?? 0) < budget / 10); i++) {
      const work = prepare(book)
      const started = performance.now()
      work()
      took.push(performance.now() - started)
    }
    // Where there were more, the first of them only warmed the code.
    const milliseconds = quantile(took.length > 2 ? took.slice(1) : took, 0.5)
    points.push({ loci: book.model.loci.length, milliseconds })
    if (milliseconds > budget) break
    // The next point costs three to four times as much where all is enumerated: not to be begun past the budget.
    const growth = milliseconds / (points.at(-2)?.milliseconds ?? milliseconds)
    if (growth > 2 && milliseconds * growth > 3 * budget) break
  }
  return points
}

/** The answer as the service makes it. */
function takeAll(book: RuleBook, fields: Fields): void {
  let length = 0
  for (const chunk of listingBytes(askCross(book, fields, 'en').list(), () => {})) length += chunk.length
  if (length === 0) throw new Error('no rows')
}
