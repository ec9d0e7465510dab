/**
 * The same service on fastify: qs for the form, fastify's own validation with ajv for the request, ajv for the answer,
 * fast-json-stringify for its bytes.
 */
import Fastify from 'fastify'
import qs from 'qs'
import type { Fields } from '../../src/operations/read/decode-fields.js'
import { announce } from './announce.js'
import { admit, openParts, parseGroups, RESULT } from './same-functions.js'

const parts = await openParts()
const operation = parts.operation(RESULT)
const app = Fastify({ logger: false, bodyLimit: 16 * 1024 })

app.addContentTypeParser(
  'application/x-www-form-urlencoded',
  { parseAs: 'string' },
  (_request, body, done) => {
    try {
      done(null, parseGroups(qs.parse(String(body), { depth: 4, parameterLimit: 256 })))
    } catch (error) {
      done(error as Error)
    }
  },
)
// The contract is JSON Schema 2020-12 with the rules' slots, compiled once by ajv: the framework asks that check.
app.setValidatorCompiler(() => (fields: unknown) => {
  const fault = operation.requestFault(fields)
  return fault === undefined ? { value: fields } : { error: fault }
})
app.addHook('onRequest', async (request, reply) => {
  const admitted = await admit(parts, request.raw, reply.raw, operation.endpoint)
  if (admitted.ok) return void reply.headers(admitted.headers)
  return reply.code(admitted.status).send({ error: admitted.message })
})
app.addHook('preSerialization', async (_request, reply, body) => {
  const fault = reply.statusCode === 200 ? operation.answerFault(200, body) : undefined
  if (fault !== undefined) throw new Error(fault)
  return body
})

const genes = (group: 'base' | 'others'): object => ({
  type: 'object',
  properties: Object.fromEntries(
    parts.coats.vocabulary
      .filter((each) => each.group === group)
      .map(({ gene }) => [gene, { type: 'array', items: { type: 'string' } }]),
  ),
})
const schema = {
  body: { type: 'object' },
  response: {
    200: {
      type: 'object',
      properties: {
        base: genes('base'),
        others: genes('others'),
        translate: { type: 'string' },
        notes: {
          type: 'array',
          items: {
            type: 'object',
            properties: { code: { type: 'string' }, field: { type: 'string' }, text: { type: 'string' } },
          },
        },
      },
    },
  },
}
app.post(RESULT, { schema }, (request, reply) => {
  const { body, language } = parts.coats.result(request.body as Fields, 'en')
  void reply.header('Content-Language', language)
  return reply.send(body)
})
await app.listen({ port: 0, host: '127.0.0.1' })
announce(app.server, parts.secret)
