/**
 * P9, P12: crosses over HTTP.
 * P9: crosses of likely parents against bare node:http that sends bodies of the very same sizes. First time: no cross is
 * ever asked twice, each burst brings its own; repeated: the same 200 again and again.
 * P12: the worst listed cross compressed against plain: CPU of the server, and bytes.
 */
import type { OffspringAnswer } from '../../src/operations/generate-child/offspring.js'
import { numberText, quantile, spreadOf } from '../figures.js'
import { startRobe } from '../http/children.js'
import { pairBursts, pairedText, runBurst, startClient, type Loading, type Paired } from '../http/pairs.js'
import { questionsOf, worstCross, type Questions } from '../http/questions.js'
import { askOnce } from '../http/same-answers.js'
import type { Effort, Figure, Row } from '../row.js'
import { startBare, withChildren } from './http-throughput.js'
import { profileText } from './profiles.js'

const REPEATED = { kind: 'crosses', seed: 3, count: 200 } as const satisfies Questions
const NEW_PER_SECOND = 12_000

export const P9: Row = {
  id: 'P9',
  title: 'POST /coats/generateChild, likely parents, against bare node:http sending as many bytes',
  measure: (effort: Effort) =>
    withChildren(async (keep) => {
      const client = keep(startClient())
      const robe = keep(await startRobe())
      const bare = keep(await startBare(robe, REPEATED))
      const rows: number[] = []
      for (const ask of questionsOf(REPEATED)) {
        const { results } = JSON.parse((await askOnce(robe, ask)).body) as OffspringAnswer
        rows.push(results.length)
      }
      const count = Math.round((NEW_PER_SECOND * effort.burstMs) / 1000)
      const fresh = (burst: number): Questions => ({ kind: 'crosses', seed: 1000 * burst + 17, count })
      const first: Loading = { server: robe, questions: fresh, most: count }
      const firstTime = await pairBursts(effort, client, first, {
        server: bare,
        questions: (burst) => ({ ...fresh(burst), path: '/bare' }) as Questions,
        most: count,
      })
      const hotFirst = await profileText(effort, client, first)
      const again: Loading = { server: robe, questions: () => REPEATED }
      const repeated = await pairBursts(effort, client, again, {
        server: bare,
        questions: () => ({ ...REPEATED, path: '/bare' }),
      })
      const hotAgain = await profileText(effort, client, again)
      const median = `answers of ${quantile(rows, 0.5)} rows (median; quartiles ${quantile(rows, 0.25)} and ${quantile(rows, 0.75)})`
      const figure = (what: string, paired: Paired, floor: number, stretch: number, hot: string): Figure => ({
        what,
        value: paired.throughput,
        unit: ' ×',
        floor: { atLeast: floor },
        stretch: { atLeast: stretch },
        beside: `${pairedText(paired)}; ${median}${hot}`,
      })
      return [
        figure(
          'requests per second ÷ bare node:http, asked for the first time',
          firstTime,
          0.45,
          0.6,
          hotFirst,
        ),
        figure('the same, asked again', repeated, 0.65, 0.8, hotAgain),
      ]
    }),
}

export const P12: Row = {
  id: 'P12',
  title: 'the worst listed cross, compressed',
  measure: (effort: Effort) =>
    withChildren(async (keep) => {
      const client = keep(startClient())
      const robe = keep(await startRobe())
      const asking = (coding: string): Loading => ({
        server: robe,
        questions: () => ({
          kind: 'asks',
          asks: [{ ...worstCross(), headers: { 'Accept-Encoding': coding } }],
        }),
        connections: 1,
        most: effort.smoke ? 1 : 2,
      })
      const codings = ['identity', 'br', 'gzip']
      const cpu = codings.map((): number[] => [])
      const bytes = codings.map((): number[] => [])
      for (let round = effort.smoke ? 0 : -1; round < effort.rounds; round++) {
        const order = round % 2 === 0 ? [0, 1, 2] : [2, 1, 0]
        for (const at of order) {
          const burst = await runBurst(client, asking(codings[at] ?? ''), round, 60_000)
          if (round < 0) continue
          cpu[at]?.push(burst.cpu)
          bytes[at]?.push(burst.loaded.bytes / burst.loaded.answers)
        }
      }
      const against = (all: readonly (readonly number[])[], at: number): readonly number[] =>
        (all[at] ?? []).map((each, round) => each / (all[0]?.[round] ?? NaN))
      const median = (all: readonly (readonly number[])[], at: number): number => quantile(all[at] ?? [], 0.5)
      const time = (at: number): string => `${numberText(median(cpu, at) / 1000)} ms of CPU`
      const size = (at: number): string => `${numberText(median(bytes, at) / 1e6)} MB`
      return [
        {
          what: 'CPU of the server, br ÷ plain',
          value: spreadOf(against(cpu, 1)),
          unit: ' ×',
          floor: { atMost: 3 },
          beside: `${time(1)} against ${time(0)}`,
        },
        {
          what: 'bytes, br ÷ plain',
          value: spreadOf(against(bytes, 1)),
          unit: ' ×',
          floor: { atMost: 1 / 30 },
          beside: `${size(1)} against ${size(0)}`,
        },
        {
          what: 'CPU of the server, gzip ÷ plain',
          value: spreadOf(against(cpu, 2)),
          unit: ' ×',
          beside: `${time(2)}, ${size(2)}`,
        },
      ]
    }),
}
