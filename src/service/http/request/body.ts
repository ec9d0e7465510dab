/**
 * Reads the body of a request, a form or JSON, into raw fields.
 * Guarantees: other media types and compressed bodies are refused; memory is bounded by the operation's limit, whatever the client
 * declares or sends; a truncated body is refused.
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

/** The text of a body, not parsed yet. */
export interface Body {
  readonly type: typeof FORM | typeof JSON_TYPE
  readonly text: string
}

/** Matches the start of a JSON object, but no valid form. */
const LIKE_JSON = /^\s*\{\s*"/
/** Matches the start of a form, but no JSON. */
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

/** The raw fields; none for an empty text. Throws ClientError 400. */
export function fieldsOf({ type, text }: Body): Fields {
  if (text === '') return {}
  if (type === JSON_TYPE) return parseJson(text)
  if (!LIKE_JSON.test(text)) return withoutEmpty(splitForm(text))
  const how = `The request body looks like JSON: send it with Content-Type ${JSON_TYPE}`
  throw invalidBody(how)
}

/** Empty fields are kept in this group: its genes are required, so that an error must show the value sent. */
const REQUIRED_GROUP = 'base'

/** Drops empty texts and arrays of them, which forms send for fields left blank. */
function withoutEmpty(fields: Fields): Fields {
  const kept = Object.create(null) as Record<string, unknown>
  for (const name in fields) {
    const value = fields[name]
    if (value === '' || (Array.isArray(value) && value.every((item) => item === ''))) continue
    kept[name] = isObject(value) && name !== REQUIRED_GROUP ? withoutEmpty(value) : value
  }
  return kept
}

/** Whether there is neither a body nor a Content-Type, which means a request without fields. */
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
 * Undefined for a truncated body. Rejects with ClientError 413, without reading if Content-Length is too large.
 * Hand-written, because a library took as long as all other parsing of a request.
 */
function readBytes(request: IncomingMessage, most: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length'] ?? 0) > most) return reject(tooLarge(most))
    // The client disconnected during authentication: no further event will follow.
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
    // Also follows `end`, where it has no effect.
    request.on('close', () => resolve(undefined))
  })
}

function tooLarge(most: number): ClientError {
  const message = `The request body exceeds the limit of ${most} bytes for this operation`
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
