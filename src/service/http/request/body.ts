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
  return readText(request, [FORM, JSON_TYPE], most)
}

/**
 * The text of a body of one of these media types. @param most bytes
 * Rejects with ClientError: 415, 413 or 400.
 */
export async function readText<Type extends string>(
  request: IncomingMessage,
  types: readonly Type[],
  most: number,
): Promise<{ readonly type: Type; readonly text: string }> {
  const type = mediaType(request, types)
  const bytes = await readBytes(request, most)
  if (bytes === undefined) throw invalidBody('The request body was cut off')
  return { type, text: decode(bytes) }
}

/** A JSON body with these fields. Throws ClientError 413 for one that is larger than a request of its own may be. */
export function jsonOf(fields: Fields, most = MAX_BYTES): Body {
  const text = JSON.stringify(fields)
  if (Buffer.byteLength(text) > most) throw tooLarge(most)
  return { type: JSON_TYPE, text }
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

function mediaType<Type extends string>(request: IncomingMessage, types: readonly Type[]): Type {
  const list = types.join(' or ')
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw unsupported(`Content-Encoding ${encoding}`, `the body uncompressed, as ${list}`)
  const header = request.headers['content-type'] ?? ''
  const plain = types.find((type) => type === header)
  if (plain !== undefined) return plain
  if (header === '') throw unsupported('A body without Content-Type', list)
  const { type, parameters } = contentType.parse(header)
  const charset = parameters['charset']?.toLowerCase() ?? 'utf-8'
  const found = types.find((each) => each === type)
  if (found !== undefined && charset === 'utf-8') return found
  throw unsupported(`Content-Type ${header}`, list)
}

function unsupported(what: string, how: string): ClientError {
  return new ClientError('UNSUPPORTED_MEDIA_TYPE', `${what} is not supported: send ${how} in UTF-8`)
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

/** The JSON object in the text. Throws ClientError 400. @param what the text is, for errors */
export function parseJson(text: string, what: 'request body' | 'line' = 'request body'): Fields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const how = `looks like a form: send it with Content-Type ${FORM}`
    const isForm = what === 'request body' && LIKE_FORM.test(text)
    const fault = jsonFault(text, '{')
    // The first line of the text is any line of a batch.
    const place = what === 'line' ? fault.replace('at line 1, ', 'at ') : fault
    throw invalidBody(`The ${what} ${isForm ? how : `is not JSON: ${place}`}`)
  }
  if (isObject(value)) return value
  throw invalidBody(`The ${what} is not a JSON object; ${quoted(value)} was sent`)
}

function invalidBody(message: string): ClientError {
  return faultAt('body', null, message, [{ type: 'object' }])
}
