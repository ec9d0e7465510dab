/**
 * P9: crosses as breeders ask for them, none asked twice, against the same service on another framework that computes
 * with Robe's own functions and stringifies whole answers.
 */
import { startRobe } from '../../test/support/children.js'
import type { Questions } from '../../test/support/questions.js'
import { pairBursts, startClient } from '../http/pairs.js'
import { demandSameAnswers } from '../http/same-answers.js'
import { startPeer, withChildren } from '../http/servers.js'
import type { Effort, Row } from '../row.js'

const COMPARED = { kind: 'crosses', seed: 3, count: 200 } as const satisfies Questions
/** More than are answered in a second, so that a burst never runs out of them. */
const NEW_PER_SECOND = 12_000

export const P9: Row = {
  id: 'P9',
  title: '`POST /coats/generateChild` for many different pairs of parents',
  noticedBy: 'studs that compare many pairs',
  measure: (effort: Effort) =>
    withChildren(async (keep) => {
      const client = keep(startClient())
      const robe = keep(await startRobe())
      const peer = keep(await startPeer('tinyhttp'))
      await demandSameAnswers(robe, peer, COMPARED)
      const most = Math.round((NEW_PER_SECOND * effort.burstMs) / 1000)
      const questions = (burst: number): Questions => ({
        kind: 'crosses',
        seed: 1000 * burst + 17,
        count: most,
      })
      const sides = [
        { server: robe, questions, most },
        { server: peer, questions, most },
      ] as const
      const what = 'requests per second ÷ tinyhttp + qs + ajv, each request for the first time'
      return [await pairBursts(effort, client, sides, what)]
    }),
}
