/**
 * The HTTP service: gate, tinyhttp routes, one access line a request.
 * Guarantees: a request meets a handler only after the gate matched it exactly; nothing that protects the
 * service stands in middleware, which the framework can be made to skip.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { App } from '@tinyhttp/app'
import { ClientError } from '../../operations/client-error.js'
import { createResponseCache } from './cache/response-cache.js'
import { createTaggedDocuments, TaggedDocument } from './cache/tagged-document.js'
import type { Reply } from './call.js'
import { errorBody, internalError } from './errors.js'
import { createFront, DOCS, FRONT } from './front.js'
import { createAccessLog, requestIdOf, type Log } from './log/access-log.js'
import { runPipeline } from './pipeline.js'
import {
  beginJson,
  CATALOGUE_HEADERS,
  type Headers,
  JSON_TYPE,
  jsonBytes,
  extraHeaders,
  PAGE_HEADERS,
  sendBare,
  sendJson,
} from './respond.js'
import { createRouter } from './router.js'
import { bindEndpoints } from './routes.js'
import type { ServiceParts } from './service-parts.js'
import { sendStream } from '../streaming/send-stream.js'
import { codingFor } from './request/accept.js'
import { createUnknownPath } from './unknown-path.js'

/** Node has no such limit that refuses: its own drops further lines, such as those that a proxy appends. */
const MAX_HEADER_LINES = 64

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

export function createService(parts: ServiceParts): RequestListener {
  const { contract, ruleset, pages, log } = parts
  const own = (requestId: string): Headers => extraHeaders(contract.version, requestId)
  const ofRules: Headers = ['X-Ruleset-Version', ruleset.version]
  const beginVisit = createAccessLog(log, ruleset.version, parts.observe, parts.refusals)
  const responses = createResponseCache()
  const taggedOf = createTaggedDocuments(JSON_TYPE, CATALOGUE_HEADERS)
  /** Our own defect, whatever was to be answered. @param more headers of the call */
  const fail = (error: unknown, response: ServerResponse, requestId: string, more: Headers = []): void => {
    log.error({ err: error, requestId }, 'a handler failed outside the pipeline')
    if (response.headersSent) response.destroy()
    else sendRefusal(response, [...own(requestId), ...ofRules, ...more], internalError())
  }
  const app = createApp(fail)
  for (const endpoint of bindEndpoints(parts)) {
    const { path, method } = endpoint.operation
    // Must be declared async: tinyhttp catches rejections of async functions only.
    const handler: Handler = async (request, response) => {
      const visit = beginVisit(path, request, response)
      const query = (request.url ?? '').slice(path.length + 1)
      const pending = runPipeline(parts, responses, endpoint, request, query)
      visit.facts = pending
      const reply = await pending
      const headers = [...own(visit.requestId), ...ofRules, ...reply.headers]
      const { status, body } = reply
      try {
        if (endpoint.isTagged === true && status === 200 && Buffer.isBuffer(body))
          await taggedOf(body).send(request, response, headers)
        else await send(request, response, { ...reply, headers }, log)
      } catch (error) {
        fail(error, response, visit.requestId, withoutLanguage(reply.headers))
      }
    }
    if (method === 'GET') app.get(path, handler)
    else if (method === 'POST') app.post(path, handler)
    // The framework has HEAD answered by the handler of GET.
    else if (method !== 'HEAD') throw new Error(`the contract has ${method} ${path}, which is not served`)
  }
  /** The headers of an answer that is nobody's call, whose access line begins here. */
  const beginOutsideCalls = (request: IncomingMessage, response: ServerResponse, path = '-'): Headers =>
    own(beginVisit(path, request, response).requestId)
  const handlerOf =
    (page: TaggedDocument, path: string): Handler =>
    async (request, response) => {
      const { requestId } = beginVisit(path, request, response)
      try {
        await page.send(request, response, [...own(requestId), ...ofRules])
      } catch (error) {
        fail(error, response, requestId)
      }
    }
  const front = createFront(pages, parts.defaultLanguage)
  for (const { path, type, bytes } of pages) {
    if (path !== FRONT) app.get(path, handlerOf(new TaggedDocument(bytes, type, PAGE_HEADERS), path))
  }
  const paths = new Set([FRONT, ...pages.map(({ path }) => path)])
  const publicRoutes = [...paths].flatMap((path) => ['GET', 'HEAD'].map((method) => ({ path, method })))
  const unknownPath = createUnknownPath(
    contract.operations,
    [...paths].filter((path) => path !== FRONT),
    parts.basePath,
  )
  const gate = createRouter([...contract.operations, ...publicRoutes], parts.basePath)
  return (request, response) => {
    // Names and values in turn.
    if (request.rawHeaders.length / 2 > MAX_HEADER_LINES)
      return sendBare(response, 431, [...beginOutsideCalls(request, response), 'Connection', 'close'])
    // RFC 9112 3.2.
    if (request.headers.host === undefined && request.httpVersion === '1.1')
      return sendBare(response, 400, [...beginOutsideCalls(request, response), 'Connection', 'close'])
    const passage = gate(request.method ?? '', request.url ?? '')
    if (passage.kind === 'unknown')
      return sendRefusal(
        response,
        [...beginOutsideCalls(request, response), ...ofRules],
        unknownPath(passage.path),
      )
    if (passage.kind === 'method') {
      const { allow } = passage
      const headers = [...beginOutsideCalls(request, response), ...ofRules, 'Allow', allow]
      return sendRefusal(response, headers, noMethod(request.method, allow))
    }
    const { route, prefix, query } = passage
    if (route.path === FRONT) {
      const page = front.of(request.headers)
      if (page !== undefined) return void handlerOf(page, FRONT)(request, response)
      const headers = beginOutsideCalls(request, response, FRONT)
      return sendBare(response, 302, [...headers, ...front.led, 'Location', `${prefix}${DOCS}`])
    }
    // The framework matches again, on the very path that the gate has matched.
    request.url = `${route.path}?${query}`
    app.handler(request as Parameters<App['handler']>[0], response as Parameters<App['handler']>[1])
  }
}

