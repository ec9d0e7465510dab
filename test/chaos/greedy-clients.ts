/**
 * Clients that ask for worst crosses again and again, in a process of their own, so that reading half a gigabyte a
 * second does not keep the measuring client waiting.
 * Arguments: address, key, how many clients, for how many seconds. Sends the status of each answer over the IPC channel.
 */
import { fork } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { askWorst } from './large-readers.js'

const SCRIPT = fileURLToPath(import.meta.url)
const [url = '', key = '', clients = '', seconds = ''] = process.argv.slice(2)

if (process.argv[1] === SCRIPT) {
  const statuses: number[] = []
  const ends = performance.now() + 1000 * Number(seconds)
  const greedy = async (): Promise<void> => {
    while (performance.now() < ends) statuses.push(await askWorst(url, key))
  }
  await Promise.all(Array.from({ length: Number(clients) }, greedy))
  process.send?.(statuses)
}

/** Resolves with the status of each answer. */
export function askGreedily(
  to: string,
  withKey: string,
  many: number,
  forSeconds: number,
): Promise<readonly number[]> {
  return new Promise((resolve, reject) => {
    fork(SCRIPT, [to, withKey, String(many), String(forSeconds)])
      .once('message', (statuses) => resolve(statuses as readonly number[]))
      .once('error', reject)
  })
}
