/**
 * The HTTP service: gate, tinyhttp routes, public pages, one access line a request.
 * Guarantees: a request meets a handler only after the gate matched it exactly; nothing that protects the
 * service stands in middleware, which the framework can be made to skip.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { App } from '@tinyhttp/app'
import { ContractError } from '../coats/contract-error.js'
import { codingFor } from './streaming/compression.js'
import { errorBody, internalError } from './errors.js'
import { createResponseCache } from './cache/response-cache.js'
import type { Contract } from './contract/contract.js'
import { createRouter } from './router.js'
import { createAccessLog, NOBODY, type CallFacts, type Observe, type ServiceLog } from './ops/access-log.js'
import { runPipeline, type PipelineParts } from './pipeline.js'
import { beginJson, jsonBytes, sendJson, sendPage, type Headers } from './respond.js'
import { bindEndpoints, type Endpoint, type RouteParts } from './routes.js'
import type { ByteStream } from './cross-threads.js'
import { sendStream } from './streaming/send-stream.js'

/** A page anybody may read, ready to be sent. */
export interface PublicPage {
  readonly path: string
  readonly type: string
  readonly bytes: Uint8Array
}

export interface ServiceParts extends Omit<PipelineParts, 'responses'>, RouteParts {
  readonly contract: Contract
  readonly pages: readonly PublicPage[]
  /** '' or a prefix under which every path is served as well. */
  readonly basePath: string
  readonly observe: Observe
  readonly log: ServiceLog
}

/** Where the gate leaves what it knows of a request. A symbol property: in a WeakMap, requests survive many garbage collections. */
const VISIT = Symbol('visit')

interface Visited extends IncomingMessage {
  [VISIT]?: Visit
}

/** What the gate hands over beside the request. */
interface Visit {
  readonly query: string
  readonly done: (facts: CallFacts) => void
  readonly headers: Headers
}

export function createService(parts: ServiceParts): RequestListener {
  const { contract, coats, pages, basePath } = parts
  // These bodies never vary, so they are validated once, at the start.
  for (const refusal of [NOWHERE, NO_METHOD]) {
    const fault = contract.errorFault(errorBody(refusal))
    if (fault !== undefined) throw new Error(`the ${refusal.status} answer breaks the contract: ${fault}`)
  }
  const version: Headers = ['X-API-Version', contract.version]
  const versions: Headers = [...version, 'X-Ruleset-Version', coats.rulesetVersion]
  const endpoints = bindEndpoints(contract.operations, parts)
  const gate = createRouter(
    [...contract.operations, ...pages.map((page) => ({ path: page.path, method: 'GET', page }))],
    basePath,
  )
  const app = createApp({ ...parts, responses: createResponseCache() }, endpoints)
  const startAccess = createAccessLog(parts.log, coats.rulesetVersion, parts.observe)
  return (request, response) => {
    const passage = gate(request.method ?? '', request.url ?? '')
    const requestId = randomUUID()
    const done = startAccess(
      request,
      response,
      requestId,
      passage.kind === 'route' ? passage.route.path : '-',
      passage.kind === 'route' && !('page' in passage.route),
    )
    if (passage.kind === 'unknown') return sendRefusal(response, version, NOWHERE)
    if (passage.kind === 'method')
      return sendRefusal(response, [...version, 'Allow', passage.allow], NO_METHOD)
    const { route, query } = passage
    if ('page' in route) return sendPage(response, route.page.type, versions, route.page.bytes)
    const visited: Visited = request
    visited[VISIT] = { query, done, headers: [...versions, 'X-Request-Id', requestId] }
    // The framework matches again, on the very path that the gate has matched.
    request.url = route.path
    app.handler(request as Parameters<App['handler']>[0], response as Parameters<App['handler']>[1])
  }
}

const NOWHERE = new ContractError('NOT_FOUND', 'There is nothing at this address')
const NO_METHOD = new ContractError('METHOD_NOT_ALLOWED', 'This address does not take this method')

function createApp(parts: PipelineParts, endpoints: readonly Endpoint[]): App {
  const app = new App({
    settings: { xPoweredBy: false, networkExtensions: false },
    // The framework's per-request conveniences are not used, and cost more than the rest of an answer.
    applyExtensions: (_request, _response, next) => next?.(),
    noMatchHandler: (request: Visited, response) => {
      request[VISIT]?.done(NOBODY)
      sendRefusal(response, [], NOWHERE)
    },
    onError: (error, request: Visited, response) => {
      request[VISIT]?.done(NOBODY)
      parts.log.error({ err: error }, 'a handler failed outside the pipeline')
      if (response.headersSent) response.destroy()
      else sendRefusal(response, [], internalError())
    },
  })
  for (const endpoint of endpoints) {
    // Must be declared async: tinyhttp catches rejections of async functions only.
    const handler = async (request: Visited, response: ServerResponse): Promise<void> => {
      const visit = request[VISIT]
      const reply = await runPipeline(parts, endpoint, request, visit?.query ?? '')
      const { keyId, charged, limiter } = reply
      visit?.done({ keyId, charged, limiter })
      const headers = [...(visit?.headers ?? []), ...reply.headers]
      if (!Buffer.isBuffer(reply.body)) await sendLarge(parts, request, response, headers, reply.body)
      else if (!response.destroyed) sendJson(response, reply.status, headers, reply.body)
    }
    const { path, method } = endpoint.operation
    if (method === 'GET') app.get(path, handler)
    else if (method === 'POST') app.post(path, handler)
    else throw new Error(`the contract has ${method} ${path}, and only GET and POST are served`)
  }
  return app
}

/** The stream is closed whatever happens. */
async function sendLarge(
  { log }: PipelineParts,
  request: IncomingMessage,
  response: ServerResponse,
  headers: Headers,
  stream: ByteStream,
): Promise<void> {
  if (response.destroyed) return stream.close()
  const coding = codingFor(request.headers['accept-encoding'])
  const coded = coding === undefined ? [] : ['Content-Encoding', coding]
  beginJson(response, [...headers, 'Vary', 'Accept-Encoding', ...coded])
  try {
    await sendStream(response, stream, coding)
  } catch (error) {
    log.error({ err: error }, 'an answer was broken off in the middle')
  }
}

function sendRefusal(response: ServerResponse, headers: Headers, refusal: ContractError): void {
  sendJson(response, refusal.status, headers, jsonBytes(errorBody(refusal)))
}
