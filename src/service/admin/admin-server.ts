/**
 * The admin port: `/healthz`, `/readyz` and `/metrics`.
 * Guarantees: `/healthz` depends on neither store nor rules; needs no key.
 */
import type { Server } from 'node:http'
import { createHttpServer } from '../http/server.js'
import type { Metrics } from './metrics.js'

export interface Readiness {
  readonly ready: boolean
  /** Information for the operator, such as the version of the rule set. */
  readonly details: Readonly<Record<string, unknown>>
}

const TEXT = 'text/plain; charset=utf-8'

/** Creates the server without listening. */
export function createAdminServer(metrics: Metrics, readiness: () => Readiness): Server {
  return createHttpServer((request, response) => {
    const send = (status: number, type: string, body: string): void => {
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body)
    }
    if (request.method !== 'GET') return send(405, TEXT, 'Only GET is supported\n')
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
