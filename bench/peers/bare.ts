/**
 * The floor of the platform: bare node:http that reads the same body and sends as many bytes of the same bodies,
 * and does nothing else. `/bare` sends Content-Type and Content-Length, `/bare-headers` all of Robe's headers as constants.
 * Argument: a JSON file with the bodies, sent in turn, and the headers.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { announce } from './announce.js'

export interface BareAnswers {
  readonly bodies: readonly string[]
  readonly headers: Readonly<Record<string, string>>
}

const { bodies, headers } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BareAnswers
let turn = 0

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const asked = Buffer.concat(chunks).toString()
    const body = asked === '' ? '' : (bodies[turn++ % bodies.length] ?? '')
    const own = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    }
    response.writeHead(200, request.url === '/bare-headers' ? { ...headers, ...own } : own).end(body)
  })
})
server.listen(0, '127.0.0.1', () => announce(server, ''))
