/**
 * The heaviest legal request: what a search finds (cost-search.ts) held against what is promised of any one request.
 */
import { numberText } from '../support/statistics.js'
import { searchCost, type Searched } from './cost-search.js'
import type { Finding, Part } from './part.js'
import { tableRow } from './report.js'
import { serve } from './served.js'

export const MOST_DELAY_MS = 20
export const MOST_TIMES_LISTED = 6
/** Characters of a request that the report shows. */
const MAX_SHOWN = 400

export const cost: Part = async ({ seconds, seed }) => {
  const server = await serve([])
  try {
    const searched = await searchCost(server, seconds, seed)
    return {
      title: 'The heaviest legal request',
      findings: judge(searched),
      notes: [
        `${searched.asked} different requests in ${searched.climbs} climbs, seed ${seed}. A request that asks for next to nothing reads ${ms(searched.small.delay)} of delay here. Asked for the first time, which is one look each, the most was ${ms(searched.first.delay)} of delay and ${ms(searched.first.cpu)} of CPU.`,
        ...tables(searched),
      ],
    }
  } finally {
    await server.end()
  }
}

function judge({ asked, worst, failed, listed }: Searched): readonly Finding[] {
  const [slowest] = worst.delay
  const [heaviest] = worst.cpu
  const [refused] = worst.refused
  const times = (heaviest?.cpu ?? 0) / listed.cpu
  return [
    {
      promise: `no request holds the event loop for more than ${MOST_DELAY_MS} ms`,
      measured: `${ms(slowest?.delay ?? 0)}; the worst listed cross ${ms(listed.delay)}`,
      held: (slowest?.delay ?? 0) <= MOST_DELAY_MS,
    },
    {
      promise: `the heaviest request that is answered takes at most ${MOST_TIMES_LISTED} × the CPU of the worst listed cross`,
      measured: `${numberText(times)} × (${ms(heaviest?.cpu ?? 0)} against ${ms(listed.cpu)})`,
      held: times <= MOST_TIMES_LISTED,
    },
    {
      // It is read and planned, with code that may be cold.
      promise:
        'what a refusal for size takes is no more than the worst listed cross does, which may always be asked',
      measured: `${refused === undefined ? 'none was refused' : ms(refused.cpu)}, against ${ms(listed.cpu)} of CPU`,
      held: (refused?.cpu ?? 0) <= listed.cpu,
    },
    {
      promise: 'a legal request on a server at rest is answered, or refused with a 400',
      measured: `${failed.length} of ${asked} were not${failed[0] === undefined ? '' : `: ${failed[0].status} for ${failed[0].point.inWords.slice(0, MAX_SHOWN)}`}`,
      held: failed.length === 0,
    },
  ]
}

const TITLES = {
  delay: 'Those that held the event loop longest',
  cpu: 'Those that were answered with the most CPU',
  refused: 'Those whose refusal took the most CPU',
} as const

function tables({ worst }: Searched): readonly string[] {
  return (['delay', 'cpu', 'refused'] as const).flatMap((by) => {
    if (worst[by].length === 0) return []
    const rows = worst[by].map(({ status, delay, cpu, point }) =>
      tableRow([String(status), ms(delay), ms(cpu), point.inWords.slice(0, MAX_SHOWN)]),
    )
    return [
      `${TITLES[by]}, medians of several times of asking:`,
      ['| status | delay | CPU | request |', '|---|---|---|---|', ...rows].join('\n'),
    ]
  })
}

const ms = (value: number): string => `${numberText(value)} ms`
