/**
 * Worker thread that prepares snapshots.
 * Guarantees: returns a snapshot only if it has no errors and all examples pass, otherwise the reasons.
 */
import { workerData } from 'node:worker_threads'
import { diagnosticLine } from '../../rules/diagnostic.js'
import { formatFailure } from '../../workbench/examples/examples.js'
import type { BuildAnswer } from './builder.js'
import { BuildCache, prepareSnapshot, readFiles, type SnapshotOptions } from './prepare.js'

const options = workerData as SnapshotOptions
const cache = new BuildCache()

export async function answer(known?: string): Promise<BuildAnswer> {
  const files = readFiles(options)
  const { fingerprint } = files
  if (fingerprint === known) return { kind: 'unchanged' }
  const { snapshot, diagnostics, failures, settingFault } = await prepareSnapshot(options, files, cache)
  const why = [
    ...diagnostics.filter(({ severity }) => severity === 'error').map(diagnosticLine),
    ...failures.map(formatFailure),
    ...(settingFault === undefined ? [] : [settingFault]),
  ]
  if (snapshot === undefined || why.length > 0) return { kind: 'refused', fingerprint, why }
  return { kind: 'snapshot', fingerprint, snapshot }
}
