/**
 * One API call from key to answer: admit → read → check → answer → seal.
 * Guarantees: the order of refusals is the contract's; every answer is validated before its first byte.
 * Leaves to others: which route it is (router.ts), whose call it is and what it costs (call.ts), what is answered
 * (coats/), and what a call gets that fails (refusal.ts).
 */
import type { IncomingMessage } from 'node:http'
import { limiterOf } from '../access/admit.js'
import type { KeyRecord } from '../access/ports.js'
import type { Fields, OffspringQuestion } from '../coats/answers.js'
import { admit, factsOf, type Call, type CallParts } from './call.js'
import type { Contract, Operation } from './contract/contract.js'
import type { ByteStream, CrossThreads } from './cross-threads.js'
import type { ResponseCache } from './cache/response-cache.js'
import type { CallFacts } from './ops/access-log.js'
import { ownTurn } from './own-turn.js'
import { refuse, refusedByDocument } from './refusal.js'
import type { Headers } from './respond.js'
import { serializeChecked, serializeListing } from './serialize-checked.js'

export interface PipelineParts extends CallParts {
  readonly contract: Contract
  /** Where large crosses are computed, by these rules. */
  readonly threads: CrossThreads
  /** Answers of these rules and this contract. */
  readonly finished: ResponseCache
}

/** What is to be sent, and what the log wants to know. */
export interface Reply extends CallFacts {
  readonly status: number
  readonly headers: Headers
  /** Whole, or as it is made. */
  readonly body: Buffer | ByteStream
}

/** A 200 before it is made and validated: a body, or the foals of two parents. */
export type Answer = { readonly headers: Headers } & (
  { readonly body: unknown } | { readonly cross: OffspringQuestion }
)

/** What a request asks. */
export interface Question {
  /** All that its answer depends on beside the rules; absent: the answer depends on more, and is not remembered. */
  readonly words?: string
  /** Throws ContractError for a body that is no form and no JSON object. */
  readonly fields: () => Fields
  /** To answer in, when the fields do not say. */
  readonly language: string
}

/** What a route brings: the question read from the request, and its answer. */
export interface Endpoint {
  readonly operation: Operation
  /** Whether its answers are work enough to share turns of the event loop with others. */
  readonly takesTurns?: boolean
  /** Rejects with ContractError 415 or 413. */
  readonly read: (request: IncomingMessage, query: string) => Question | Promise<Question>
  readonly answer: (fields: Fields, question: Question, key: KeyRecord) => Answer | Promise<Answer>
}

/** Never rejects: whatever happens becomes a reply. */
export async function runPipeline(
  parts: PipelineParts,
  endpoint: Endpoint,
  request: IncomingMessage,
  query: string,
): Promise<Reply> {
  const { operation } = endpoint
  const call: Call = { key: undefined, admission: undefined, headers: [], limiter: limiterOf(parts.store) }
  try {
    // Reading counts too: a hundred calls at once are no small work by themselves.
    if (endpoint.takesTurns === true) await ownTurn()
    const key = await admit(parts, operation, request, call)
    const question = await endpoint.read(request, query)
    const known = question.words === undefined ? undefined : parts.finished.known(question.words)
    const { headers, body } = known ?? (await answer(parts, endpoint, question, key, request))
    return { status: 200, headers: [...call.headers, ...headers], body, ...factsOf(call) }
  } catch (error) {
    return await refuse(parts, operation, call, error)
  }
}

/** The checked answer, remembered if its question may be and is asked again. Throws ContractError for the client's faults. */
async function answer(
  { threads, finished }: PipelineParts,
  { operation, takesTurns, answer }: Endpoint,
  question: Question,
  key: KeyRecord,
  request: IncomingMessage,
): Promise<Pick<Reply, 'headers' | 'body'>> {
  if (takesTurns === true) await ownTurn()
  const fields = question.fields()
  const fault = operation.requestFault(fields)
  const found = await answer(fields, question, key)
  if (fault !== undefined) throw refusedByDocument(fault)
  const { headers } = found
  const kept = (body: Buffer): Pick<Reply, 'headers' | 'body'> => {
    if (question.words !== undefined) finished.keep(question.words, { headers, body })
    return { headers, body }
  }
  if (!('cross' in found)) return kept(serializeChecked(operation, found.body))
  const { cross } = found
  if (!cross.isSmall) {
    const { language } = question
    const { isPlain } = cross
    const isGone = (): boolean => request.socket.destroyed
    const made = await threads.ask({ fields, language, isPlain, key, isGone })
    if (!(made instanceof Uint8Array)) return { headers, body: made }
    return kept(Buffer.from(made.buffer, made.byteOffset, made.byteLength))
  }
  return kept(serializeListing(operation, cross.list()))
}
