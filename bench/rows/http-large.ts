/**
 * P10, P11: large answers beside everything else.
 * P10: the most memory a fresh server ever had after one answer of hundreds of megabytes (MAX_RESULTS=1000000, every
 * locus heterozygous, with bands) against one after the worst listed cross; and how soon the first byte of a body comes.
 * P11: p99 of paced single coats, alone and while another client has two worst crosses streamed to it all the time;
 * windows next to each other, the order flipped. Beside it the same for a service that stringifies whole answers.
 */
import { openBook } from '../genetics/books.js'
import { heterozygous } from '../genetics/crosses.js'
import { numberText, quantile, spreadOf, type Spread } from '../figures.js'
import { startPeer, startRobe, type MeasuredServer } from '../http/children.js'
import { startClient, type Client } from '../http/pairs.js'
import { worstCross, type Questions } from '../http/questions.js'
import type { Ask } from '../http/wire.js'
import type { Effort, Figure, Row } from '../row.js'
import { withChildren } from './http-throughput.js'

const MOST_ROWS = 1_000_000
const PATIENCE_MS = 59_000

export const P10: Row = {
  id: 'P10',
  title: 'memory does not follow the answer; the first byte comes soon',
  measure: (effort: Effort) =>
    withChildren(async (keep) => {
      const client = keep(startClient())
      const book = await openBook()
      const parent = JSON.stringify(heterozygous(book, book.model.loci))
      const rows = effort.smoke ? MOST_ROWS / 20 : MOST_ROWS
      const huge: Ask = {
        path: '/coats/generateChild',
        body: new URLSearchParams({
          mother: parent,
          father: parent,
          lang: 'fr',
          limit: String(rows),
          recombination_band: 'true',
        }).toString(),
      }
      const sizes = { huge: [] as number[], worst: [] as number[] }
      const peaks = { huge: [] as number[], worst: [] as number[] }
      const times = Math.min(effort.rounds, 5)
      for (let round = 0; round < times; round++) {
        for (const [name, ask] of Object.entries({ huge, worst: worstCross() }) as [
          'huge' | 'worst',
          Ask,
        ][]) {
          const robe = keep(await startRobe({ MAX_RESULTS: String(MOST_ROWS) }))
          const loaded = await once(client, robe, ask)
          sizes[name].push(loaded.bytes)
          peaks[name].push((await robe.usage()).peak)
          await robe.end()
        }
      }
      const robe = keep(await startRobe())
      await once(client, robe, worstCross())
      const first: number[] = []
      for (let round = 0; round < effort.rounds; round++)
        first.push((await once(client, robe, worstCross())).firstByte)
      const megabytes = (all: readonly number[]): string => `${numberText(quantile(all, 0.5) / 1e6)} MB`
      return [
        {
          what: 'peak memory of the server, huge answer ÷ worst listed cross',
          value: spreadOf(peaks.huge.map((each, i) => each / (peaks.worst[i] ?? NaN))),
          unit: ' ×',
          floor: { atMost: 1.1 },
          beside: `${megabytes(peaks.huge)} for an answer of ${megabytes(sizes.huge)}, ${megabytes(peaks.worst)} for one of ${megabytes(sizes.worst)}`,
        },
        {
          what: 'first byte of the body of the worst listed cross',
          value: spreadOf(first),
          unit: ' ms',
          floor: { atMost: 20 },
          beside: 'one request at a time',
        },
      ]
    }),
}

async function once(
  client: Client,
  server: MeasuredServer,
  ask: Ask,
): Promise<{ readonly bytes: number; readonly firstByte: number }> {
  const loaded = await client.load({
    port: server.port,
    key: server.key,
    questions: { kind: 'asks', asks: [ask] },
    connections: 1,
    milliseconds: PATIENCE_MS,
    most: 1,
  })
  if (loaded.others > 0 || loaded.answers !== 1) throw new Error('the large answer was not a 200')
  return loaded
}

const COATS = { kind: 'coats', form: 'json', seed: 1, count: 256 } as const satisfies Questions
const PER_SECOND = 50

export const P11: Row = {
  id: 'P11',
  title: 'p99 of single coats while worst crosses stream',
  measure: (effort: Effort) =>
    withChildren(async (keep) => {
      const [calm, greedy] = [keep(startClient()), keep(startClient())]
      const robe = keep(await startRobe())
      const ours = await besideCrosses(effort, effort.pairs, calm, greedy, robe)
      await robe.end()
      if (effort.smoke) return [figureOf(ours)]
      const naive = keep(await startPeer('tinyhttp'))
      const peer = await besideCrosses(effort, 3, calm, greedy, naive)
      return [
        figureOf(ours),
        {
          what: 'the same for tinyhttp that stringifies whole answers',
          value: peer.ratio,
          unit: ' ×',
          beside: peer.text,
        },
      ]
    }),
}

interface Besides {
  readonly ratio: Spread
  readonly text: string
}

function figureOf({ ratio, text }: Besides): Figure {
  return {
    what: 'p99 beside two worst crosses ÷ p99 alone',
    value: ratio,
    unit: ' ×',
    floor: { atMost: 2 },
    stretch: { atMost: 1.5 },
    beside: text,
  }
}

async function besideCrosses(
  { smoke, burstMs }: Effort,
  pairs: number,
  calm: Client,
  greedy: Client,
  server: MeasuredServer,
): Promise<Besides> {
  const { port, key } = server
  const milliseconds = 3 * burstMs
  const coats = async (): Promise<number> => {
    const load = { port, key, questions: COATS, connections: 32, milliseconds, perSecond: PER_SECOND }
    const { latency, others } = await calm.load(load)
    if (others > 0) throw new Error(`${others} coats were refused`)
    return latency.p99
  }
  let crosses = 0
  const besides = async (): Promise<number> => {
    const streaming = greedy.load({
      port,
      key,
      questions: { kind: 'asks', asks: [worstCross()] },
      connections: 2,
      milliseconds,
    })
    const [p99, { answers, others }] = await Promise.all([coats(), streaming])
    if (others > 0) throw new Error(`${others} crosses were refused`)
    crosses += answers
    return p99
  }
  if (!smoke) {
    await coats()
    await besides()
    crosses = 0
  }
  const alone: number[] = []
  const beside: number[] = []
  for (let pair = 0; pair < pairs; pair++) {
    if (pair % 2 === 0) alone.push(await coats())
    beside.push(await besides())
    if (pair % 2 === 1) alone.push(await coats())
  }
  return {
    ratio: spreadOf(beside.map((each, i) => each / (alone[i] ?? NaN))),
    text: `p99 ${numberText(quantile(beside, 0.5))} ms beside crosses (${crosses} answered), ${numberText(quantile(alone, 0.5))} ms alone; ${PER_SECOND} coats a second`,
  }
}
