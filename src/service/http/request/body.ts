/**
 * Reads a request's body, a form or JSON, and makes raw fields of it.
 * Guarantees: other media types and compressed bodies are not read; no more is held than an operation takes,
 * whatever a client declares or sends; a body that was cut off is not taken for a whole one.
 */
import type { IncomingMessage } from 'node:http'
import contentType = require('content-type')
import { ClientError } from '../../../operations/client-error.js'
import { isObject, type Fields } from '../../../operations/read/decode-fields.js'
import { jsonFault } from '../../../common/json-fault.js'
import { quoted } from '../../../operations/read/near-misses.js'
import { faultAt } from '../../../operations/read/refusals.js'
import { splitForm } from './form.js'

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const MAX_BYTES = 16 * 1024
const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/** What was sent, not yet read into fields. */
export interface Body {
  readonly type: typeof FORM | typeof JSON_TYPE
  readonly text: string
}

/** How a JSON object begins, and no form that means anything here. */
const LIKE_JSON = /^\s*\{\s*"/
/** How a form begins, and no JSON. */
const LIKE_FORM = /^[a-z_]+(?:(?:\[|%5B)[^=]*)?=/i

export function formOf(text: string): Body {
  return { type: FORM, text }
}

/** Rejects with ClientError: 415, 413 or 400. */
export async function readBody(request: IncomingMessage, most = MAX_BYTES): Promise<Body> {
  if (isBare(request)) return formOf('')
  const type = mediaType(request)
  const bytes = await readBytes(request, most)
  if (bytes === undefined) throw invalidBody('The request body was cut off')
  return { type, text: decode(bytes) }
}

/** No text has no fields. Throws ClientError 400. */
export function fieldsOf({ type, text }: Body): Fields {
  if (text === '') return {}
  if (type === JSON_TYPE) return parseJson(text)
  if (!LIKE_JSON.test(text)) return withoutEmpty(splitForm(text))
  const how = `The request body looks like JSON: send it with Content-Type ${JSON_TYPE}`
  throw invalidBody(how)
}

/** Its genes are required, so that a fault names what was sent for them. */
const REQUIRED_GROUP = 'base'

/** Forms send the empty text for each field that nobody filled in: it counts as absent, and so does an array of such texts. */
function withoutEmpty(fields: Fields): Fields {
  const kept = Object.create(null) as Record<string, unknown>
  for (const name in fields) {
    const value = fields[name]
    if (value === '' || (Array.isArray(value) && value.every((item) => item === ''))) continue
    kept[name] = isObject(value) && name !== REQUIRED_GROUP ? withoutEmpty(value) : value
  }
  return kept
}

/** Clients with nothing to send often send no Content-Type either: that is a request without fields. */
function isBare({ headers }: IncomingMessage): boolean {
  const { 'content-type': type, 'content-length': length = '0', 'transfer-encoding': coding } = headers
  return type === undefined && coding === undefined && Number(length) === 0
}

function mediaType(request: IncomingMessage): Body['type'] {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw unsupported(`Content-Encoding ${encoding}`, 'the body uncompressed, as ')
  const header = request.headers['content-type'] ?? ''
  if (header === FORM) return FORM
  if (header === '') throw unsupported('A body without Content-Type')
  const { type, parameters } = contentType.parse(header)
  const charset = parameters['charset']?.toLowerCase() ?? 'utf-8'
  if ((type === FORM || type === JSON_TYPE) && charset === 'utf-8') return type
  throw unsupported(`Content-Type ${header}`)
}

function unsupported(what: string, how = ''): ClientError {
  const message = `${what} is not supported: send ${how}${FORM} or ${JSON_TYPE} in UTF-8`
  return new ClientError('UNSUPPORTED_MEDIA_TYPE', message)
}

/**
 * Rejects with ClientError 413, with nothing read when the client declares as much; undefined: it was cut off.
 * In place of a library, which took as long for it as all other reading of a request.
 */
function readBytes(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > most) return reject(tooLarge(most))
    // Its client went away while it was found out whose call it is: nothing will come, not even the news of that.
    if (request.destroyed) return resolve(undefined)
    const chunks: Buffer[] = []
    let length = 0
    const take = (chunk: Buffer): void => {
      length += chunk.length
      if (length <= most) return void chunks.push(chunk)
      request.off('data', take).pause()
      reject(tooLarge(most))
    }
    request.on('data', take)
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
    // Follows the end of a whole body too, and then says nothing new.
    request.on('close', () => resolve(undefined))
  })
}

function tooLarge(most: number): ClientError {
  const message = `The request body is larger than ${most} bytes, the most that is read of one call`
  return new ClientError('PAYLOAD_TOO_LARGE', message)
}

function decode(bytes: Buffer): string {
  try {
    return UTF_8.decode(bytes)
  } catch {
    const before = new TextDecoder().decode(bytes).split('\uFFFD', 1)[0] ?? ''
    const place = before === '' ? 'from its first byte on' : `after ${before.slice(-24)}`
    throw invalidBody(`The request body is not UTF-8 text ${place}: send it in UTF-8`)
  }
}

function parseJson(text: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const how = `looks like a form: send it with Content-Type ${FORM}`
    const what = LIKE_FORM.test(text) ? how : `is not JSON: ${jsonFault(text, '{')}`
    throw invalidBody(`The request body ${what}`)
  }
  if (isObject(value)) return value
  throw invalidBody(`The request body is not a JSON object; ${quoted(value)} was sent`)
}

function invalidBody(message: string): ClientError {
  return faultAt('body', null, message, [{ type: 'object' }])
}
