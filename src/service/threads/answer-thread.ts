/**
 * Worker thread that answers large questions. It opens the rule set given at its start, and sends each answer in chunks, as many as
 * the main thread grants credit for.
 * Guarantees: rows are validated against the contract before their bytes are sent; client errors and bugs are told apart; an answer
 * that waits for its reader does not block others.
 */
import { workerData, type MessagePort } from 'node:worker_threads'
import { move } from 'piscina'
import type { Fields } from '../../operations/read/decode-fields.js'
import { ClientError } from '../../operations/client-error.js'
import { ask, wholeBody } from '../../operations/ask.js'
import { operationOf } from '../../operations/registry.js'
import { createRuleset } from '../../operations/ruleset.js'
import { CHUNK_BYTES, type ChunkMemory } from '../streaming/row-bytes.js'
import { listingBytes } from '../streaming/listing-bytes.js'
import type { Json } from '../../common/json.js'
import { bindContract } from '../http/contract/contract.js'
import type { Model } from '../../model/model.js'
import type { Lexicon } from '../../naming/lexicon.js'

/** The parts of a rule set that answers need, as plain data. */
export interface ThreadRules {
  readonly model: Model
  readonly lexicons: ReadonlyMap<string, Lexicon>
  readonly maxResults: number
  readonly document: Json
  /** Source code of the document's compiled validators. */
  readonly checks: string
}

/** The endpoint of the contract, the language of the answer unless the fields name one, and the fields. */
export type ThreadRequest = readonly [endpoint: string, language: string, fields: Fields]

export interface ThreadQuestion {
  /** ThreadRequest as JSON, which is faster than structured cloning. */
  readonly request: string
  /** Carries chunks of the answer (Uint8Array) to the main thread, and credit for more of them back. */
  readonly port: MessagePort
}

/** Message to the thread. The main thread closes the port when it needs no more chunks. */
export interface Credit {
  /** How many more chunks the thread may send. */
  readonly chunks: number
  /** Buffers of chunks that have been read, for reuse: new ones would burden the garbage collectors of both threads. */
  readonly free: readonly ArrayBuffer[]
}

/**
 * Result of the task: the last chunk, the reason why the answer ends early, or undefined if the reader has closed the port.
 * It is not sent through the port, which would wake the event loop once more.
 */
export type ThreadEnd = Uint8Array | ThreadRefusal | Error | undefined

/** A client error. Any other failure is an Error. */
export type ThreadRefusal = Pick<ClientError, 'code' | 'message' | 'details'>

const { model, lexicons, maxResults, document, checks } = workerData as ThreadRules
const ruleset = createRuleset(model, lexicons, maxResults)
const { operations } = bindContract(document, checks)

/** All chunks except the last are sent through the port. */
export async function answer({ request, port }: ThreadQuestion): Promise<ThreadEnd> {
  const [endpoint, language, fields] = JSON.parse(request) as ThreadRequest
  const { takeCredit, memory } = creditOf(port)
  try {
    const contracted = operations.find((each) => each.endpoint === endpoint)
    if (contracted === undefined) throw new Error(`the contract has no ${endpoint}`)
    const result = ask(operationOf(endpoint), ruleset, fields, language)
    if (result.kind !== 'rows') {
      const body = wholeBody(result)
      contracted.assertValid(body)
      return transferred(new TextEncoder().encode(JSON.stringify(body)))
    }
    let chunk: Uint8Array | undefined
    for (const next of listingBytes(result.list(), contracted.assertValid, memory)) {
      if (chunk !== undefined) {
        if (!(await takeCredit())) return undefined
        port.postMessage(chunk, [chunk.buffer as ArrayBuffer])
      }
      chunk = next
    }
    return chunk && transferred(chunk)
  } catch (error) {
    if (!(error instanceof ClientError)) return error instanceof Error ? error : new Error(String(error))
    const { code, message, details } = error
    return { code, message, ...(details && { details }) }
  }
}

/** Moved to the main thread instead of copied. */
const transferred = (chunk: Uint8Array): Uint8Array => move(chunk) as Uint8Array

function creditOf(port: MessagePort) {
  const free: ArrayBuffer[] = []
  let credit = 0
  let isWanted = true
  let wake = (): void => {}
  port.on('message', (more: Credit) => {
    credit += more.chunks
    free.push(...more.free)
    wake()
  })
  port.on('close', () => {
    isWanted = false
    wake()
  })
  const memory: ChunkMemory = (bytes) =>
    new Uint8Array((bytes === CHUNK_BYTES ? free.pop() : undefined) ?? new ArrayBuffer(bytes))
  /** Takes credit for one chunk, waiting if necessary. False if the port is closed. */
  const takeCredit = async (): Promise<boolean> => {
    while (credit === 0 && isWanted) await new Promise<void>((resolve) => (wake = resolve))
    if (credit === 0) return false
    credit--
    return true
  }
  return { memory, takeCredit }
}
