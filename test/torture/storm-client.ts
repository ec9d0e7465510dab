/**
 * The client that asks for the heaviest there is, a hundred calls at once, again and again; a process of its own.
 * Each key has its slot of the time: it asks in waves, also after its hour is used up.
 * Guarantees: bounded in time; each call differs from all others by a field that is ignored, so that no answer is
 * remembered; what was not answered, and connections that were lost, are counted.
 */
import { Agent } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Ask } from '../support/ask.js'
import { call } from './call.js'

export interface Storm {
  readonly port: number
  readonly keys: readonly string[]
  readonly asks: readonly Ask[]
  readonly atOnce: number
  readonly milliseconds: number
}

export interface Stormed {
  readonly waves: number
  /** How many answers of each status, for each of the asks; 0: a connection that was lost. */
  readonly statuses: readonly Readonly<Record<number, number>>[]
  readonly unanswered: number
  readonly milliseconds: number
}

/** Between the beginnings of two waves: a client that is told to wait would not wait less. */
const WAVE_MS = 250
/** After its time the storm lets go of what is not answered yet. */
const LAST_ANSWER_MS = 5_000

async function run({ port, keys, asks, atOnce, milliseconds }: Storm): Promise<Stormed> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const statuses = asks.map((): Record<number, number> => ({}))
  const began = performance.now()
  const slot = milliseconds / keys.length
  let waves = 0
  let asked = 0
  let answered = 0
  const ask = async (key: string): Promise<void> => {
    const at = asked++ % asks.length
    const { path = '', body = '' } = asks[at] ?? {}
    const { status } = await call({ agent, port, path, key, form: `${body}&call=${asked}` })
    answered++
    const counts = statuses[at] ?? {}
    counts[status] = (counts[status] ?? 0) + 1
  }
  const blow = async (): Promise<void> => {
    for (let now = 0; now < milliseconds; now = performance.now() - began) {
      const key = keys[Math.floor(now / slot)] ?? ''
      waves++
      await Promise.all([delay(WAVE_MS), ...Array.from({ length: atOnce }, () => ask(key))])
    }
  }
  const late = new AbortController()
  await Promise.race([blow(), delay(milliseconds + LAST_ANSWER_MS, undefined, { signal: late.signal })])
  const told = {
    waves,
    statuses: statuses.map((counts) => ({ ...counts })),
    unanswered: asked - answered,
    milliseconds: performance.now() - began,
  }
  late.abort()
  agent.destroy()
  return told
}

process.on('message', ({ id, storm }: { readonly id: number; readonly storm: Storm }) => {
  run(storm).then(
    (told) => process.send?.({ id, told }),
    (error: unknown) => process.send?.({ id, fault: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))
