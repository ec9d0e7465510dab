/**
 * One API call from key to answer: admit → read → check → answer → check → bytes.
 * Guarantees: the order of refusals is the contract's; every answer is validated against the contract before its first byte.
 * Leaves to others: which route it is (router.ts), its key, its charge and its refusal (call.ts), what is answered (coats/).
 */
import type { IncomingMessage } from 'node:http'
import type { KeyRecord } from '../access/ports.js'
import type { OffspringQuestion } from '../coats/answers.js'
import type { CachedResponse, ResponseCache } from './cache/response-cache.js'
import { Call, type CallParts, type Reply } from './call.js'
import type { Operation } from './contract/contract.js'
import { refusedByDocument } from './errors.js'
import { ownTurn } from './own-turn.js'
import { jsonBytes } from './respond.js'
import type { Endpoint, Question } from './routes.js'

export interface PipelineParts extends CallParts {
  /** Answers of these rules and this contract. */
  readonly responses: ResponseCache
}

type Made = Pick<Reply, 'headers' | 'body'>

/** Never rejects: whatever happens becomes a reply. */
export async function runPipeline(
  parts: PipelineParts,
  endpoint: Endpoint,
  request: IncomingMessage,
  query: string,
): Promise<Reply> {
  const call = new Call(parts, endpoint)
  try {
    // Reading counts too: a hundred calls at once are no small work by themselves.
    if (endpoint.takesTurns === true) await ownTurn()
    const key = await call.admit(request)
    const question = await endpoint.read(request, query)
    const { words } = question
    const known = words === undefined ? undefined : parts.responses.known(words)
    if (known !== undefined) return call.answer(known)
    const made = await answer(parts, endpoint, question, key, request)
    if (words !== undefined && isWhole(made)) parts.responses.keep(words, made)
    return call.answer(made)
  } catch (error) {
    return await call.refuse(error)
  }
}

function isWhole(made: Made): made is CachedResponse {
  return Buffer.isBuffer(made.body)
}

/** Throws ContractError for the client's faults. */
async function answer(
  { threads }: PipelineParts,
  { operation, takesTurns, answer }: Endpoint,
  question: Question,
  key: KeyRecord,
  request: IncomingMessage,
): Promise<Made> {
  if (takesTurns === true) await ownTurn()
  const fields = question.fields()
  const fault = operation.requestFault(fields)
  const found = await answer(fields, question, key)
  if (fault !== undefined) throw refusedByDocument(fault)
  const { headers } = found
  if ('body' in found) {
    operation.assertValid(found.body)
    return { headers, body: jsonBytes(found.body) }
  }
  const { cross } = found
  if (cross.isSmall) return { headers, body: listed(operation, cross) }
  const { language } = question
  const isGone = (): boolean => request.socket.destroyed
  const made = await threads.ask({ fields, language, isPlain: cross.isPlain, key, isGone })
  if (!(made instanceof Uint8Array)) return { headers, body: made }
  return { headers, body: Buffer.from(made.buffer, made.byteOffset, made.byteLength) }
}

/** Rows are validated against the contract together with the rest of the answer. */
function listed(operation: Operation, cross: OffspringQuestion): Buffer {
  const { envelope, bytes } = cross.list()
  return Buffer.concat([...bytes((rows) => operation.assertValid({ results: rows, ...envelope }))])
}
