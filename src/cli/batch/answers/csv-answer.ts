/**
 * The body of an answer as cells for people: one row per question, the columns by operation.
 */
import { percentText } from '../../terminal.js'
import type { BatchOp } from '../columns/row-question.js'

/** The columns after `line` and `id`, and before `fault`. */
export const ANSWER_COLUMNS: Readonly<Record<BatchOp, readonly string[]>> = {
  coat: ['coat', 'viability', 'notes'],
  infer: ['coats', 'viability', 'estimated', 'notes'],
  cross: ['foals', 'viability', 'live_foal_percentage', 'notes'],
  report: ['coat', 'base', 'others', 'population', 'questions', 'unread', 'untested'],
}

interface Viability {
  readonly status: string
  readonly cause: string
}

interface CoatRow {
  readonly coat: string
  readonly percentage?: number
  readonly percentage_band?: { readonly low: number; readonly high: number }
  readonly viability?: Viability
}

/** The parts of the operations' answers that are shown; each operation has some of them. */
interface Shown {
  readonly translate?: string
  readonly results?: readonly CoatRow[]
  readonly answers?: readonly Shown[]
  readonly explain?: { readonly viability?: Viability }
  readonly estimated?: boolean
  readonly live_foal_percentage?: number
  readonly notes?: readonly { readonly text: string }[]
  readonly base?: Genes
  readonly others?: Genes
  readonly population?: string
  readonly coat?: { readonly strict?: ReportCoat; readonly textbook?: ReportCoat }
  readonly questions?: readonly { readonly line: number; readonly text: string }[]
  readonly unread?: readonly { readonly line: number; readonly text: string }[]
  readonly untested?: readonly string[]
}

type Genes = Readonly<Record<string, readonly string[]>>

/** The cells of ANSWER_COLUMNS. */
export function answerCells(op: BatchOp, body: unknown): readonly string[] {
  const shown = body as Shown
  const notes = listText(shown.notes?.map(({ text }) => text))
  switch (op) {
    case 'coat': {
      const coat = shown.results === undefined ? (shown.translate ?? '') : coatsText(shown.results)
      return [coat, viabilityText(shown.explain?.viability) || viabilities(shown.results), notes]
    }
    case 'infer': {
      const [answer] = shown.answers ?? []
      const estimated = shown.estimated ?? answer?.estimated
      return [coatsText(answer?.results), viabilities(answer?.results), estimated ? 'yes' : '', notes]
    }
    case 'cross': {
      const live = shown.live_foal_percentage
      return [
        coatsText(shown.results),
        viabilities(shown.results),
        live === undefined ? '' : percentText(live),
        notes,
      ]
    }
    case 'report':
      return [
        reportCoatText(shown.coat),
        genesText(shown.base),
        genesText(shown.others),
        shown.population ?? '',
        listText(shown.questions?.map(({ line, text }) => `line ${line}: ${text}`)),
        listText(shown.unread?.map(({ line, text }) => `line ${line}: ${text}`)),
        (shown.untested ?? []).join(' '),
      ]
  }
}

function listText(texts: readonly string[] = []): string {
  return texts.join('; ')
}

/** `Bay 56.25; Black 18.75`; bounds as `Bay 0–50`. A certain coat has its name alone. */
function coatsText(rows: readonly CoatRow[] = []): string {
  const [only, ...others] = rows
  if (only !== undefined && others.length === 0 && only.percentage === 100) return only.coat
  return listText(
    rows.map(({ coat, percentage, percentage_band: band }) => {
      if (percentage !== undefined) return `${coat} ${percentText(percentage)}`
      return band === undefined ? coat : `${coat} ${percentText(band.low)}–${percentText(band.high)}`
    }),
  )
}

function viabilities(rows: readonly CoatRow[] = []): string {
  return listText(
    rows.flatMap(({ coat, viability }) => (viability ? [`${coat}: ${viabilityText(viability)}`] : [])),
  )
}

function viabilityText(viability: Viability | undefined): string {
  return viability === undefined ? '' : `${viability.status}: ${viability.cause}`
}

function genesText(genes: Genes = {}): string {
  return listText(Object.entries(genes).map(([gene, alleles]) => `${gene} ${alleles.join('/')}`))
}

interface ReportCoat {
  readonly coat?: string
  readonly results?: readonly CoatRow[]
}

/** What a report makes of the animal: with the textbook assumption, or while questions are open without it. */
function reportCoatText(coat: Shown['coat']): string {
  const { coat: name = '', results } = coat?.textbook ?? coat?.strict ?? {}
  return results === undefined ? name : coatsText(results)
}

/** Cells joined by commas; quoted where a reader would part them otherwise. */
export function csvText(cells: readonly string[]): string {
  return cells.map(csvCell).join(',')
}

export function csvCell(text: string): string {
  return /[",\n\r]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
