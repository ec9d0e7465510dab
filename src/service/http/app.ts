/**
 * The HTTP service: router, tinyhttp routes, one access-log line per request.
 * Guarantees: a request reaches a handler only after an exact match by the router (router.ts); no protection is implemented as
 * middleware, which crafted requests can make the framework skip.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { App } from '@tinyhttp/app'
import { ClientError } from '../../operations/client-error.js'
import { BATCH } from '../../operations/registry.js'
import { createResponseCache } from './cache/response-cache.js'
import { createTaggedDocuments, TaggedDocument } from './cache/tagged-document.js'
import type { Reply } from './call.js'
import { errorBody, internalError } from './errors.js'
import { createBatch } from './batch/batch.js'
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
  SHARED_HEADERS,
  sendBare,
  sendJson,
} from './respond.js'
import { createRouter } from './router.js'
import { bindEndpoints, type Endpoint } from './routes.js'
import type { ServiceParts } from './service-parts.js'
import { sendStream } from '../streaming/send-stream.js'
import { codingFor } from './request/accept.js'
import { createUnknownPath } from './unknown-path.js'

/** Node's own limit does not refuse a request but silently drops further lines, such as those that a proxy appends. */
const MAX_HEADER_LINES = 64

type RunCall = (request: IncomingMessage, query: string) => Promise<Reply>
type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

export function createService(parts: ServiceParts): RequestListener {
  const { contract, ruleset, pages, log } = parts
  const commonHeaders = (requestId: string): Headers => extraHeaders(contract.version, requestId)
  const rulesetHeaders: Headers = ['X-Ruleset-Version', ruleset.version]
  const beginVisit = createAccessLog(log, ruleset.version, parts.observe, parts.refusals)
  const responses = createResponseCache()
  const taggedOf = createTaggedDocuments(JSON_TYPE, CATALOGUE_HEADERS)
  /** Answers 500 after an unexpected exception. @param more headers of the call */
  const fail = (error: unknown, response: ServerResponse, requestId: string, more: Headers = []): void => {
    log.error({ err: error, requestId }, 'a handler failed outside the pipeline')
    if (response.headersSent) response.destroy()
    else sendRefusal(response, [...commonHeaders(requestId), ...rulesetHeaders, ...more], internalError())
  }
  const app = createApp(fail)
  const endpoints = bindEndpoints(parts)
  const calls: readonly (Pick<Endpoint, 'operation' | 'isTagged'> & { readonly run: RunCall })[] = [
    ...endpoints.map((endpoint) => {
      const run: RunCall = (request, query) => runPipeline(parts, responses, endpoint, request, query)
      return { ...endpoint, run }
    }),
    ...contract.operations
      .filter(({ endpoint }) => endpoint === BATCH)
      .map((operation) => ({ operation, run: createBatch(parts, responses, operation, endpoints) })),
  ]
  for (const { operation, isTagged, run } of calls) {
    const { path, method } = operation
    // Must be declared async: tinyhttp catches rejections only from async functions.
    const handler: Handler = async (request, response) => {
      const visit = beginVisit(path, request, response)
      const query = (request.url ?? '').slice(path.length + 1)
      const pending = run(request, query)
      visit.facts = pending
      const reply = await pending
      const headers = [...commonHeaders(visit.requestId), ...rulesetHeaders, ...reply.headers]
      const { status, body } = reply
      try {
        if (isTagged === true && status === 200 && Buffer.isBuffer(body))
          await taggedOf(body).send(request, response, headers)
        else await send(request, response, { ...reply, headers }, log)
      } catch (error) {
        fail(error, response, visit.requestId, withoutLanguage(reply.headers))
      }
    }
    if (method === 'GET') app.get(path, handler)
    else if (method === 'POST') app.post(path, handler)
    // The framework answers HEAD with the handler of GET.
    else if (method !== 'HEAD') throw new Error(`the contract has ${method} ${path}, which is not served`)
  }
  /** Starts the access-log line of a request that is not an API call, and returns the headers of its answer. */
  const beginOutsideCalls = (request: IncomingMessage, response: ServerResponse, path = '-'): Headers =>
    commonHeaders(beginVisit(path, request, response).requestId)
  const handlerOf =
    (page: TaggedDocument, path: string): Handler =>
    async (request, response) => {
      const { requestId } = beginVisit(path, request, response)
      try {
        await page.send(request, response, [...commonHeaders(requestId), ...rulesetHeaders])
      } catch (error) {
        fail(error, response, requestId)
      }
    }
  const front = createFront(pages, parts.defaultLanguage)
  for (const { path, type, bytes, isForOtherSites } of pages) {
    const headers = isForOtherSites === true ? SHARED_HEADERS : PAGE_HEADERS
    if (path !== FRONT) app.get(path, handlerOf(new TaggedDocument(bytes, type, headers), path))
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
    // rawHeaders alternates names and values.
    if (request.rawHeaders.length / 2 > MAX_HEADER_LINES)
      return sendBare(response, 431, [...beginOutsideCalls(request, response), 'Connection', 'close'])
    // Required by RFC 9112, section 3.2.
    if (request.headers.host === undefined && request.httpVersion === '1.1')
      return sendBare(response, 400, [...beginOutsideCalls(request, response), 'Connection', 'close'])
    const passage = gate(request.method ?? '', request.url ?? '')
    if (passage.kind === 'unknown')
      return sendRefusal(
        response,
        [...beginOutsideCalls(request, response), ...rulesetHeaders],
        unknownPath(passage.path),
      )
    if (passage.kind === 'method') {
      const { allow } = passage
      const headers = [...beginOutsideCalls(request, response), ...rulesetHeaders, 'Allow', allow]
      return sendRefusal(response, headers, noMethod(request.method, allow))
    }
    const { route, prefix, query } = passage
    if (route.path === FRONT) {
      const page = front.of(request.headers)
      if (page !== undefined) return void handlerOf(page, FRONT)(request, response)
      const headers = beginOutsideCalls(request, response, FRONT)
      return sendBare(response, 302, [...headers, ...front.redirectHeaders, 'Location', `${prefix}${DOCS}`])
    }
    // The framework matches again, but only the path that the router has matched.
    request.url = `${route.path}?${query}`
    app.handler(request as Parameters<App['handler']>[0], response as Parameters<App['handler']>[1])
  }
}

function createApp(fail: (error: unknown, response: ServerResponse, requestId: string) => void): App {
  return new App({
    settings: { xPoweredBy: false, networkExtensions: false },
    // The framework's request and response extensions are unused and would cost more than the rest of an answer.
    applyExtensions: (_request, _response, next) => next?.(),
    // For exceptions of the framework itself: handlers catch their own.
    onError: (error, request, response) => fail(error, response, requestIdOf(request)),
  })
}

/** Errors are in English, whatever the language of the answer. */
function withoutLanguage(headers: Headers): Headers {
  return headers.filter((_, i) => headers[i - (i % 2)] !== 'Content-Language')
}

/** Sends a complete body at once, a stream as it is produced. */
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
