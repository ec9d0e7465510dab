/**
 * P13: the store that several processes share, on a redis-server of its own on loopback.
 * Measured as soon as there is a redis-server on the PATH and Robe serves STORE=redis://: the whole service against its
 * in-process counts. Not written yet: one round trip a request, and throughput against PING and against four awaits.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createServer, connect, type AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { openStore } from '../../src/stores/open.js'
import { startRobe, temporaryFolder } from '../http/children.js'
import { pairBursts, pairedText, startClient } from '../http/pairs.js'
import type { Questions } from '../http/questions.js'
import { notMeasured, type Effort, type Row } from '../row.js'
import { withChildren } from './http-throughput.js'

const SERVICE = 'whole service, requests per second on Redis ÷ in-process counts'
const PING = 'charges per second ÷ PING'
const AWAITS = 'charges per second ÷ four awaited commands'
const COATS = { kind: 'coats', form: 'json', seed: 1, count: 256 } as const satisfies Questions

export const P13: Row = {
  id: 'P13',
  title: 'counts in Redis',
  measure: async (effort: Effort) => {
    const rest = [
      notMeasured(PING, 'the store’s own charge is to be called here', { atLeast: 0.55 }, { atLeast: 0.7 }),
      notMeasured(AWAITS, 'the store’s own charge is to be called here', { atLeast: 3 }),
    ]
    const missing = (why: string): ReturnType<typeof notMeasured> =>
      notMeasured(SERVICE, why, { atLeast: 0.5 })
    if (spawnSync('redis-server', ['--version']).error !== undefined)
      return [...rest, missing('no redis-server')]
    const port = await freePort()
    const redis = startRedis(port)
    const url = `redis://127.0.0.1:${port}`
    try {
      await answers(port)
      const refusal = await refusalOf(url)
      if (refusal !== undefined) return [...rest, missing(`no store: ${refusal}`)]
      return await withChildren(async (keep) => {
        const client = keep(startClient())
        const [shared, own] = [keep(await startRobe({}, url)), keep(await startRobe())]
        const paired = await pairBursts(
          effort,
          client,
          { server: shared, questions: () => COATS },
          { server: own, questions: () => COATS },
        )
        return [
          ...rest,
          {
            what: SERVICE,
            value: paired.throughput,
            unit: ' ×',
            floor: { atLeast: 0.5 },
            beside: pairedText(paired),
          },
        ]
      })
    } finally {
      redis.kill('SIGKILL')
    }
  },
}

function startRedis(port: number): ChildProcess {
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', temporaryFolder()]
  return spawn('redis-server', words, { stdio: 'ignore' })
}

/** Why the store cannot be opened; undefined when it can. */
async function refusalOf(url: string): Promise<string | undefined> {
  try {
    await (await openStore(url, { purpose: 'command' })).close()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const holder = createServer().listen(0, '127.0.0.1', () => {
      const { port } = holder.address() as AddressInfo
      holder.close(() => resolve(port))
    })
  })
}

async function answers(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const reached = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (reached) return
    await delay(25)
  }
  throw new Error('redis-server does not answer')
}
