/**
 * P1, P2: requests per second of `POST /coats/result`, Robe as it is deployed against bare node:http, and against the same
 * service on other frameworks.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startRobe, temporaryFolder, type MeasuredServer } from '../../test/support/children.js'
import { questionsOf, type Questions } from '../../test/support/questions.js'
import type { Target } from '../figures.js'
import { pairBursts, startClient, type Loading } from '../http/pairs.js'
import { askOnce, demandSameAnswers } from '../http/same-answers.js'
import { startPeer, withChildren } from '../http/servers.js'
import type { Effort, Figure, Row } from '../row.js'

const COATS = { kind: 'coats', form: 'json', seed: 1, count: 256 } as const satisfies Questions
const BRACKETS = { ...COATS, form: 'brackets' } as const satisfies Questions
/** More than are answered in a second, so that a burst never runs out of them. */
const NEW_PER_SECOND = 30_000

export const P1: Row = {
  id: 'P1',
  title: '`POST /coats/result` against bare node:http',
  noticedBy: 'operators',
  measure: (effort: Effort) =>
    withChildren(async (keep) => {
      const client = keep(startClient())
      const robe = keep(await startRobe())
      const bare = keep(await startBare(robe))
      // No two bursts ask about a horse in the same words, so the response cache is of no use.
      const most = Math.round((NEW_PER_SECOND * effort.burstMs) / 1000)
      const fresh = (burst: number): Questions => ({ ...COATS, seed: 1000 * burst + 17, count: most })
      const against = (loading: Omit<Loading, 'server'>, what: string, target?: Target): Promise<Figure> =>
        pairBursts(
          effort,
          client,
          [
            { server: robe, ...loading },
            { server: bare, ...loading },
          ],
          what,
          target,
        )
      return [
        await against(
          { questions: () => COATS },
          'requests per second ÷ bare node:http sending the same bodies',
          { atLeast: 0.5 },
        ),
        await against({ questions: fresh, most }, 'the same, each request for the first time'),
      ]
    }),
}

/** Bare node:http that sends the bodies of Robe's answers. */
async function startBare(robe: MeasuredServer): Promise<MeasuredServer> {
  const bodies: string[] = []
  for (const ask of questionsOf(COATS)) bodies.push((await askOnce(robe, ask)).body)
  const file = join(temporaryFolder(), 'bodies.json')
  writeFileSync(file, JSON.stringify(bodies))
  return startPeer('bare', [file])
}

const PEERS = [
  { name: 'fastify', title: 'fastify + ajv + fast-json-stringify', atLeast: 3 },
  { name: 'tinyhttp', title: 'tinyhttp + qs + ajv', atLeast: 4 },
  { name: 'express', title: 'express 5 + express-openapi-validator', atLeast: 8 },
] as const

export const P2: Row = {
  id: 'P2',
  title: '`POST /coats/result` against the same service on other frameworks',
  noticedBy: 'anyone who chooses a stack',
  measure: (effort: Effort) =>
    withChildren(async (keep) => {
      const client = keep(startClient())
      const robe = keep(await startRobe())
      const figures: Figure[] = []
      for (const { name, title, atLeast } of PEERS) {
        const peer = keep(await startPeer(name))
        await demandSameAnswers(robe, peer, COATS)
        await demandSameAnswers(robe, peer, BRACKETS)
        const sides = [
          { server: robe, questions: () => COATS },
          { server: peer, questions: () => COATS },
        ] as const
        const what = `requests per second ÷ ${title}`
        figures.push(await pairBursts(effort, client, sides, what, { atLeast }))
        await peer.end()
      }
      return figures
    }),
}
