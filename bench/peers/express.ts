/**
 * The same service on express 5 with express-openapi-validator: its own form parser (qs), its security handler for the
 * key, its validation of requests and answers against the same document.
 */
import { createServer } from 'node:http'
import express, { type NextFunction, type Request, type Response } from 'express'
import { middleware } from 'express-openapi-validator'
import type { Fields } from '../../src/operations/read/decode-fields.js'
import { announce } from './announce.js'
import { admit, openParts, parseGroups, RESULT } from './same-functions.js'

type Document = Extract<Parameters<typeof middleware>[0]['apiSpec'], object>
type Bodies = Record<string, { post?: { requestBody: { content: Record<string, unknown> } } }>

const parts = await openParts()
const document = structuredClone(parts.contract.document)
// Groups are parsed before validation, so that forms are validated against the JSON schema, as in the other peers.
for (const { post } of Object.values(document['paths'] as Bodies))
  if (post !== undefined)
    post.requestBody.content['application/x-www-form-urlencoded'] =
      post.requestBody.content['application/json']
const { endpoint } = parts.operation(RESULT)
const app = express()
app.disable('x-powered-by')
app.use(express.urlencoded({ extended: true, limit: '16kb' }))
app.use(express.json({ limit: '16kb' }))
app.use((request: Request, _response: Response, next: NextFunction) => {
  request.body = parseGroups((request.body ?? {}) as Record<string, unknown>)
  next()
})
app.use(async (request: Request, response: Response, next: NextFunction) => {
  const admitted = await admit(parts, request, response, endpoint)
  if (admitted.ok) {
    response.set(admitted.headers)
    next()
  } else response.status(admitted.status).json({ error: admitted.message })
})
app.use(
  middleware({
    apiSpec: document as unknown as Document,
    validateRequests: true,
    validateResponses: true,
    // The key was checked above, by the same function as in the other peers.
    validateSecurity: false,
    validateApiSpec: false,
  }),
)
app.post(RESULT, (request: Request, response: Response) => {
  const { body, language } = parts.coats.result(request.body as Fields, 'en')
  response.set('Content-Language', language).json(body)
})
app.use((error: Error & { status?: number }, _request: Request, response: Response, _next: NextFunction) => {
  response.status(error.status ?? 500).json({ error: error.message })
})
const server = createServer(app)
server.listen(0, '127.0.0.1', () => announce(server, parts.secret))
