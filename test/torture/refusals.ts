/**
 * What calls cost that are refused because their key has as many large crosses under way as it may: measured while a
 * thread computes those, as the CPU of the event loop alone.
 * Guarantees: nothing is subtracted, so that no noise of other work is in it; all of them were 503: a round in which a
 * place became free is tried again.
 */
import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Ask } from '../../bench/http/wire.js'
import { call } from './call.js'
import { serve } from './served.js'

/** A Free key has two under way or about to be, and eight wait. */
const MOST_ACCEPTED = 10
/** Until they are read, before the first of them is answered. */
const FILLING_MS = 20
/** As many as are refused at once in a second: further ones are held, and what the others are answered would count too. */
const REFUSED = 20
const SECOND_MS = 1_000
const MOST_TRIES = 4

/** @returns milliseconds for each refused call, of each round; the first, in which code is cold, is left out */
export async function weighRefusals(ask: Ask, rounds: number): Promise<readonly number[]> {
  const server = await serve(['free'])
  const agent = new Agent({ keepAlive: true })
  const key = server.keys[0] ?? ''
  let asked = 0
  const once = async (): Promise<number> => {
    const form = `${ask.body}&call=${asked++}`
    return (await call({ agent, port: server.port, path: ask.path, key, form })).status
  }
  const costs: number[] = []
  try {
    for (let tries = 0; costs.length <= rounds; tries++) {
      if (tries > MOST_TRIES * rounds) throw new Error('a large cross ended before all calls were refused')
      const line = Array.from({ length: MOST_ACCEPTED }, once)
      await delay(FILLING_MS)
      const before = server.loopCpu()
      // All at once, before a large cross has ended.
      const statuses = await Promise.all(Array.from({ length: REFUSED }, once))
      if (statuses.every((status) => status === 503)) costs.push((server.loopCpu() - before) / REFUSED)
      await Promise.all(line)
      await delay(SECOND_MS)
    }
  } finally {
    agent.destroy()
    await server.end()
  }
  return costs.slice(1)
}
