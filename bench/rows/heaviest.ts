/**
 * P17, P18: the heaviest legal requests, as a search found them (test/fixtures/heaviest-requests.json).
 * P17: how long one blocks the event loop, and its CPU against that of the worst listed cross asked next to it; each time
 * in other words, so that no answer is cached.
 * P18: a hundred of them at once from Free keys, beside another key's single coats and `/healthz`, against the same coats
 * alone; with two cores, and with the server on one.
 */
import { startRobe } from '../../test/support/children.js'
import type { Ask } from '../../test/support/ask.js'
import { worstCross } from '../../test/support/questions.js'
import { everythingHeterozygous, heaviestAnswered, readHeaviest } from '../../test/torture/heaviest.js'
import { runStorm, type StormSeen } from '../../test/torture/storm-run.js'
import { createScale, type Weight } from '../../test/torture/weigh.js'
import { medianText, ratioOf, spreadOf } from '../figures.js'
import { withChildren } from '../http/servers.js'
import type { Effort, Figure, Row } from '../row.js'

const heavyAsks = (): readonly Ask[] => [
  everythingHeterozygous(),
  everythingHeterozygous({ limit: '1' }),
  ...readHeaviest().requests,
]

export const P17: Row = {
  id: 'P17',
  title: 'The heaviest legal request',
  noticedBy: 'everyone',
  measure: (effort: Effort) =>
    withChildren(async (keep) => {
      const { weigh } = createScale(keep(await startRobe()))
      await weigh(worstCross(), effort.smoke ? 1 : 5)
      const times = effort.smoke ? 1 : 3
      const weighed: { readonly ask: Ask; readonly weight: Weight }[] = []
      for (const ask of heavyAsks()) weighed.push({ ask, weight: await weigh(ask, times) })
      const heaviest = (of: 'delay' | 'cpu'): Ask =>
        weighed.reduce((worst, each) => (each.weight[of] > worst.weight[of] ? each : worst)).ask
      const [slowest, costliest] = [heaviest('delay'), heaviest('cpu')]
      const delays: number[] = []
      const heavy: number[] = []
      const listed: number[] = []
      for (let round = 0; round < effort.rounds; round++) {
        delays.push((await weigh(slowest, 1)).delay)
        // In a row: a cross between two heavy requests pays for their garbage and cold code.
        listed.push((await weigh(worstCross(), times)).cpu)
        heavy.push((await weigh(costliest, times)).cpu)
      }
      const answered = weighed.filter(({ weight }) => weight.status === 200).length
      const searched = `the worst of ${weighed.length} requests, ${answered} of them answered`
      return [
        {
          what: 'event loop blocked by the heaviest request',
          value: spreadOf(delays),
          unit: ' ms',
          target: { atMost: 20 },
          beside: searched,
        },
        {
          what: 'CPU of the heaviest request ÷ worst listed cross',
          value: ratioOf(heavy, listed),
          unit: ' ×',
          target: { atMost: 6 },
          beside: `${medianText(heavy)} ms against ${medianText(listed)} ms`,
        },
      ]
    }),
}

const MAX_MS = 50
const MAX_RATIO = 3
const STORM_SECONDS = 5
const MAX_STORMS = 5
const MAX_KINDS = 4

export const P18: Row = {
  id: 'P18',
  title: 'A hundred of the heaviest requests at once from Free keys',
  noticedBy: 'other clients',
  measure: async ({ rounds, smoke }: Effort) => {
    const asks = heaviestAnswered(MAX_KINDS)
    const figures: Figure[] = []
    for (const isPinned of [false, true]) {
      const seen: StormSeen[] = []
      const seconds = smoke ? 1 : STORM_SECONDS
      for (let i = 0; i < Math.min(rounds, MAX_STORMS); i++)
        seen.push(await runStorm({ asks, seconds, isPinned }))
      figures.push(...figuresOf(seen, isPinned ? 'server on one core' : 'two cores'))
    }
    return figures
  },
}

function figuresOf(seen: readonly StormSeen[], where: string): readonly Figure[] {
  const alone = seen.map((each) => each.alone)
  const beside = seen.map((each) => each.beside)
  const p99Alone = alone.map(({ p99 }) => p99)
  const p99Beside = beside.map(({ p99 }) => p99)
  const health = (some: typeof alone): readonly number[] => some.map(({ healthLongest }) => healthLongest)
  const asked = beside.reduce((sum, { coats }) => sum + coats, 0)
  const answered = asked - beside.reduce((sum, { notOk }) => sum + notOk, 0)
  return [
    {
      what: `p99 of other keys' coats ÷ p99 alone, ${where}`,
      value: ratioOf(p99Beside, p99Alone),
      unit: ' ×',
      target: { atMost: MAX_RATIO },
      beside: `${answered} of ${asked} coats answered`,
    },
    {
      what: `p99 of other keys' coats, ${where}`,
      value: spreadOf(p99Beside),
      unit: ' ms',
      target: { atMost: MAX_MS },
      beside: `${medianText(p99Alone)} ms alone`,
    },
    {
      what: `longest time of /healthz, ${where}`,
      value: spreadOf(health(beside)),
      unit: ' ms',
      target: { atMost: MAX_MS },
      beside: `${medianText(health(alone))} ms alone`,
    },
  ]
}
