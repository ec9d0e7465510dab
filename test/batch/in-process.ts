/**
 * Batches in the test's own process: bytes in, the written text out, without threads and files.
 */
import { readMapping, NO_MAPPING, type Mapping } from '../../src/cli/batch/columns/mapping.js'
import type { BatchOp } from '../../src/cli/batch/columns/row-question.js'
import { createAnswerer } from '../../src/cli/batch/answers/answerer.js'
import { textChunks } from '../../src/cli/batch/input/text-chunks.js'
import type { Counts } from '../../src/cli/batch/progress.js'
import { openRows } from '../../src/cli/batch/rows.js'
import { runBatch } from '../../src/cli/batch/run.js'
import { openDefaultRuleset } from '../../src/cli/rules/open-rules.js'

export interface BatchAsked {
  readonly op?: BatchOp
  readonly format?: 'csv' | 'ndjson'
  readonly mapping?: Mapping
  readonly population?: string
  /** Bytes that arrive at a time. */
  readonly pieces?: number
}

const { ruleset } = await openDefaultRuleset()
export { ruleset, readMapping }

async function* piecesOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let i = 0; i < bytes.length; i += size) yield await Promise.resolve(bytes.subarray(i, i + size))
}

/** Answers in English. Rejects with Refusal. */
export async function batch(text: string | Buffer, asked: BatchAsked = {}) {
  const { op, format = 'csv', mapping = NO_MAPPING, population, pieces = 1 << 16 } = asked
  const chunks = textChunks(piecesOf(Buffer.from(text as string), pieces))
  const opened = await openRows({ chunks }, ruleset, { op, format, mapping, population })
  const answer = createAnswerer(ruleset, 'en', opened.table)
  const counts: Counts = { rows: 0, faults: 0, bugs: 0, computed: 0 }
  let out = ''
  const nothing = (): Promise<void> => Promise.resolve()
  const output = {
    write: (more: string) => {
      out += more
      return nothing()
    },
    finish: nothing,
    discard: nothing,
  }
  await runBatch(opened.chunks, {
    format: opened.format,
    answer: (questions) => Promise.resolve(questions.map(answer)),
    workers: 1,
    output,
    stop: () => {},
    counts,
  })
  return { out, counts, remarks: opened.remarks }
}
