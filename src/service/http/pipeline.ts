/**
 * One API call from key to bytes: admit → read → answer → check the question → check the answer.
 * Guarantees: the order of refusals is the contract's; every answer is validated against the contract before its first byte,
 * what is sent as it is made row by row.
 * Leaves to others: which route it is (router.ts), its key, its charge and its refusal (call.ts), what is answered (operations/).
 */
import type { IncomingMessage } from 'node:http'
import type { RowsResult } from '../../operations/operation.js'
import { listingBytes } from '../streaming/listing-bytes.js'
import type { ResponseCache } from './cache/response-cache.js'
import { Call, type Reply } from './call.js'
import type { ContractOperation } from './contract/contract.js'
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
    if (endpoint.heavy !== undefined) await turnOfLoop()
    const key = await call.admit(request)
    const body = await endpoint.read(request, query)
    const { ruleset, defaultLanguage } = parts
    const language = negotiateLanguage(request.headers['accept-language'], ruleset.languages, defaultLanguage)
    const unreadQuery = endpoint.refuseQuery === undefined ? '' : query
    const { operation } = endpoint
    const address = unreadQuery === '' ? operation.endpoint : `${operation.endpoint}?${unreadQuery}`
    const words = `${address} ${cacheKey(endpoint, body, language)}`
    const known = endpoint.isPersonal === true ? undefined : responses.known(words)
    if (known !== undefined) return call.reply(200, known.headers, known.body)
    const answered = await answerRequest(parts, endpoint, { body, unreadQuery, language, key }, request)
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

/** Throws ClientError for the client's faults. */
async function answerRequest(
  { threads }: ServiceParts,
  { operation, heavy, decode, answer, refuseQuery }: Endpoint,
  sent: SentRequest,
  request: IncomingMessage,
): Promise<Pick<Reply, 'headers' | 'body'>> {
  if (heavy !== undefined) await turnOfLoop()
  if (heavy === 'always') threads.refuseIfFull(sent.key)
  const fields = decode(sent.body)
  const result = await answer(fields, sent)
  // After the model, which has better words for what is wrong.
  const fault = operation.requestFault(fields)
  if (fault !== undefined) throw fault
  const { language } = result
  if (language !== undefined) refuseQuery?.(fields, sent.unreadQuery, language)
  const headers = language === undefined ? [] : ['Content-Language', language]
  switch (result.kind) {
    case 'value':
      operation.assertValid(result.body)
      return { headers, body: jsonBytes(result.body) }
    case 'image': {
      const svg = result.draw()
      operation.assertValid(svg)
      return { headers: [...IMAGE_HEADERS, ...headers], body: Buffer.from(svg) }
    }
    case 'rows':
      if (result.isSmall) return { headers, body: listed(operation, result) }
      return { headers, body: await inThread(result.isPlain) }
    case 'job':
      return { headers, body: await inThread(false) }
  }

  async function inThread(isPlain: boolean): Promise<Reply['body']> {
    const { language, key } = sent
    const isGone = (): boolean => request.socket.destroyed
    const bytes = await threads.ask({ endpoint: operation.endpoint, fields, language, isPlain, key, isGone })
    if (!(bytes instanceof Uint8Array)) return bytes
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
}

/** Rows are validated against the contract together with the rest of the answer. */
function listed(operation: ContractOperation, { list }: RowsResult): Buffer {
  return Buffer.concat([...listingBytes(list(), operation.assertValid)])
}
