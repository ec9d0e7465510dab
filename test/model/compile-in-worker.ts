/** Opens a small rule set in a worker thread and posts its diagnostic codes: for tests that may run out of memory. */
import { parentPort, workerData } from 'node:worker_threads'
import { trySmallRules, type SmallRules } from './small-rules.js'

const { folder, rules } = workerData as { readonly folder: string; readonly rules: SmallRules }
const { diagnostics } = await trySmallRules(folder, rules)
parentPort?.postMessage(diagnostics.map(({ code }) => code))
