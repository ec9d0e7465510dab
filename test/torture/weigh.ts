/**
 * What one request costs a server that has nothing else to do: how long it holds the event loop, and the CPU of all
 * threads. Guarantees: each time the same question is asked in other words (a field that is ignored), so that nothing
 * but the work is remembered; medians of what was repeated.
 */
import { Agent } from 'node:http'
import { quantile } from '../support/statistics.js'
import type { MeasuredServer } from '../support/children.js'
import type { Ask } from '../support/ask.js'
import { call } from './call.js'

export interface Weight {
  readonly status: number
  /** Milliseconds for which the event loop was held at once. */
  readonly delay: number
  /** Milliseconds of CPU. */
  readonly cpu: number
  /** Of an error. */
  readonly code?: string
}

/** Works off one question at a time. */
export interface Scale {
  readonly weigh: (ask: Ask, times: number) => Promise<Weight>
}

export function createScale(server: MeasuredServer): Scale {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let asked = 0
  const once = async ({ path, body }: Ask): Promise<Weight> => {
    await server.startDelay()
    const before = await server.usage()
    const form = `${body}&call=${asked++}`
    const { status, text = '' } = await call({ agent, port: server.port, path, key: server.key, form })
    const after = await server.usage()
    const code = /"code":"([A-Z_]+)"/.exec(text)?.[1]
    return {
      status,
      delay: await server.stopDelay(),
      cpu: (after.cpu - before.cpu) / 1000,
      ...(code !== undefined && { code }),
    }
  }
  return {
    weigh: async (ask, times) => {
      const all: Weight[] = []
      while (all.length < times) all.push(await once(ask))
      const median = (of: 'delay' | 'cpu'): number =>
        quantile(
          all.map((each) => each[of]),
          0.5,
        )
      // A status that is seen once among others is the one that must be known.
      const told = all.find((each) => each.status !== all[0]?.status) ?? all[0]
      return { status: 0, ...told, delay: median('delay'), cpu: median('cpu') }
    },
  }
}
