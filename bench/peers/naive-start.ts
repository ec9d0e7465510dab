/**
 * The same packages loaded as most services load them: it imports all of them, parses the YAML, runs the rules and compiles
 * the contract's checks, and only then opens the port. For start-up times.
 */
import 'json-rules-engine'
import 'rate-limiter-flexible'
import 'libsql'
import 'lru-cache'
import 'ajv'
import 'ajv-formats'
import 'yaml'
import 'pino'
import 'prom-client'
import 'content-type'
import 'commander'
import 'close-with-grace'
import '@tinyhttp/app'
import { createServer } from 'node:http'
import { decodeHorseFields } from '../../src/operations/read/decode-fields.js'
import { splitForm } from '../../src/service/http/request/form.js'
import { announce } from './announce.js'
import { openParts } from './same-functions.js'

const { coats } = await openParts()
const server = createServer((request, response) => {
  let form = ''
  request.setEncoding('utf8').on('data', (text: string) => (form += text))
  request.on('end', () => {
    const { body } = coats.result(decodeHorseFields(splitForm(form)), coats.languages[0] ?? '')
    response.end(JSON.stringify(body))
  })
})
server.listen(0, '127.0.0.1', () => announce(server, ''))
