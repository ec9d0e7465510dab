/**
 * Processes one API call: admit → read → answer.
 * Guarantees: errors take precedence as the contract documents.
 */
import type { IncomingMessage } from 'node:http'
import { answerRequest } from './answer-request.js'
import type { ResponseCache } from './cache/response-cache.js'
import { Call, type Reply } from './call.js'
import { turnOfLoop } from './fairness/loop-turn.js'
import { negotiateLanguage } from './request/accept.js'
import type { Endpoint } from './routes.js'
import type { ServiceParts } from './service-parts.js'

/**
 * Never rejects: every exception becomes a reply.
 * @param responses cache of answers for the same rules and contract @param query the query string
 */
export async function runPipeline(
  parts: ServiceParts,
  responses: ResponseCache,
  endpoint: Endpoint,
  request: IncomingMessage,
  query: string,
): Promise<Reply> {
  const call = new Call(parts, endpoint)
  try {
    // Scheduled before reading too: reading a hundred calls at once takes noticeable time.
    if (endpoint.heavy !== undefined) await turnOfLoop()
    const key = await call.admit(request)
    const body = await endpoint.read(request, query)
    const language = negotiateLanguage(
      request.headers['accept-language'],
      parts.ruleset.languages,
      parts.defaultLanguage,
    )
    const unreadQuery = endpoint.refuseQuery === undefined ? '' : query
    const sent = { body, unreadQuery, language, key }
    const isGone = (): boolean => request.socket.destroyed
    const answered = await answerRequest(parts, responses, endpoint, sent, isGone)
    return call.reply(200, answered.headers, answered.body)
  } catch (error) {
    return await call.refuse(error)
  }
}
