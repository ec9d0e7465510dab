/**
 * Two servers, or two questions to one server, set against each other over HTTP: adjacent bursts of load, the order
 * flipped each round. Guarantees: every answer is a 200, or the measurement fails; both sides are warm.
 * Leaves to others: which servers and questions (rows/).
 */
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { spreadOf, type Spread } from '../figures.js'
import type { Effort } from '../row.js'
import { startChild, type Child, type MeasuredServer } from './children.js'
import type { Load, Loaded } from './load-client.js'
import type { Questions } from './questions.js'

const CONNECTIONS = 16
const MOST_PER_BURST = 200_000
const BUSY_CLIENT = 0.95

export interface Client extends Child {
  readonly load: (load: Load) => Promise<Loaded>
}

/** Above what an unprivileged process may have; one that may not raise it measures as it is. */
const AHEAD = -15

/** @param isAhead it need not wait for a core that others keep busy: a client on another machine would not either */
export function startClient(isAhead = false): Client {
  const child = startChild(fileURLToPath(new URL('./load-client.js', import.meta.url)), [])
  if (isAhead) raisePriority(child.process.pid ?? 0)
  return { ...child, load: async (load) => (await child.ask({ load })) as Loaded }
}

/** Lets a client go before whatever else keeps the cores busy, where it may. */
export function raisePriority(pid: number): void {
  try {
    setPriority(pid, AHEAD)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SYSTEM_ERROR') throw error
  }
}

/** @param burst which burst it is, for questions that must not be asked twice */
export interface Loading {
  readonly server: MeasuredServer
  readonly questions: (burst: number) => Questions
  /** At most so many requests in a burst, and over how many connections. */
  readonly most?: number
  readonly connections?: number
}

/** One burst of load and what it cost the server. */
export interface Burst {
  readonly perSecond: number
  /** Microseconds of the server's CPU for one request. */
  readonly cpu: number
  readonly loaded: Loaded
}

export interface Paired {
  /** Requests per second, the first side ÷ the second. */
  readonly throughput: Spread
  /** CPU for a request, the second side ÷ the first: as above 1 is better, and a busy client does not blur it. */
  readonly cpu: Spread
  readonly first: { readonly perSecond: Spread; readonly cpu: Spread }
  readonly second: { readonly perSecond: Spread; readonly cpu: Spread }
  /** Share of a core that the load client was busy for, at most: near 1 it is the client that is measured. */
  readonly clientBusy: number
}

export async function pairBursts(
  effort: Effort,
  client: Client,
  first: Loading,
  second: Loading,
): Promise<Paired> {
  let count = 0
  const burst = (side: Loading, milliseconds: number): Promise<Burst> =>
    runBurst(client, side, ++count, milliseconds)
  for (let i = 0; i < 2; i++) {
    for (const side of [first, second]) await burst(side, effort.burstMs)
  }
  const bursts: [Burst[], Burst[]] = [[], []]
  for (let round = 0; round < effort.pairs; round++) {
    const order = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
    for (const at of order) bursts[at].push(await burst(at === 0 ? first : second, effort.burstMs))
  }
  const ratios = (of: (one: Burst, other: Burst) => number): Spread =>
    spreadOf(bursts[0].map((one, i) => of(one, bursts[1][i] as Burst)))
  const side = (some: readonly Burst[]): { readonly perSecond: Spread; readonly cpu: Spread } => ({
    perSecond: spreadOf(some.map((each) => each.perSecond)),
    cpu: spreadOf(some.map((each) => each.cpu)),
  })
  const busy = bursts.flat().map(({ loaded }) => loaded.clientCpu / 1000 / loaded.milliseconds)
  return {
    throughput: ratios((one, other) => one.perSecond / other.perSecond),
    cpu: ratios((one, other) => other.cpu / one.cpu),
    first: side(bursts[0]),
    second: side(bursts[1]),
    clientBusy: Math.max(...busy),
  }
}

export async function runBurst(
  client: Client,
  { server, questions, most = MOST_PER_BURST, connections = CONNECTIONS }: Loading,
  burst: number,
  milliseconds: number,
): Promise<Burst> {
  const before = await server.usage()
  const loaded = await client.load({
    port: server.port,
    key: server.key,
    questions: questions(burst),
    connections,
    milliseconds,
    most,
  })
  const after = await server.usage()
  if (loaded.others > 0) throw new Error(`${loaded.others} of ${loaded.answers} answers were not a 200`)
  return {
    perSecond: (1000 * loaded.answers) / loaded.milliseconds,
    cpu: (after.cpu - before.cpu) / loaded.answers,
    loaded,
  }
}

/** `9 800/s, 81 µs CPU against 24 000/s, 21 µs`, with a remark when the client may have been the limit. */
export function pairedText({ first, second, cpu, clientBusy }: Paired): string {
  const side = ({ perSecond, cpu: each }: Paired['first']): string =>
    `${Math.round(perSecond.median)}/s, ${each.median.toFixed(1)} µs CPU`
  const busy = clientBusy > BUSY_CLIENT ? `; the load client was busy (${clientBusy.toFixed(2)})` : ''
  return `${side(first)} against ${side(second)}; by CPU ${cpu.median.toFixed(2)} ×${busy}`
}
