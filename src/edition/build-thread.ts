/**
 * The thread beside the server that prepares editions: one message asks, one answers.
 * Guarantees: what it answers is judged already: an edition whose examples all hold, or why there is none.
 * Leaves to others: its time, its memory and its end (builder.ts).
 */
import { parentPort, workerData } from 'node:worker_threads'
import { diagnosticLine } from '../rules/diagnostic.js'
import { formatFailure } from '../workbench/examples.js'
import type { BuildAnswer, BuildQuestion } from './builder.js'
import { createMemory } from './memory.js'
import { prepareEdition, type EditionOptions, type Preparation } from './prepare.js'

const options = workerData as EditionOptions
const memory = createMemory()

parentPort?.on('message', ({ known }: BuildQuestion) => {
  void prepareEdition(options, known, memory).then((prepared) => {
    const answer: BuildAnswer = prepared === 'unchanged' ? { kind: 'unchanged' } : judge(prepared)
    parentPort?.postMessage(answer)
  })
})

function judge({ fingerprint, edition, diagnostics, failures, settingFault }: Preparation): BuildAnswer {
  const why = [
    ...diagnostics.filter(({ severity }) => severity === 'error').map(diagnosticLine),
    ...failures.map(formatFailure),
    ...(settingFault === undefined ? [] : [settingFault]),
  ]
  if (edition === undefined || why.length > 0) return { kind: 'refused', fingerprint, why }
  return { kind: 'edition', fingerprint, edition }
}
