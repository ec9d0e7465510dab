/**
 * Worker thread that answers large questions: it opens the rule set that it was started with, and sends each answer in
 * chunks, as many as the main thread gives it credit for.
 * Guarantees: rows are validated against the contract before their bytes leave; client errors and defects are reported as
 * such; an answer that waits for its reader blocks no other one.
 * Leaves to others: scheduling (turns.ts) and timeouts (thread-stream.ts).
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
import { eventLoopFirst } from './priority.js'

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
  /** `Asked` as JSON, which is faster than structured cloning. */
  readonly asked: string
  /** Takes the chunks of the answer (Uint8Array) and brings credit for more of them. */
  readonly port: MessagePort
}

/** Message to the thread. The port is closed when no more chunks are wanted. */
export interface Credit {
  /** How many more chunks the thread may send. */
  readonly chunks: number
  /** Memory of chunks that have been read: new memory for each would keep the garbage collectors of both threads busy. */
  readonly free: readonly ArrayBuffer[]
}

/**
 * Result of the task: the last chunk, the reason why the answer ends early, or undefined where no more is wanted.
 * It does not go through the port, where it would wake the event loop once more.
 */
export type ThreadEnd = Uint8Array | ThreadRefusal | Error | undefined

/** A client error; every other failure is an Error. */
export type ThreadRefusal = Pick<ClientError, 'code' | 'message' | 'details'>

eventLoopFirst()

const { model, lexicons, maxResults, document, checks } = workerData as ThreadRules
const ruleset = createRuleset(model, lexicons, maxResults)
const { operations } = bindContract(document, checks)

/** All chunks but the last go through the port. */
export async function answer({ asked, port }: ThreadQuestion): Promise<ThreadEnd> {
  const [endpoint, language, fields] = JSON.parse(asked) as ThreadRequest
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
  /** Takes credit for one chunk, and waits for it if need be; false once no more chunks are wanted. */
  const takeCredit = async (): Promise<boolean> => {
    while (credit === 0 && isWanted) await new Promise<void>((resolve) => (wake = resolve))
    if (credit === 0) return false
    credit--
    return true
  }
  return { memory, takeCredit }
}
