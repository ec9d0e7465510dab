/**
 * POST /coats/batch: up to 1 000 questions in one call, charged together.
 * Guarantees: an invalid batch is not charged; n questions cost n units in every window or the call is refused; questions that fail
 * with a 5xx are refunded.
 */
import type { IncomingMessage } from 'node:http'
import { ClientError } from '../../../operations/client-error.js'
import { ENDPOINTS } from '../../../operations/registry.js'
import { answerRequest } from '../answer-request.js'
import type { ResponseCache } from '../cache/response-cache.js'
import { Call, type Reply } from '../call.js'
import type { ContractOperation } from '../contract/contract.js'
import { turnOfLoop } from '../fairness/loop-turn.js'
import { negotiateLanguage } from '../request/accept.js'
import type { Headers } from '../respond.js'
import type { Endpoint } from '../routes.js'
import type { ServiceParts } from '../service-parts.js'
import { answerLines } from './answer-lines.js'
import { claim, idempotencyKeyOf } from './idempotency.js'
import { linesOf, NDJSON, readBatch } from './read-lines.js'
import { readQuestion } from './read-question.js'
import { createUnderWay } from './under-way.js'

const HEADERS: Headers = ['Content-Type', `${NDJSON}; charset=utf-8`]
const REPLAYED: Headers = [...HEADERS, 'Idempotency-Replayed', 'true']

/** @param endpoints of the service, of which a batch runs those that answer a body with JSON */
export function createBatch(
  parts: ServiceParts,
  responses: ResponseCache,
  operation: ContractOperation,
  endpoints: readonly Endpoint[],
): (request: IncomingMessage, query: string) => Promise<Reply> {
  const { ruleset, defaultLanguage, store, log } = parts
  const runnable = new Map(
    ENDPOINTS.flatMap((id) => {
      const found = endpoints.find((each) => each.operation.endpoint === id)
      const isRun = found?.operation.method === 'POST' && found.operation.answersJson
      return found !== undefined && isRun ? [[id, found] as const] : []
    }),
  )
  const underWay = createUnderWay()
  return async (request, query) => {
    const call = new Call(parts, { operation })
    let leave: (() => void) | undefined
    try {
      await turnOfLoop()
      const key = await call.identify(request)
      await call.showUsage(key)
      leave = underWay.enter(key.id)
      const idempotencyKey = idempotencyKeyOf(request)
      const text = await readBatch(request)
      const lines = linesOf(text)
      const language = negotiateLanguage(
        request.headers['accept-language'],
        ruleset.languages,
        defaultLanguage,
      )
      const content = `${query} ${language} ${text}`
      const claimed =
        idempotencyKey === undefined
          ? undefined
          : await claim(store.replays, key, idempotencyKey, content, log)
      if (Buffer.isBuffer(claimed)) {
        leave()
        return call.reply(200, REPLAYED, claimed)
      }
      try {
        await call.charge(key, lines.length)
      } catch (error) {
        await claimed?.release()
        throw error
      }
      const isGone = (): boolean => claimed === undefined && request.socket.destroyed
      const onEnd = leave
      const answers = answerLines(lines, {
        answer: async (line) => {
          await turnOfLoop()
          if (isGone()) throw new ClientError('SERVICE_UNAVAILABLE', 'The client has disconnected')
          const { endpoint, body } = readQuestion(line, runnable, key)
          const sent = { body, unreadQuery: query, language, key }
          return (await answerRequest(parts, responses, endpoint, sent, isGone)).body
        },
        refuse: (error) => call.errorOf(error),
        onEnd: async (failed) => {
          onEnd()
          await call.refund(failed)
        },
      })
      return call.reply(200, HEADERS, claimed?.recorded(answers) ?? answers)
    } catch (error) {
      leave?.()
      return await call.refuse(error)
    }
  }
}
