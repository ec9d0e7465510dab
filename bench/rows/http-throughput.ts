/**
 * P1–P3: requests per second of `POST /coats/result`, Robe as it is deployed (its own process, a store file, LOG_LEVEL=info
 * into a file) against bare node:http, against the same service on other frameworks, and form against form.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPeer, startRobe, temporaryFolder, type Child, type MeasuredServer } from '../http/children.js'
import { pairBursts, pairedText, startClient, type Paired } from '../http/pairs.js'
import type { Questions } from '../http/questions.js'
import { questionsOf } from '../http/questions.js'
import { askOnce, demandSameAnswers, demandSameRefusal } from '../http/same-answers.js'
import type { Bound } from '../figures.js'
import type { Effort, Figure, Row } from '../row.js'
import type { BareAnswers } from '../peers/bare.js'
import { profileText } from './profiles.js'

const COATS = { kind: 'coats', form: 'json', seed: 1, count: 256 } as const satisfies Questions
/** More than are answered in a second, so that a burst never runs out of them. */
const NEW_PER_SECOND = 30_000
const BRACKETS = { ...COATS, form: 'brackets' } as const satisfies Questions

/** Ends everything that was started, whatever happens. */
export async function withChildren<Told>(
  work: (keep: <C extends Child>(child: C) => C) => Promise<Told>,
): Promise<Told> {
  const children: Child[] = []
  try {
    return await work((child) => {
      children.push(child)
      return child
    })
  } finally {
    await Promise.all(children.map((child) => child.end()))
  }
}

/** Bare node:http that sends the very bodies that Robe answers these questions with. */
export async function startBare(robe: MeasuredServer, questions: Questions): Promise<MeasuredServer> {
  const answers = []
  for (const ask of questionsOf(questions)) answers.push(await askOnce(robe, ask))
  const {
    connection: _,
    'keep-alive': __,
    date: ___,
    'content-length': ____,
    ...kept
  } = answers[0]?.headers ?? {}
  const headers = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, String(value)]))
  const told: BareAnswers = { bodies: answers.map(({ body }) => body), headers }
  const file = join(temporaryFolder(), 'answers.json')
  writeFileSync(file, JSON.stringify(told))
  return startPeer('bare', [file])
}

function figure(
  what: string,
  paired: Paired,
  bounds: { readonly floor?: Bound; readonly stretch?: Bound } = {},
  remark = '',
): Figure {
  return { what, value: paired.throughput, unit: ' ×', ...bounds, beside: pairedText(paired) + remark }
}

export const P1: Row = {
  id: 'P1',
  title: 'POST /coats/result against bare node:http',
  measure: (effort: Effort) =>
    withChildren(async (keep) => {
      const client = keep(startClient())
      const robe = keep(await startRobe())
      const bare = keep(await startBare(robe, COATS))
      const ours = { server: robe, questions: () => COATS }
      // No horse of the listed space in the very same words twice: nothing that was remembered is of use.
      const count = Math.round((NEW_PER_SECOND * effort.burstMs) / 1000)
      const fresh = (burst: number): Questions => ({ ...COATS, seed: 1000 * burst + 17, count })
      const firstTime = await pairBursts(
        effort,
        client,
        { server: robe, questions: fresh, most: count },
        {
          server: bare,
          questions: (burst) => ({ ...fresh(burst), path: '/bare' }) as Questions,
          most: count,
        },
      )
      const against = (path: string): Promise<Paired> =>
        pairBursts(effort, client, ours, { server: bare, questions: () => ({ ...COATS, path }) })
      const plain = await against('/bare')
      const hot = await profileText(effort, client, ours)
      const bounds = { floor: { atLeast: 0.65 }, stretch: { atLeast: 0.8 } }
      const asked = [
        figure('requests per second ÷ bare node:http sending the same bodies', plain, bounds, hot),
        figure('the same, each coat asked for the first time in these words', firstTime, bounds),
      ]
      if (effort.smoke) return asked
      const headers = await against('/bare-headers')
      const silent = keep(await startRobe({ LOG_LEVEL: 'silent' }))
      const unlogged = await pairBursts(
        effort,
        client,
        { server: silent, questions: () => COATS },
        { server: bare, questions: () => ({ ...COATS, path: '/bare' }) },
      )
      return [
        ...asked,
        figure('the same as the first, when bare node:http sends all headers too', headers),
        figure('the same as the first, with LOG_LEVEL=silent', unlogged),
      ]
    }),
}

const PEERS = [
  { name: 'fastify', says: 'fastify + ajv + fast-json-stringify', floor: 1.5, stretch: 2 },
  { name: 'tinyhttp', says: 'tinyhttp as it comes + qs + ajv', floor: 3, stretch: 4 },
  { name: 'express', says: 'express 5 + express-openapi-validator', floor: 9, stretch: 12 },
] as const

export const P2: Row = {
  id: 'P2',
  title: 'POST /coats/result against the same service on other frameworks',
  measure: (effort: Effort) =>
    withChildren(async (keep) => {
      const client = keep(startClient())
      const robe = keep(await startRobe())
      const figures: Figure[] = []
      for (const { name, says, floor, stretch } of PEERS) {
        const peer = keep(await startPeer(name))
        await demandSameAnswers(robe, peer, COATS)
        await demandSameAnswers(robe, peer, BRACKETS)
        await demandSameRefusal(robe, peer, questionsOf(COATS)[0] ?? { path: '/', body: '' })
        const paired = await pairBursts(
          effort,
          client,
          { server: robe, questions: () => COATS },
          { server: peer, questions: () => COATS },
        )
        figures.push(
          figure(`requests per second ÷ ${says}`, paired, {
            floor: { atLeast: floor },
            stretch: { atLeast: stretch },
          }),
        )
        await peer.end()
      }
      return figures
    }),
}

export const P3: Row = {
  id: 'P3',
  title: 'bracket form against JSON form',
  measure: (effort: Effort) =>
    withChildren(async (keep) => {
      const client = keep(startClient())
      const robe = keep(await startRobe())
      const paired = await pairBursts(
        effort,
        client,
        { server: robe, questions: () => BRACKETS },
        { server: robe, questions: () => COATS },
      )
      const bounds = { floor: { atLeast: 0.85 }, stretch: { atLeast: 0.95 } }
      return [figure('requests per second, brackets ÷ JSON', paired, bounds)]
    }),
}
