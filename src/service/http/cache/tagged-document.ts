/**
 * A document that clients may keep: plain, br and gzip, each with an ETag, and a 304 for a client that has it.
 * Guarantees: a tag is strong and the digest of the very bytes that it is sent with, so it changes whenever they do,
 * whatever changed them, and two instances agree; each form is made when it is first asked for, and once.
 */
import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { createBoundedMap } from '../../../common/memo.js'
import type { Headers } from '../respond.js'
import { compressor } from '../../streaming/send-stream.js'
import { codingFor, type ContentCoding } from '../request/accept.js'

interface Form {
  readonly bytes: Uint8Array
  readonly tag: string
}

export class TaggedDocument {
  private readonly forms = new Map<ContentCoding | undefined, Promise<Form>>()

  /** @param type of the content @param headers of its own, of the 200 and of the 304 */
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
    // To HEAD Node sends no body.
    response.writeHead(200, whole).end(bytes)
  }

  private form(coding: ContentCoding | undefined): Promise<Form> {
    const known = this.forms.get(coding)
    if (known !== undefined) return known
    const make = async (): Promise<Form> => {
      const bytes = coding === undefined ? this.bytes : await buffer(compressor(coding).end(this.bytes))
      return { bytes, tag: tagOf(bytes) }
    }
    const made = make()
    this.forms.set(coding, made)
    // A fault such as a want of memory passes.
    made.catch(() => this.forms.delete(coding))
    return made
  }
}

/** More than rules have languages. */
const MAX_DOCUMENTS = 32

/** Finds the documents of answers by their content, so that equal answers are compressed once. */
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

/** Compares weakly, as RFC 9110 13.1.2 has it: a proxy may have made a strong tag weak. @param header If-None-Match */
function isAmong(tag: string, header: string | undefined): boolean {
  const listed = header?.split(',').map((each) => each.trim().replace(/^W\//, '')) ?? []
  return listed.includes(tag) || listed[0] === '*'
}
