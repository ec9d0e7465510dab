/**
 * The limit of the platform: bare node:http that reads the request body, sends one of the given bodies with
 * `Content-Type` and `Content-Length`, and does nothing else.
 * Argument: a JSON file with the bodies, sent in turn.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { announce } from './announce.js'

const bodies = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as readonly string[]
let turn = 0

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const form = Buffer.concat(chunks).toString()
    const body = form === '' ? '' : (bodies[turn++ % bodies.length] ?? '')
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    }
    response.writeHead(200, headers).end(body)
  })
})
server.listen(0, '127.0.0.1', () => announce(server, ''))
