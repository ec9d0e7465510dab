/**
 * Runs a batch: rows in, answers out.
 * Guarantees: the order of the rows is kept; each distinct question is computed once, as long as its answer is remembered; memory is
 * bounded by the chunks under way and by MEMORY; answers are written as soon as they and those before them are there.
 */
import { LRUCache } from 'lru-cache'
import type { BatchAnswer } from './answers/answerer.js'
import type { Output } from './output.js'
import type { Counts } from './progress.js'
import type { Format, Row } from './row.js'

export interface BatchParts {
  readonly format: Format
  /** Computes distinct questions; called for several lists at a time. */
  readonly answer: (questions: readonly string[]) => Promise<readonly BatchAnswer[]>
  readonly workers: number
  readonly output: Output
  /** Ends the input, which may be waiting for more. */
  readonly stop: (error: unknown) => void
  readonly counts: Counts
}

/** Characters of questions and answers that are remembered. */
const MEMORY = 24 * 1024 * 1024
/** What an entry takes beside its text. */
const ENTRY = 100

/** Questions that a worker gets at a time: enough to outweigh sending them, few enough to keep all workers busy. */
const TASK = 100

/** An answer that is computed or being computed. */
interface Entry {
  answer: BatchAnswer | undefined
}

/** @param chunks of whole lines. Rejects if the input cannot be read, the output not written, or a worker is lost. */
export async function runBatch(chunks: AsyncIterable<string>, parts: BatchParts): Promise<void> {
  const { format, answer, workers, output, stop, counts } = parts
  const remembered = new LRUCache<string, BatchAnswer>({
    maxSize: MEMORY,
    sizeCalculation: ({ text }, question) => text.length + question.length + ENTRY,
  })
  const underWay = new Map<string, Entry>()

  const compute = async (questions: readonly string[]): Promise<void> => {
    const answers = await answer(questions)
    questions.forEach((question, i) => {
      const entry = underWay.get(question) as Entry
      entry.answer = answers[i]
      underWay.delete(question)
      remembered.set(question, entry.answer)
    })
    counts.computed += questions.length
  }
  const entriesOf = (rows: readonly Row[], fresh: string[]): readonly (Entry | undefined)[] =>
    rows.map(({ question }) => {
      if (typeof question !== 'string') return undefined
      const known = underWay.get(question)
      if (known !== undefined) return known
      const entry: Entry = { answer: remembered.get(question) }
      if (entry.answer === undefined) {
        underWay.set(question, entry)
        fresh.push(question)
      }
      return entry
    })
  const textOf = (rows: readonly Row[], entries: readonly (Entry | undefined)[]): string => {
    let text = ''
    for (const [i, { head, question }] of rows.entries()) {
      counts.rows++
      const found = entries[i]?.answer
      if (found?.kind === 'bug') counts.bugs++
      if (found?.kind !== 'answer') counts.faults++
      text += head + (found?.text ?? (question as { readonly fault: string }).fault) + format.end
    }
    return text
  }

  if (format.header !== undefined) await output.write(format.header)
  /** Chunks under way; each is written after those before it. */
  const waiting: Promise<void>[] = []
  let last: Promise<void> = Promise.resolve()
  const take = (rows: readonly Row[]): void => {
    const fresh: string[] = []
    const entries = entriesOf(rows, fresh)
    const tasks: Promise<void>[] = []
    for (let i = 0; i < fresh.length; i += TASK) tasks.push(compute(fresh.slice(i, i + TASK)))
    last = Promise.all([last, ...tasks]).then(() => output.write(textOf(rows, entries)))
    last.catch(stop)
    waiting.push(last)
  }
  for await (const text of chunks) {
    take(format.read(text, false))
    if (waiting.length > 2 * workers) await waiting.shift()
  }
  take(format.read('', true))
  await last
}
