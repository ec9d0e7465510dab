/**
 * P10, P11: large answers, and what other clients notice of them.
 * P10: peak memory of a fresh server after one answer of 500 MB (MAX_RESULTS=1000000, every locus heterozygous) against
 * one after the worst listed cross; and the time to the first byte of a body.
 * P11: p99 of paced single coats while another client streams two worst crosses all the time, against p99 alone; windows
 * next to each other, the order flipped. The measuring client has the higher priority where the system allows it.
 */
import type { Ask } from '../../test/support/ask.js'
import { startRobe, type MeasuredServer } from '../../test/support/children.js'
import { worstCross, type Questions } from '../../test/support/questions.js'
import { medianText, ratioOf, spreadOf } from '../figures.js'
import { openRules } from '../genetics/rulesets.js'
import { heterozygous } from '../genetics/parents.js'
import { startClient, type Client } from '../http/pairs.js'
import { withChildren } from '../http/servers.js'
import type { Effort, Row } from '../row.js'

const MAX_ROWS = 1_000_000
const PATIENCE_MS = 59_000
const MAX_ROUNDS = 5

interface Weighed {
  readonly bytes: number
  readonly peak: number
}

export const P10: Row = {
  id: 'P10',
  title: 'Memory does not grow with the answer; the first byte comes soon',
  noticedBy: 'operators',
  measure: (effort: Effort) =>
    withChildren(async (keep) => {
      const client = keep(startClient())
      const huge = await hugeCross(effort.smoke ? MAX_ROWS / 20 : MAX_ROWS)
      const measure = async (ask: Ask): Promise<Weighed> => {
        const robe = keep(await startRobe({ MAX_RESULTS: String(MAX_ROWS) }))
        const { bytes } = await askOne(client, robe, ask)
        const { peak } = await robe.usage()
        await robe.end()
        return { bytes, peak }
      }
      const all = { huge: [] as Weighed[], worst: [] as Weighed[] }
      for (let round = 0; round < Math.min(effort.rounds, MAX_ROUNDS); round++) {
        all.huge.push(await measure(huge))
        all.worst.push(await measure(worstCross()))
      }
      const robe = keep(await startRobe())
      await askOne(client, robe, worstCross())
      const firstBytes: number[] = []
      for (let round = 0; round < effort.rounds; round++)
        firstBytes.push((await askOne(client, robe, worstCross())).firstByte)
      const values = (of: 'huge' | 'worst', what: 'bytes' | 'peak'): readonly number[] =>
        all[of].map((each) => each[what] / 1e6)
      const text = (of: 'huge' | 'worst'): string =>
        `${medianText(values(of, 'peak'))} MB for an answer of ${medianText(values(of, 'bytes'))} MB`
      return [
        {
          what: 'peak memory, huge answer ÷ worst listed cross',
          value: ratioOf(values('huge', 'peak'), values('worst', 'peak')),
          unit: ' ×',
          target: { atMost: 1.5 },
          beside: `${text('huge')}, ${text('worst')}`,
        },
        {
          what: 'time to first byte of the worst listed cross',
          value: spreadOf(firstBytes),
          unit: ' ms',
          target: { atMost: 20 },
          beside: 'one request at a time',
        },
      ]
    }),
}

async function hugeCross(rows: number): Promise<Ask> {
  const ruleset = await openRules()
  // A stallion has one copy only of loci on the sex chromosome.
  const parent = JSON.stringify(
    heterozygous(
      ruleset,
      ruleset.model.loci.filter(({ noCopy }) => noCopy === null),
    ),
  )
  const fields = { mother: parent, father: parent, lang: 'fr', limit: String(rows) }
  return { path: '/coats/generateChild', body: new URLSearchParams(fields).toString() }
}

async function askOne(
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
  if (loaded.others > 0 || loaded.answers !== 1) throw new Error('a large answer was not a 200')
  return loaded
}

const COATS = { kind: 'coats', form: 'json', seed: 1, count: 256 } as const satisfies Questions
const PER_SECOND = 50

export const P11: Row = {
  id: 'P11',
  title: 'Single coats while worst crosses stream',
  noticedBy: 'other clients',
  measure: ({ pairs, burstMs, smoke }: Effort) =>
    withChildren(async (keep) => {
      const [calm, greedy] = [keep(startClient(true)), keep(startClient())]
      const { port, key } = keep(await startRobe())
      const milliseconds = 3 * burstMs
      const alone = async (): Promise<number> => {
        const load = { port, key, questions: COATS, connections: 32, milliseconds, perSecond: PER_SECOND }
        const { p99, others } = await calm.load(load)
        if (others > 0) throw new Error(`${others} coats were refused`)
        return p99
      }
      let crosses = 0
      const besideCrosses = async (): Promise<number> => {
        const questions: Questions = { kind: 'asks', asks: [worstCross()] }
        const streaming = greedy.load({ port, key, questions, connections: 2, milliseconds })
        const [p99, { answers, others }] = await Promise.all([alone(), streaming])
        if (others > 0) throw new Error(`${others} crosses were refused`)
        crosses += answers
        return p99
      }
      if (!smoke) {
        await alone()
        await besideCrosses()
        crosses = 0
      }
      const calmly: number[] = []
      const beside: number[] = []
      for (let pair = 0; pair < pairs; pair++) {
        if (pair % 2 === 0) calmly.push(await alone())
        beside.push(await besideCrosses())
        if (pair % 2 === 1) calmly.push(await alone())
      }
      return [
        {
          what: 'p99 beside two worst crosses ÷ p99 alone',
          value: ratioOf(beside, calmly),
          unit: ' ×',
          target: { atMost: 2 },
          beside: `p99 ${medianText(beside)} ms beside crosses (${crosses} answered), ${medianText(calmly)} ms alone, ${PER_SECOND} coats a second`,
        },
      ]
    }),
}
