/**
 * A cacheable document: identity, br and gzip codings, each with an ETag, and 304 for If-None-Match.
 * Guarantees: the ETag is strong, a digest of the bytes sent, so that it changes exactly when they do and all instances agree;
 * each coding is created once, on first request.
 */
import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createBoundedMap } from '../../../common/memo.js'
import type { Headers } from '../respond.js'
import { documentCompressor } from '../../streaming/send-stream.js'
import { codingFor, type ContentCoding } from '../request/accept.js'

interface Form {
  readonly bytes: Uint8Array
  readonly tag: string
}

export class TaggedDocument {
  private readonly forms = new Map<ContentCoding | undefined, Promise<Form>>()

  /** @param type Content-Type @param headers sent with both 200 and 304 */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly type: string,
    private readonly headers: Headers,
  ) {}

  /** @param headers of this answer */
  async send(request: IncomingMessage, response: ServerResponse, headers: Headers): Promise<void> {
    const { 'accept-encoding': accepted, 'if-none-match': known } = request.headers
    const coding = codingFor(accepted)
    const { bytes, tag } = await this.form(coding)
    const tagged = [...this.headers, ...headers, 'ETag', tag]
    if (isAmong(tag, known)) {
      response.writeHead(304, tagged).end()
      return
    }
    const coded = coding === undefined ? [] : ['Content-Encoding', coding]
    const whole = [...tagged, 'Content-Type', this.type, ...coded, 'Content-Length', String(bytes.length)]
    // Node omits the body for HEAD.
    response.writeHead(200, whole).end(bytes)
  }

  private form(coding: ContentCoding | undefined): Promise<Form> {
    const known = this.forms.get(coding)
    if (known !== undefined) return known
    const make = async (): Promise<Form> => {
      const bytes =
        coding === undefined ? this.bytes : await buffer(documentCompressor(coding).end(this.bytes))
      return { bytes, tag: tagOf(bytes) }
    }
    const made = make()
    this.forms.set(coding, made)
    // Retry next time: a fault such as a lack of memory is temporary.
    made.catch(() => this.forms.delete(coding))
    return made
  }
}

/** One document per language; rule sets have fewer languages. */
const MAX_DOCUMENTS = 32

/** Caches documents by content, so that equal answers are compressed once. */
export function createTaggedDocuments(type: string, headers: Headers): (body: Uint8Array) => TaggedDocument {
  const byTag = createBoundedMap<string, TaggedDocument>(MAX_DOCUMENTS)
  return (body) => {
    const tag = tagOf(body)
    return byTag.known(tag) ?? byTag.keep(tag, new TaggedDocument(body, type, headers))
  }
}

/** A strong entity tag of these bytes. */
function tagOf(bytes: Uint8Array): string {
  return `"${hash('sha256', bytes, 'base64url')}"`
}

/** Weak comparison (RFC 9110, section 13.1.2), because a proxy may have weakened a tag. @param header If-None-Match */
function isAmong(tag: string, header: string | undefined): boolean {
  const listed = header?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? []
  return listed.includes(tag) || listed[0] === '*'
}
