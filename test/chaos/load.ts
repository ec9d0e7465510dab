/**
 * A steady load: calls begin at their moments whether or not earlier ones have been answered.
 * Guarantees: every call is noted with its moment, its time and its status; 0 stands for no answer.
 */
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { HORSE } from '../process/horse.js'

export interface Call {
  /** Milliseconds of `performance.now()` at which it began. */
  readonly at: number
  readonly took: number
  readonly status: number
}

/** Begins to ask for a coat, of a horse unless another body is given. @returns ends it, and tells of every call */
export function startLoad(
  url: string,
  key: string,
  perSecond: number,
  body = HORSE,
): () => Promise<readonly Call[]> {
  const agent = new Agent({ keepAlive: true })
  const calls: Call[] = []
  const underWay = new Set<Promise<void>>()
  const began = performance.now()
  let begun = 0

  const ask = (): Promise<void> =>
    new Promise((resolve) => {
      const at = performance.now()
      const note = (status: number): void => {
        calls.push({ at, took: performance.now() - at, status })
        resolve()
      }
      const asked = request(
        `${url}/coats/result`,
        {
          method: 'POST',
          agent,
          headers: { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': body.length },
        },
        (response) => response.resume().once('end', () => note(response.statusCode ?? 0)),
      )
      asked.once('error', () => note(0)).end(body)
    })

  const timer = setInterval(() => {
    // A late timer makes up for what it missed.
    for (const due = ((performance.now() - began) * perSecond) / 1000; begun < due; begun++) {
      const call = ask()
      underWay.add(call)
      void call.then(() => underWay.delete(call))
    }
  }, 1_000 / perSecond)

  return async () => {
    clearInterval(timer)
    await Promise.all(underWay)
    agent.destroy()
    return calls
  }
}
