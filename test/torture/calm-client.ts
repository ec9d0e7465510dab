/**
 * The client that minds its own business while a storm goes on, a process of its own: single coats a hundred times a
 * second, and `/healthz` every 50 ms. Started by `{ calm }`, ended by `{ rest: true }`.
 * Guarantees: times count from the moment a call was due; one that is not answered in time counts with what it has
 * waited; how late this process itself was is told beside them.
 */
import { Agent } from 'node:http'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { quantile } from '../support/statistics.js'
import { questionsOf } from '../support/questions.js'
import { call, type Called, type Callee } from './call.js'

export interface Calm {
  readonly port: number
  readonly opsPort: number
  readonly key: string
}

export interface Lull {
  readonly coats: number
  readonly notOk: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly longest: number
  readonly healthLongest: number
  readonly healthNotOk: number
  /** How long this client was held itself, at most. */
  readonly ownDelay: number
}

const COATS_EVERY_MS = 10
const HEALTH_EVERY_MS = 50
const LAST_ANSWER_MS = 5_000

let end: (() => Promise<Lull>) | undefined

function begin({ port, opsPort, key }: Calm): () => Promise<Lull> {
  const agent = new Agent({ keepAlive: true })
  const bodies = questionsOf({ kind: 'coats', form: 'json', seed: 1, count: 256 })
  const own = monitorEventLoopDelay({ resolution: 1 })
  own.enable()
  const coats = pace(COATS_EVERY_MS, (i) => {
    const { path = '', body: form = '' } = bodies[i % bodies.length] ?? {}
    return { agent, port, path, key, form }
  })
  const health = pace(HEALTH_EVERY_MS, () => ({ agent, port: opsPort, path: '/healthz' }))
  return async () => {
    const [asked, polled] = await Promise.all([coats(), health()])
    own.disable()
    agent.destroy()
    const times = asked.map(({ took }) => took)
    return {
      coats: asked.length,
      notOk: asked.filter(({ status }) => status !== 200).length,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      longest: Math.max(...times),
      healthLongest: Math.max(...polled.map(({ took }) => took)),
      healthNotOk: polled.filter(({ status }) => status !== 200).length,
      ownDelay: Math.max(0, own.max / 1e6 - 1),
    }
  }
}

/** Calls at their moments, whether or not earlier ones have been answered. @returns ends it */
function pace(everyMs: number, callee: (i: number) => Callee): () => Promise<readonly Called[]> {
  const began = performance.now()
  const calls: { readonly due: number; readonly answer: Promise<Called>; done?: Called }[] = []
  let timer: NodeJS.Timeout
  const next = (): void => {
    // A late timer makes up for what it missed.
    for (let due = began + calls.length * everyMs; due <= performance.now(); due += everyMs) {
      const one: (typeof calls)[number] = { due, answer: call(callee(calls.length), due) }
      void one.answer.then((done) => (one.done = done))
      calls.push(one)
    }
    timer = setTimeout(next, began + calls.length * everyMs - performance.now())
  }
  next()
  return async () => {
    clearTimeout(timer)
    await Promise.race([Promise.all(calls.map(({ answer }) => answer)), delay(LAST_ANSWER_MS)])
    return calls.map(({ due, done }) => done ?? { status: 0, took: performance.now() - due })
  }
}

process.on(
  'message',
  ({ id, calm, rest }: { readonly id: number; readonly calm?: Calm; readonly rest?: true }) => {
    if (calm !== undefined) {
      end = begin(calm)
      process.send?.({ id })
    }
    if (rest) void end?.().then((told) => process.send?.({ id, told }))
  },
)
process.on('disconnect', () => process.exit(0))
