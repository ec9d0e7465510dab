/**
 * Answers one decoded request: cache → read → answer → validate.
 * Guarantees: every answer is validated against the contract before its first byte is sent, a streamed one row by row.
 */
import type { RowsResult } from '../../operations/operation.js'
import { listingBytes } from '../streaming/listing-bytes.js'
import type { ResponseCache } from './cache/response-cache.js'
import type { Reply } from './call.js'
import type { ContractOperation } from './contract/contract.js'
import { turnOfLoop } from './fairness/loop-turn.js'
import { IMAGE_HEADERS, jsonBytes } from './respond.js'
import type { Endpoint, SentRequest } from './routes.js'
import type { ServiceParts } from './service-parts.js'

/** A 200: its own headers, and its complete body or a stream of it. */
export type Answered = Pick<Reply, 'headers' | 'body'>

/**
 * Throws ClientError with the request's first fault.
 * @param responses cache of answers for the same rules and contract @param isGone whether the client has disconnected
 */
export async function answerRequest(
  parts: ServiceParts,
  responses: ResponseCache,
  endpoint: Endpoint,
  sent: SentRequest,
  isGone: () => boolean,
): Promise<Answered> {
  if (endpoint.isPersonal === true) return compute(parts, endpoint, sent, isGone)
  const requestKey = cacheKey(endpoint, sent)
  const known = responses.known(requestKey)
  if (known !== undefined) return known
  const { headers, body } = await compute(parts, endpoint, sent, isGone)
  if (Buffer.isBuffer(body)) responses.keep(requestKey, { headers, body })
  return { headers, body }
}

function cacheKey({ operation, cacheKey }: Endpoint, { body, unreadQuery, language }: SentRequest): string {
  const { endpoint } = operation
  const address = unreadQuery === '' ? endpoint : `${endpoint}?${unreadQuery}`
  return `${address} ${cacheKey?.(body, language) ?? `${language} ${body.type} ${body.text}`}`
}

async function compute(
  { threads }: ServiceParts,
  { operation, heavy, decode, answer, refuseQuery }: Endpoint,
  sent: SentRequest,
  isGone: () => boolean,
): Promise<Answered> {
  if (heavy !== undefined) await turnOfLoop()
  if (heavy === 'always') threads.refuseIfFull(sent.key)
  const fields = decode(sent.body)
  const result = await answer(fields, sent)
  // After the operation, because its error messages are more specific than those of the schema.
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
    const bytes = await threads.ask({ endpoint: operation.endpoint, fields, language, isPlain, key, isGone })
    if (!(bytes instanceof Uint8Array)) return bytes
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
}

/** The bytes of a small answer. Rows are validated together with the envelope. */
function listed(operation: ContractOperation, { list }: RowsResult): Buffer {
  return Buffer.concat([...listingBytes(list(), operation.assertValid)])
}
