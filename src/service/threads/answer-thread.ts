/**
 * A thread that answers large questions: it opens the rule set that it was started with, and sends each answer in chunks,
 * no more of them than the asker has room for.
 * Guarantees: rows are held against the contract before their bytes leave; what the client did wrong, and what we did,
 * is reported as such; an answer that waits for its reader holds up no other one.
 * Leaves to others: whose turn it is (turns.ts) and how long a thread may take (thread-stream.ts).
 */
import { workerData, type MessagePort } from 'node:worker_threads'
import { move } from 'piscina'
import type { Fields } from '../../operations/read/decode-fields.js'
import { ClientError } from '../../operations/client-error.js'
import { ask, wholeBody } from '../../operations/ask.js'
import { operationOf } from '../../operations/registry.js'
import { createRuleset } from '../../operations/ruleset.js'
import { listingBytes } from '../streaming/listing-bytes.js'
import { CHUNK_BYTES, type ChunkMemory } from '../streaming/row-bytes.js'
import type { Json } from '../../common/json.js'
import { bindContract } from '../http/contract/contract.js'
import type { Model } from '../../model/model.js'
import type { Lexicon } from '../../naming/lexicon.js'
import { ChunkRing, type SlotBytes } from './chunk-ring.js'
import { eventLoopFirst } from './priority.js'

/** A rule set as plain data: all of it that answers need. */
export interface ThreadRules {
  readonly model: Model
  readonly lexicons: ReadonlyMap<string, Lexicon>
  readonly maxResults: number
  readonly document: Json
  /** Source code of the document's checks. */
  readonly checks: string
}

/** The endpoint of the contract, the language to answer in when the fields do not say, and the fields. */
export type ThreadRequest = readonly [endpoint: string, language: string, fields: Fields]

export interface ThreadQuestion {
  /** `Asked` as JSON, which is sooner written, handed over and read than its objects are copied. */
  readonly asked: string
  /** Where the answer goes, and room for more of it comes from. */
  readonly port: MessagePort
  /** For a ring of chunks. */
  readonly memory: SharedArrayBuffer
}

/** What the asker sends: so many chunks more may come. It closes the port when it wants no more. */
export type Room = number

/** A chunk, or where one lies in the memory of the ring. */
export type ThreadMessage = Uint8Array | SlotBytes

/**
 * How an answer ends, which is the result of its task: its last bytes, why there are no more, or nothing where the asker
 * wants no more. Not a message of its own: each message wakes the event loop, which then finds its port locked until
 * this thread has had time to let go of it.
 */
export type ThreadEnd = Uint8Array | SlotBytes | ThreadRefusal | Error | undefined

/** What the client did wrong; anything else that an answer fails of is an Error. */
export type ThreadRefusal = Pick<ClientError, 'code' | 'message' | 'details'>

eventLoopFirst()

const { model, lexicons, maxResults, document, checks } = workerData as ThreadRules
const ruleset = createRuleset(model, lexicons, maxResults)
const { operations } = bindContract(document, checks)

/** All chunks but the last go through the port. */
export async function answer({ asked, port, memory }: ThreadQuestion): Promise<ThreadEnd> {
  const [endpoint, language, fields] = JSON.parse(asked) as ThreadRequest
  const room = roomOf(port)
  const ring = new ChunkRing(memory)
  const memoryOf: ChunkMemory = (bytes) => (bytes === CHUNK_BYTES ? ring.next() : new Uint8Array(bytes))
  /** False when the asker wants no more. */
  const sent = async (chunk: Uint8Array): Promise<boolean> => {
    if (!room.take() && !(await room.more())) return false
    const slot = slotOf(chunk)
    if (slot === undefined) port.postMessage(chunk, [chunk.buffer as ArrayBuffer])
    else port.postMessage(slot)
    return true
  }
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
    for (const next of listingBytes(result.list(), contracted.assertValid, memoryOf)) {
      if (chunk !== undefined && !(await sent(chunk))) return undefined
      chunk = next
    }
    return chunk && (slotOf(chunk) ?? transferred(chunk))
  } catch (error) {
    if (!(error instanceof ClientError)) return error instanceof Error ? error : new Error(String(error))
    const { code, message, details } = error
    return { code, message, ...(details && { details }) }
  }
}

/** Undefined for a chunk in memory of its own. */
function slotOf({ buffer, byteOffset, length }: Uint8Array): SlotBytes | undefined {
  return buffer instanceof SharedArrayBuffer ? { at: byteOffset, length } : undefined
}

/** Not copied on its way to the asker. */
const transferred = (chunk: Uint8Array): Uint8Array => move(chunk) as Uint8Array

function roomOf(port: MessagePort) {
  let room = 0
  let isWanted = true
  let wake = (): void => {}
  port.on('message', (more: Room) => {
    room += more
    wake()
  })
  port.on('close', () => {
    isWanted = false
    wake()
  })
  /** Takes room for one chunk, if there is any. */
  const take = (): boolean => room > 0 && room-- > 0
  return {
    take,
    /** Waits for room and takes it; false when the asker wants no more. */
    more: async (): Promise<boolean> => {
      while (room === 0 && isWanted) await new Promise<void>((resolve) => (wake = resolve))
      return isWanted && take()
    },
  }
}
