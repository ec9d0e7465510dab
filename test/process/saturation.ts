/**
 * Clients that ask for a coat again and again without a pause, each on a connection that it keeps as long as it may.
 * Guarantees: every call is accounted for, as an answer, as turned away at the door or as broken off.
 */
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { HORSE } from './horse.js'

export interface Outcome {
  /** Those that got the coat. */
  readonly served: number
  /** What other answers said, each once. */
  readonly refusals: ReadonlySet<string>
  /** Of those, how many ended their connection. */
  readonly last: number
  /** What calls broke on that somebody had let in. */
  readonly broken: readonly string[]
}

export interface Saturation {
  /** So far. */
  readonly served: () => number
  /** Resolves when every client has been turned away, since nobody listens any more. */
  readonly leave: Promise<Outcome>
  /** Has them end after the call that each is waiting for. */
  readonly end: () => Promise<Outcome>
}

export function saturate(url: string, key: string, clients: number): Saturation {
  // From an address each, since nginx gives one address its share only.
  const agents = Array.from(
    { length: clients },
    (_, i) => new Agent({ keepAlive: true, maxSockets: 1, localAddress: `127.0.1.${i + 1}` }),
  )
  const refusals = new Set<string>()
  let served = 0
  const broken: string[] = []
  let last = 0
  let isOver = false
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Content-Length': HORSE.length }
  /** @returns whether the client goes on */
  const ask = (agent: Agent): Promise<boolean> =>
    new Promise((resolve) => {
      const asked = request(`${url}/coats/result`, { method: 'POST', agent, headers })
      const fail = (error: NodeJS.ErrnoException): void => {
        if (error.code === 'ECONNREFUSED') return resolve(false)
        broken.push(
          `${error.message}, ${asked.reusedSocket ? 'on a kept connection' : 'on a new connection'}`,
        )
        resolve(true)
      }
      asked.once('error', fail).once('response', (response) => {
        text(response).then((body) => {
          if (response.statusCode === 200) served += 1
          else refusals.add(`${response.statusCode} ${body}`)
          if (response.headers.connection === 'close') last += 1
          resolve(true)
        }, fail)
      })
      asked.end(HORSE)
    })
  const client = async (agent: Agent): Promise<void> => {
    while (!isOver && (await ask(agent)));
  }
  const leave = Promise.all(agents.map(client)).then(() => {
    for (const agent of agents) agent.destroy()
    return { served, refusals, last, broken }
  })
  return {
    served: () => served,
    leave,
    end: () => {
      isOver = true
      return leave
    },
  }
}
