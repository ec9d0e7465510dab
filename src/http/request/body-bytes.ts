/**
 * The bytes of a request's body, at most 16 KiB of them.
 * Guarantees: no more is held than is allowed, whatever a client declares or sends; who breaks off is told from who has
 * finished. In place of a library, which took as long for it as all other reading of a request.
 * Leaves to others: what the bytes mean (body.ts), that a refused body's connection is closed (refusal.ts).
 */
import type { IncomingMessage } from 'node:http'
import { ContractError } from '../../coats/contract-error.js'

const MOST_BYTES = 16 * 1024

/** Rejects with ContractError 413, with nothing read when the client declares as much; undefined: it was cut off. */
export function readBytes(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) return reject(tooLarge())
    // Its client went away while it was found out whose call it is: nothing will come, not even the news of that.
    if (request.destroyed) return resolve(undefined)
    const chunks: Buffer[] = []
    let length = 0
    const take = (chunk: Buffer): void => {
      length += chunk.length
      if (length <= MOST_BYTES) return void chunks.push(chunk)
      request.off('data', take).pause()
      reject(tooLarge())
    }
    request.on('data', take)
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
    // Follows the end of a whole body too, and then says nothing new.
    request.on('close', () => resolve(undefined))
  })
}

function tooLarge(): ContractError {
  return new ContractError('PAYLOAD_TOO_LARGE', `The request body is larger than ${MOST_BYTES} bytes`)
}
