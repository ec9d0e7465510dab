/**
 * P17, P18: the heaviest legal requests, as the torture found them (test/fixtures/heaviest-requests.json).
 * P17: how long one holds the event loop, and its CPU against that of the worst listed cross asked next to it, medians
 * of asking each several times in a row, each time in other words so that no answer is remembered; beside it the first
 * time of asking a server just started.
 * P18: a hundred of them at once from one Free key, beside another key's single coats and `/healthz`, against the same
 * coats alone; with two cores, and with the server on one; and what a refused call costs.
 */
import { everythingHeterozygous, heaviestAnswered, readHeaviest } from '../../test/torture/heaviest.js'
import { weighRefusals } from '../../test/torture/refusals.js'
import { runStorm, type StormSeen } from '../../test/torture/storm-run.js'
import { createScale, type Weight } from '../../test/torture/weigh.js'
import { numberText, quantile, spreadOf, type Spread } from '../figures.js'
import { startRobe } from '../http/children.js'
import { worstCross } from '../http/questions.js'
import type { Ask } from '../http/wire.js'
import type { Effort, Figure, Row } from '../row.js'
import { withChildren } from './http-throughput.js'

const heavyAsks = (): readonly Ask[] => [
  everythingHeterozygous(),
  everythingHeterozygous({ limit: '1' }),
  ...readHeaviest().requests,
]

export const P17: Row = {
  id: 'P17',
  title: 'the heaviest legal request',
  measure: (effort: Effort) =>
    withChildren(async (keep) => {
      const fresh = createScale(keep(await startRobe()))
      const cold = await fresh.weigh(everythingHeterozygous(), 1)
      const { weigh } = createScale(keep(await startRobe()))
      await weigh(worstCross(), effort.smoke ? 1 : 5)
      const times = effort.smoke ? 1 : 3
      const weighed: { readonly ask: Ask; readonly weight: Weight }[] = []
      for (const ask of heavyAsks()) weighed.push({ ask, weight: await weigh(ask, times) })
      const heaviest = (of: 'delay' | 'cpu'): Ask =>
        weighed.reduce((worst, each) => (each.weight[of] > worst.weight[of] ? each : worst)).ask
      const [slowest, costliest] = [heaviest('delay'), heaviest('cpu')]
      const delays: number[] = []
      const costs: { readonly heavy: number; readonly listed: number }[] = []
      for (let round = 0; round < effort.rounds; round++) {
        delays.push((await weigh(slowest, 1)).delay)
        // In a row, since a cross asked between two heavy requests finds their garbage and cold code, and reads dearer.
        const listed = (await weigh(worstCross(), times)).cpu
        costs.push({ heavy: (await weigh(costliest, times)).cpu, listed })
      }
      const answered = weighed.filter(({ weight }) => weight.status === 200).length
      const asked = `${weighed.length} requests, ${answered} of them answered`
      return [
        {
          what: 'event loop held by the heaviest request',
          value: spreadOf(delays),
          unit: ' ms',
          floor: { atMost: 20 },
          stretch: { atMost: 10 },
          beside: `the worst of ${asked}`,
        },
        {
          what: 'CPU of the heaviest request ÷ that of the worst listed cross',
          value: spreadOf(costs.map(({ heavy, listed }) => heavy / listed)),
          unit: ' ×',
          floor: { atMost: 6 },
          stretch: { atMost: 3 },
          beside: `${medianOf(costs.map(({ heavy }) => heavy))} ms against ${medianOf(costs.map(({ listed }) => listed))} ms; the worst of ${asked}`,
        },
        {
          what: 'CPU of every gene heterozygous, by coat, with bands, first request of a server',
          value: spreadOf([cold.cpu]),
          unit: ' ms',
          beside: `answered with ${cold.status}; the event loop was held for ${numberText(cold.delay)} ms`,
        },
      ]
    }),
}

const MOST_MS = 50
const MOST_REFUSED_MS = 2
const STORM_SECONDS = 5
const MOST_STORMS = 5
const MOST_REFUSALS = 5
const MOST_KINDS = 4

export const P18: Row = {
  id: 'P18',
  title: 'one Free key asks for a hundred of the heaviest at once',
  measure: async (effort: Effort) => {
    const figures: Figure[] = []
    const asks = heaviestAnswered(MOST_KINDS)
    for (const isPinned of [false, true]) {
      const seen: StormSeen[] = []
      const seconds = effort.smoke ? 1 : STORM_SECONDS
      for (let i = 0; i < Math.min(effort.rounds, MOST_STORMS); i++)
        seen.push(await runStorm({ asks, seconds, isPinned }))
      figures.push(...figuresOf(seen, isPinned ? 'the server on one core' : 'two cores'))
    }
    return [...figures, await refusedFigure(asks, effort.smoke ? 1 : MOST_REFUSALS)]
  },
}

function figuresOf(seen: readonly StormSeen[], where: string): readonly Figure[] {
  const of = (value: (each: StormSeen) => number): Spread => spreadOf(seen.map(value))
  return [
    {
      what: `p99 of other keys' coats ÷ p99 alone, ${where}`,
      value: of(({ alone, beside }) => beside.p99 / alone.p99),
      unit: ' ×',
      floor: { atMost: 2 },
      stretch: { atMost: 1.3 },
      beside: `alone ${medianOf(seen.map(({ alone }) => alone.p99))} ms; ${seen.map(({ beside }) => `${beside.coats - beside.notOk} of ${beside.coats} answered`).join(', ')}`,
    },
    {
      what: `p99 of other keys' coats, ${where}`,
      value: of(({ beside }) => beside.p99),
      unit: ' ms',
      floor: { atMost: MOST_MS },
      beside: `median ${medianOf(seen.map(({ beside }) => beside.p50))} ms, alone ${medianOf(seen.map(({ alone }) => alone.p50))} ms`,
    },
    {
      what: `longest time of /healthz, ${where}`,
      value: of(({ beside }) => beside.healthLongest),
      unit: ' ms',
      floor: { atMost: MOST_MS },
      beside: `alone ${medianOf(seen.map(({ alone }) => alone.healthLongest))} ms`,
    },
  ]
}

async function refusedFigure(asks: readonly Ask[], rounds: number): Promise<Figure> {
  const [ask] = asks
  if (ask === undefined) throw new Error('no heavy request is answered')
  return {
    what: 'CPU of the event loop for a refused call',
    value: spreadOf(await weighRefusals(ask, rounds)),
    unit: ' ms',
    floor: { atMost: MOST_REFUSED_MS },
    beside: 'of 20 at once while the line of their key is full',
  }
}

const medianOf = (values: readonly number[]): string => numberText(quantile(values, 0.5))
