/**
 * P10, P11: large answers beside everything else.
 * P10: the most memory a fresh server ever had after one answer of hundreds of megabytes (MAX_RESULTS=1000000, every
 * locus heterozygous, with bands) against one after the worst listed cross, and against one that sent as many bytes
 * as worst crosses one after the other; and how soon the first byte of a body comes.
 * P11: p99 of paced single coats, alone and while another client has two worst crosses streamed to it all the time;
 * windows next to each other, the order flipped; the client that measures goes before the others where it may, so that
 * it is the server that is waited for and not one of two cores. Beside it the same for a service that stringifies whole answers.
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
      // A stallion has one copy of the others only.
      const ofBoth = book.model.loci.filter(({ noCopy }) => noCopy === null)
      const parent = JSON.stringify(heterozygous(book, ofBoth))
      const rows = effort.smoke ? MOST_ROWS / 20 : MOST_ROWS
      const huge: Ask = {
        path: '/coats/generateChild',
        body: new URLSearchParams({
          mother: parent,
          father: parent,
          lang: 'fr',
          limit: String(rows),
        }).toString(),
      }
      const peakAfter = async (ask: Ask, times: number): Promise<{ bytes: number; peak: number }> => {
        const robe = keep(await startRobe({ MAX_RESULTS: String(MOST_ROWS) }))
        const { bytes } = await asked(client, robe, ask, times)
        const { peak } = await robe.usage()
        await robe.end()
        return { bytes, peak }
      }
      const measured: Record<'huge' | 'worst' | 'many', { bytes: number; peak: number }>[] = []
      for (let round = 0; round < Math.min(effort.rounds, 5); round++) {
        const one = await peakAfter(huge, 1)
        const worst = await peakAfter(worstCross(), 1)
        const many = await peakAfter(worstCross(), Math.ceil(one.bytes / worst.bytes))
        measured.push({ huge: one, worst, many })
      }
      const robe = keep(await startRobe())
      await asked(client, robe, worstCross(), 1)
      const first: number[] = []
      for (let round = 0; round < effort.rounds; round++)
        first.push((await asked(client, robe, worstCross(), 1)).firstByte)
      const megabytes = (of: 'huge' | 'worst' | 'many', what: 'bytes' | 'peak'): string => {
        const all = measured.map((round) => round[of][what])
        return `${numberText(quantile(all, 0.5) / 1e6)} MB`
      }
      const ratio = (to: 'worst' | 'many'): Spread =>
        spreadOf(measured.map((round) => round.huge.peak / round[to].peak))
      return [
        {
          what: 'peak memory of the server, huge answer ÷ worst listed cross',
          value: ratio('worst'),
          unit: ' ×',
          floor: { atMost: 1.1 },
          beside: `${megabytes('huge', 'peak')} for an answer of ${megabytes('huge', 'bytes')}, ${megabytes('worst', 'peak')} for one of ${megabytes('worst', 'bytes')}`,
        },
        {
          what: 'the same ÷ as many bytes in worst listed crosses',
          value: ratio('many'),
          unit: ' ×',
          beside: `${megabytes('many', 'peak')} for ${megabytes('many', 'bytes')}`,
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

async function asked(
  client: Client,
  server: MeasuredServer,
  ask: Ask,
  times: number,
): Promise<{ readonly bytes: number; readonly firstByte: number }> {
  const loaded = await client.load({
    port: server.port,
    key: server.key,
    questions: { kind: 'asks', asks: [ask] },
    connections: 1,
    milliseconds: PATIENCE_MS,
    most: times,
  })
  if (loaded.others > 0 || loaded.answers !== times) throw new Error('a large answer was not a 200')
  return loaded
}

const COATS = { kind: 'coats', form: 'json', seed: 1, count: 256 } as const satisfies Questions
const PER_SECOND = 50

export const P11: Row = {
  id: 'P11',
  title: 'p99 of single coats while worst crosses stream',
  measure: (effort: Effort) =>
    withChildren(async (keep) => {
      const [calm, greedy] = [keep(startClient(true)), keep(startClient())]
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
