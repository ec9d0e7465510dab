/**
 * Two servers, or two questions to one server, compared over HTTP: adjacent bursts of load, the order flipped each
 * round.
 * Guarantees: every answer is a 200, or the measurement fails; both sides are warm.
 */
import { fileURLToPath } from 'node:url'
import { raisePriority, startChild, type Child, type MeasuredServer } from '../../test/support/children.js'
import type { Questions } from '../../test/support/questions.js'
import { medianText, ratioOf, type Target } from '../figures.js'
import type { Effort, Figure } from '../row.js'
import type { Load, Loaded } from './load-client.js'

const CONNECTIONS = 16
const MAX_PER_BURST = 200_000
const BUSY_CLIENT = 0.95

export interface Client extends Child {
  readonly load: (load: Load) => Promise<Loaded>
}

/** @param isAhead it runs before others that keep the cores busy, as a client on another machine would */
export function startClient(isAhead = false): Client {
  const child = startChild(fileURLToPath(new URL('./load-client.js', import.meta.url)), [])
  if (isAhead) raisePriority(child.process.pid ?? 0)
  return { ...child, load: async (load) => (await child.ask({ load })) as Loaded }
}

export interface Loading {
  readonly server: MeasuredServer
  /** @param burst which burst it is, for questions that must not be asked twice */
  readonly questions: (burst: number) => Questions
  /** The maximum number of requests in a burst, and the number of connections. */
  readonly most?: number
  readonly connections?: number
}

/** One burst of load and what it cost the server. */
interface Burst {
  readonly perSecond: number
  /** Microseconds of the server's CPU for one request. */
  readonly cpu: number
  readonly loaded: Loaded
}

/** Requests per second of the first side ÷ the second. */
export async function pairBursts(
  effort: Effort,
  client: Client,
  [first, second]: readonly [Loading, Loading],
  what: string,
  target?: Target,
): Promise<Figure> {
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
  const rates = bursts.map((some) => some.map(({ perSecond }) => perSecond)) as [number[], number[]]
  const texts = bursts.map(
    (some, at) => `${medianText(rates[at] ?? [])}/s, ${medianText(some.map(({ cpu }) => cpu))} µs CPU`,
  )
  const busy = Math.max(...bursts.flat().map(({ loaded }) => loaded.clientCpu / 1000 / loaded.milliseconds))
  return {
    what,
    value: ratioOf(...rates),
    unit: ' ×',
    ...(target && { target }),
    beside: texts.join(' against ') + (busy > BUSY_CLIENT ? ', the load client was busy' : ''),
  }
}

async function runBurst(
  client: Client,
  { server, questions, most = MAX_PER_BURST, connections = CONNECTIONS }: Loading,
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
