/**
 * The thread beside the server that prepares snapshots: one message asks, one answers.
 * Guarantees: what it answers is judged already: a snapshot whose examples all hold, or why there is none.
 * Leaves to others: its time, its memory and its end (builder.ts).
 */
import { parentPort, workerData } from 'node:worker_threads'
import { diagnosticLine } from '../rules/diagnostic.js'
import { formatFailure } from '../workbench/examples/examples.js'
import type { BuildAnswer, BuildQuestion } from './builder.js'
import { createBuildCache } from './build-cache.js'
import { prepareSnapshot, type SnapshotOptions, type Preparation } from './prepare.js'

const options = workerData as SnapshotOptions
const memory = createBuildCache()

parentPort?.on('message', ({ known }: BuildQuestion) => {
  void prepareSnapshot(options, known, memory).then((prepared) => {
    const answer: BuildAnswer = prepared === 'unchanged' ? { kind: 'unchanged' } : judge(prepared)
    parentPort?.postMessage(answer)
  })
})

function judge({ fingerprint, snapshot, diagnostics, failures, settingFault }: Preparation): BuildAnswer {
  const why = [
    ...diagnostics.filter(({ severity }) => severity === 'error').map(diagnosticLine),
    ...failures.map(formatFailure),
    ...(settingFault === undefined ? [] : [settingFault]),
  ]
  if (snapshot === undefined || why.length > 0) return { kind: 'refused', fingerprint, why }
  return { kind: 'snapshot', fingerprint, snapshot }
}
