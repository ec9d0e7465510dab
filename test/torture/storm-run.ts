/**
 * One storm: calm client alone, then beside a hundred heavy calls at once, on one server.
 * Guarantees: both stretches last as long as each other; clients are processes of their own, and the calm one goes
 * before the others where it may, so that it is the server that is waited for; plain figures, no judgement.
 * Leaves to others: what the figures must be (storm.ts).
 */
import { execFileSync } from 'node:child_process'
import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Child } from '../support/children.js'
import { startChild } from '../support/children.js'
import { raisePriority } from '../support/children.js'
import type { Ask } from '../support/ask.js'
import type { Lull } from './calm-client.js'
import { call } from './call.js'
import { serve, type Served } from './served.js'
import type { Storm, Stormed } from './storm-client.js'
import { createScale, type Weight } from './weigh.js'

export interface StormPlan {
  readonly asks: readonly Ask[]
  /** How long each of the two stretches lasts. */
  readonly seconds: number
  /** The server has one core and its clients the other. */
  readonly isPinned: boolean
}

export interface StormSeen {
  readonly alone: Lull
  readonly beside: Lull
  readonly storm: Stormed
  /** What each of the asks costs by itself. */
  readonly weights: readonly Weight[]
  /** Milliseconds of the server's CPU that the storm cost. */
  readonly stormCpu: number
  /** What the keys of the storm were charged, by what the service tells of them; NaN: it does not tell. */
  readonly charged: number
}

const AT_ONCE = 100
const FREE_KEYS = 4
const SERVER_CORE = '0'
const CLIENT_CORE = '1'
const PATIENCE_MS = 5_000

export async function runStorm({ asks, seconds, isPinned }: StormPlan): Promise<StormSeen> {
  const plans = [...Array.from({ length: FREE_KEYS }, () => 'free' as const), 'premium' as const]
  const server = await serve(plans, isPinned ? SERVER_CORE : undefined)
  const clients = [client('calm-client'), client('storm-client')] as const
  const [calm, stormy] = clients
  raisePriority(calm.process.pid ?? 0)
  if (isPinned) for (const each of clients) pin(each)
  try {
    const scale = createScale(server)
    const weighAll = async (): Promise<readonly Weight[]> => {
      const all: Weight[] = []
      for (const ask of asks) all.push(await scale.weigh(ask, 3))
      return all
    }
    const before = await weighAll()
    const calmKey = server.keys.at(-1) ?? ''
    const calmly = async (work: () => Promise<unknown>): Promise<Lull> => {
      await calm.ask({ calm: { port: server.port, opsPort: server.opsPort, key: calmKey } })
      await work()
      return (await calm.ask({ rest: true })) as Lull
    }
    const milliseconds = 1000 * seconds
    // The first coats of a process are slow; they are nobody's figure.
    await calmly(() => delay(milliseconds / 4))
    const restingFrom = server.cpuSoFar()
    const alone = await calmly(() => delay(milliseconds))
    const restingCpu = (server.cpuSoFar() - restingFrom) / milliseconds
    const keys = server.keys.slice(0, FREE_KEYS)
    const storm: Storm = { port: server.port, keys, asks, atOnce: AT_ONCE, milliseconds }
    let stormed: Stormed | undefined
    const from = server.cpuSoFar()
    const beside = await calmly(async () => (stormed = (await stormy.ask({ storm })) as Stormed))
    if (stormed === undefined) throw new Error('the storm never ended')
    const stormCpu = server.cpuSoFar() - from - restingCpu * stormed.milliseconds
    const charged = await chargedTo(server, keys)
    // A server that still works on what nobody waits for any more has nothing to weigh with.
    const after = stormed.unanswered > 0 ? before : await weighAll()
    // Before the storm, code may not be warm.
    const weights = before.map((each, i) => ({ ...each, cpu: Math.min(each.cpu, after[i]?.cpu ?? Infinity) }))
    return { alone, beside, storm: stormed, weights, stormCpu, charged }
  } finally {
    await Promise.all([server, ...clients].map(({ end }) => end()))
  }
}

function client(name: 'calm-client' | 'storm-client'): Child {
  return startChild(fileURLToPath(new URL(`./${name}.js`, import.meta.url)), [])
}

function pin({ process: { pid = 0 } }: Child): void {
  execFileSync('taskset', ['-acp', CLIENT_CORE, String(pid)], { stdio: 'ignore' })
}

async function chargedTo({ port }: Served, keys: readonly string[]): Promise<number> {
  const agent = new Agent()
  const told = keys.map((key) => call({ agent, port, path: '/coats/api-info', key, keepsText: true }))
  const answers = await Promise.race([Promise.all(told), delay(PATIENCE_MS, [])])
  agent.destroy()
  if (answers.length === 0) return NaN
  return answers.reduce((sum, { text = '' }) => sum + Number(/"monthly_usage":(\d+)/.exec(text)?.[1]), 0)
}
