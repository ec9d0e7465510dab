/**
 * Connections that behave badly (crowd-client.ts), beside another client's single coats and the operator's `/healthz`:
 * answers that are never read or read slowly, with and without a key, and free requests with odd headers and queries.
 * Guarantees: each crowd comes several times, each time to a new server; latency is judged by the median of them, memory
 * and statuses by the worst.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { numberText, quantile } from '../support/statistics.js'
import { startChild, type Child } from '../support/children.js'
import { raisePriority } from '../support/children.js'
import { worstCross } from '../support/questions.js'
import type { Lull } from './calm-client.js'
import type { Crowd, Crowded } from './crowd-client.js'
import type { Finding, Part } from './part.js'
import { serve } from './served.js'

const MAX_MS = 50
const MAX_MEGABYTES = 400
const TIMES = 3
const STATUSES = new Set([100, 200, 302, 304, 400, 401, 404, 405, 429, 431, 503])

type Plan = Pick<Crowd, 'kind' | 'connections' | 'pipelined'>

const PLANS: readonly Plan[] = [
  { kind: 'free', connections: 32, pipelined: 1 },
  { kind: 'odd', connections: 32, pipelined: 4 },
  { kind: 'unread', connections: 2_500, pipelined: 100 },
  { kind: 'half-read', connections: 500, pipelined: 20 },
  { kind: 'unread crosses', connections: 1_000, pipelined: 1 },
]

interface Seen {
  readonly alone: Lull
  readonly beside: Lull
  readonly crowd: Crowded
  readonly megabytes: number
}

export const crowds: Part = async ({ seconds, seed }) => {
  const share = (1000 * seconds) / PLANS.length / TIMES / 2
  const findings: Finding[] = []
  for (const plan of PLANS) {
    const seen: Seen[] = []
    while (seen.length < TIMES) seen.push(await raise(plan, Math.max(1_000, share), seed + seen.length))
    findings.push(...judge(plan, seen))
  }
  return { title: 'Connections that behave badly', findings }
}

async function raise(plan: Plan, milliseconds: number, seed: number): Promise<Seen> {
  const server = await serve(['premium', 'premium'])
  const clients = ['calm-client', 'crowd-client'].map(client) as [Child, Child]
  const [calm, crowd] = clients
  raisePriority(calm.process.pid ?? 0)
  const [calmKey = '', key = ''] = server.keys
  const calmly = async (work: () => Promise<unknown>): Promise<Lull> => {
    await calm.ask({ calm: { port: server.port, opsPort: server.opsPort, key: calmKey } })
    await work()
    return (await calm.ask({ rest: true })) as Lull
  }
  try {
    await calmly(() => delay(milliseconds / 4))
    const alone = await calmly(() => delay(milliseconds))
    const asked: Crowd = { ...plan, port: server.port, key, cross: worstCross(), milliseconds, seed }
    let crowded: Crowded | undefined
    const beside = await calmly(async () => (crowded = (await crowd.ask({ crowd: asked })) as Crowded))
    if (crowded === undefined) throw new Error('the crowd never ended')
    return { alone, beside, crowd: crowded, megabytes: peakMegabytes(server.process.pid ?? 0) }
  } finally {
    await Promise.all([server, ...clients].map(({ end }) => end()))
  }
}

function client(name: string): Child {
  return startChild(fileURLToPath(new URL(`./${name}.js`, import.meta.url)), [])
}

/** The most memory that the process has held so far. */
function peakMegabytes(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

function judge({ kind, connections, pipelined }: Plan, seen: readonly Seen[]): readonly Finding[] {
  const name = `${connections} connections, ${kind}, ${pipelined} requests each at a time`
  const p99 = quantile(
    seen.map(({ beside }) => beside.p99),
    0.5,
  )
  const health = quantile(
    seen.map(({ beside }) => beside.healthLongest),
    0.5,
  )
  const notOk = seen.reduce((sum, { beside }) => sum + beside.notOk + beside.healthNotOk, 0)
  const memory = Math.max(...seen.map(({ megabytes }) => megabytes))
  const statuses = seen.flatMap(({ crowd }) => Object.keys(crowd.statuses).map(Number))
  return [
    {
      promise: `${name}: other keys' single coats p99 at most ${MAX_MS} ms and \`/healthz\` at most ${MAX_MS} ms, in the median`,
      measured: seen
        .map(
          ({ alone, beside }) =>
            `${ms(beside.p99)} (alone ${ms(alone.p99)}), health ${ms(beside.healthLongest)}`,
        )
        .join('; '),
      held: p99 <= MAX_MS && health <= MAX_MS && notOk === 0,
    },
    {
      promise: `${name}: at most ${MAX_MEGABYTES} MB of memory`,
      measured: `${numberText(memory)} MB`,
      held: memory <= MAX_MEGABYTES,
    },
    {
      promise: `${name}: every answer has a status of the contract`,
      measured: seen
        .map(({ crowd }) => `${crowd.sent} sent, ${JSON.stringify(crowd.statuses)}, ${crowd.open} open`)
        .join('; '),
      held: statuses.every((status) => STATUSES.has(status)),
    },
  ]
}

const ms = (value: number): string => `${numberText(value)} ms`
