/**
 * The operator's port: is the process alive, is it ready, how is it doing.
 * Guarantees: never asks a store or the rules to answer `/healthz`; needs no key; charges nothing.
 */
import type { Server } from 'node:http'
import { createHttpServer } from '../http/server.js'
import type { Metrics } from './metrics.js'

export interface Readiness {
  readonly ready: boolean
  /** What an operator wants to see at a glance, such as the rule set's version. */
  readonly details: Readonly<Record<string, unknown>>
}

const TEXT = 'text/plain; charset=utf-8'

/** Not listening yet. */
export function createAdminServer(metrics: Metrics, readiness: () => Readiness): Server {
  return createHttpServer((request, response) => {
    const send = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body)
    }
    if (request.method !== 'GET') return send(405, TEXT, 'only GET\n')
    switch (request.url) {
      case '/healthz':
        return send(200, TEXT, 'ok\n')
      case '/readyz': {
        const { ready, details } = readiness()
        const body = `${JSON.stringify({ ready, ...details })}\n`
        return send(ready ? 200 : 503, 'application/json; charset=utf-8', body)
      }
      case '/metrics':
        metrics.text().then(
          ({ type, text }) => send(200, type, text),
          () => send(500, TEXT, 'metrics could not be read\n'),
        )
        return
      default:
        return send(404, TEXT, '/healthz, /readyz, /metrics\n')
    }
  })
}
