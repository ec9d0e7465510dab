/**
 * The HTTP service: gate, tinyhttp routes, one access line a request.
 * Guarantees: a request meets a handler only after the gate matched it exactly; nothing that protects the
 * service stands in middleware, which the framework can be made to skip.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { App } from '@tinyhttp/app'
import { ContractError } from '../coats/contract-error.js'
import { createResponseCache } from './cache/response-cache.js'
import type { Reply } from './call.js'
import { errorBody, internalError } from './errors.js'
import { beginVisit, createAccessLog, NOBODY, type Log } from './ops/access-log.js'
import { runPipeline } from './pipeline.js'
import { beginJson, jsonBytes, sendJson, sendPage, type Headers } from './respond.js'
import { createRouter } from './router.js'
import { bindEndpoints } from './routes.js'
import type { ServiceParts } from './service-parts.js'
import { codingFor } from './streaming/compression.js'
import { sendStream } from './streaming/send-stream.js'

const NOWHERE = new ContractError('NOT_FOUND', 'There is nothing at this address')

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

export function createService(parts: ServiceParts): RequestListener {
  const { contract, coats, pages, log } = parts
  const version: Headers = ['X-API-Version', contract.version]
  const versions: Headers = [...version, 'X-Ruleset-Version', coats.rulesetVersion]
  const logAccess = createAccessLog(log, coats.rulesetVersion, parts.observe)
  const responses = createResponseCache()
  const app = createApp(log)
  for (const endpoint of bindEndpoints(parts)) {
    const { path, method } = endpoint.operation
    // Must be declared async: tinyhttp catches rejections of async functions only.
    const handler: Handler = async (request, response) => {
      const visit = beginVisit(path)
      const query = (request.url ?? '').slice(path.length + 1)
      const pending = runPipeline(parts, responses, endpoint, request, query)
      logAccess(request, response, visit, pending)
      const reply = await pending
      const headers = [...versions, 'X-Request-Id', visit.requestId, ...reply.headers]
      await send(request, response, { ...reply, headers }, log)
    }
    if (method === 'GET') app.get(path, handler)
    else if (method === 'POST') app.post(path, handler)
    else throw new Error(`the contract has ${method} ${path}, and only GET and POST are served`)
  }
  for (const { path, type, bytes } of pages) {
    app.get(path, (request, response) => {
      logAccess(request, response, beginVisit(path), NOBODY)
      sendPage(response, type, versions, bytes)
    })
  }
  const routes = [...contract.operations, ...pages.map(({ path }) => ({ path, method: 'GET' }))]
  const gate = createRouter(routes, parts.basePath)
  return (request, response) => {
    const passage = gate(request.method ?? '', request.url ?? '')
    if (passage.kind === 'route') {
      // The framework matches again, on the very path that the gate has matched.
      request.url = `${passage.route.path}?${passage.query}`
      app.handler(request as Parameters<App['handler']>[0], response as Parameters<App['handler']>[1])
      return
    }
    logAccess(request, response, beginVisit('-'), NOBODY)
    if (passage.kind === 'unknown') sendRefusal(response, version, NOWHERE)
    else sendRefusal(response, [...version, 'Allow', passage.allow], noMethod(request.method, passage.allow))
  }
}

function createApp(log: Log): App {
  return new App({
    settings: { xPoweredBy: false, networkExtensions: false },
    // The framework's per-request conveniences are not used, and cost more than the rest of an answer.
    applyExtensions: (_request, _response, next) => next?.(),
    onError: (error, _request, response) => {
      log.error({ err: error }, 'a handler failed outside the pipeline')
      if (response.headersSent) response.destroy()
      else sendRefusal(response, [], internalError())
    },
  })
}

/** A stream is closed whatever happens. */
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

function noMethod(method = '', allow: string): ContractError {
  const how = allow === 'POST' ? ': send the fields in the body' : ''
  return new ContractError('METHOD_NOT_ALLOWED', `This address takes ${allow}, not ${method}${how}`)
}

function sendRefusal(response: ServerResponse, headers: Headers, refusal: ContractError): void {
  sendJson(response, refusal.status, headers, jsonBytes(errorBody(refusal)))
}