function createApp(fail: (error: unknown, response: ServerResponse, requestId: string) => void): App {
  return new App({
    settings: { xPoweredBy: false, networkExtensions: false },
    // The framework's per-request conveniences are not used, and cost more than the rest of an answer.
    applyExtensions: (_request, _response, next) => next?.(),
    // What is thrown inside the framework: handlers catch what is theirs.
    onError: (error, request, response) => fail(error, response, requestIdOf(request)),
  })
}

/** An error speaks English, whatever the answer would have been in. */
function withoutLanguage(headers: Headers): Headers {
  return headers.filter((_, i) => headers[i - (i % 2)] !== 'Content-Language')
}

/** Sends it whole, or as it is made. */
async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: Reply,
  log: Log,
): Promise<void> {
  if (Buffer.isBuffer(body)) return sendJson(response, status, headers, body)
  if (response.destroyed) return body.close()
  const coding = codingFor(request.headers['accept-encoding'])
  const coded = coding === undefined ? [] : ['Content-Encoding', coding]
  beginJson(response, [...headers, 'Vary', 'Accept-Encoding', ...coded])
  try {
    await sendStream(response, body, coding)
  } catch (error) {
    log.error({ err: error }, 'an answer was broken off in the middle')
  }
}

function noMethod(method = '', allow: string): ClientError {
  const how = allow === 'POST' ? ': send the fields in the body' : ''
  const message = `This address takes ${allow.replace(', ', ' or ')}, not ${method}${how}`
  return new ClientError('METHOD_NOT_ALLOWED', message)
}

function sendRefusal(response: ServerResponse, headers: Headers, refusal: ClientError): void {
  sendJson(response, refusal.status, headers, jsonBytes(errorBody(refusal)))
}
