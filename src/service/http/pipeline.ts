/**
 * One API call from key to bytes: admit → read → answer → check the question → check the answer.
 * Guarantees: the order of refusals is the contract's; every answer is validated against the contract before its first byte,
 * what is sent as it is made row by row.
 * Leaves to others: which route it is (router.ts), its key, its charge and its refusal (call.ts), what is answered (operations/).
 */
import type { IncomingMessage } from 'node:http'
import type { OffspringQuestion } from '../../operations/generate-child/offspring.js'
import type { ResponseCache } from './cache/response-cache.js'
import { Call, type Reply } from './call.js'
import type { Operation } from './contract/contract.js'
import { turnOfLoop } from './fairness/loop-turn.js'
import { negotiateLanguage } from './request/accept.js'
import type { Body } from './request/body.js'
import { IMAGE_HEADERS, jsonBytes } from './respond.js'
import type { Endpoint, SentRequest } from './routes.js'
import type { ServiceParts } from './service-parts.js'

/**
 * Never rejects: whatever happens becomes a reply.
 * @param responses answers of these rules and this contract @param query the query string
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
    // Reading counts too: a hundred calls at once are no small work by themselves.
    if (endpoint.takesTurns === true) await turnOfLoop()
    const key = await call.admit(request)
    const body = await endpoint.read(request, query)
    const { coats, defaultLanguage } = parts
    const language = negotiateLanguage(request.headers['accept-language'], coats.languages, defaultLanguage)
    // Operations that take a body read nothing from there, and refuse what a client meant for the body.
    const unread = endpoint.operation.method === 'POST' ? query : ''
    const address = unread === '' ? endpoint.operation.endpoint : `${endpoint.operation.endpoint}?${unread}`
    const words = `${address} ${cacheKey(endpoint, body, language)}`
    const known = endpoint.isPersonal === true ? undefined : responses.known(words)
    if (known !== undefined) return call.reply(200, known.headers, known.body)
    const answered = await answerRequest(parts, endpoint, { body, language, key }, unread, request)
    if (endpoint.isPersonal !== true && Buffer.isBuffer(answered.body))
      responses.keep(words, { headers: answered.headers, body: answered.body })
    return call.reply(200, answered.headers, answered.body)
  } catch (error) {
    return await call.refuse(error)
  }
}

function cacheKey(endpoint: Endpoint, body: Body, language: string): string {
  return endpoint.cacheKey?.(body, language) ?? `${language} ${body.type} ${body.text}`
}

/** Throws ContractError for the client's faults. */
async function answerRequest(
  { threads, coats }: ServiceParts,
  { operation, takesTurns, isAlwaysHeavy, decode, answer }: Endpoint,
  sent: SentRequest,
  query: string,
  request: IncomingMessage,
): Promise<Pick<Reply, 'headers' | 'body'>> {
  if (takesTurns === true) await turnOfLoop()
  if (isAlwaysHeavy === true) threads.refuseIfFull(sent.key)
  const fields = decode(sent.body)
  const found = await answer(fields, sent)
  // After the model, which has better words for what is wrong.
  const fault = operation.requestFault(fields)
  if (fault !== undefined) throw fault
  if (found.language !== undefined) coats.refuseQuery(operation.endpoint, query, fields, found.language)
  const headers = found.language === undefined ? [] : ['Content-Language', found.language]
  if ('body' in found) {
    const { body } = found
    operation.assertValid(body)
    return typeof body === 'string'
      ? { headers: [...IMAGE_HEADERS, ...headers], body: Buffer.from(body) }
      : { headers, body: jsonBytes(body) }
  }
  const cross = 'list' in found ? found : undefined
  if (cross?.isSmall === true) return { headers, body: listed(operation, cross) }
  const { language, key } = sent
  const isGone = (): boolean => request.socket.destroyed
  const isPlain = cross?.isPlain === true
  const bytes = await threads.ask({ endpoint: operation.endpoint, fields, language, isPlain, key, isGone })
  if (!(bytes instanceof Uint8Array)) return { headers, body: bytes }
  return { headers, body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
}

/** Rows are validated against the contract together with the rest of the answer. */
function listed(operation: Operation, cross: OffspringQuestion): Buffer {
  const { envelope, bytes } = cross.list()
  return Buffer.concat([...bytes((rows) => operation.assertValid({ results: rows, ...envelope }))])
}
