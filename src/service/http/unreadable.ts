/**
 * Answers unparseable, oversized and slow requests, with Node's statuses and the common headers.
 * Guarantees: no body, and the connection closes; never writes into an answer that has begun; logs nothing that the client sent.
 */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { connectionOf } from './connections/connections.js'
import type { Log } from './log/access-log.js'
import { extraHeaders, type Headers } from './respond.js'

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
}

/** @param version of the contract */
export function answerUnreadable(server: Server, version: string, log: Log): void {
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    const [current] = connectionOf(socket).pending
    if (!socket.writable || current?.headersSent === true) return void socket.destroy()
    const status = STATUS_BY_CODE[code ?? ''] ?? 400
    const requestId = randomUUID()
    log.info({ requestId, status }, 'unreadable request')
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      `Date: ${new Date().toUTCString()}`,
      'Cache-Control: no-store',
      ...lines(extraHeaders(version, requestId)),
      'Content-Length: 0',
      'Connection: close',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    socket.destroy()
  })
}

function lines(headers: Headers): readonly string[] {
  return headers.flatMap((name, i) => (i % 2 === 0 ? [`${name}: ${headers[i + 1]}`] : []))
}
