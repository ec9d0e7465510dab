/**
 * The same service on tinyhttp with all of its extensions: qs for the form, ajv for both validations, JSON.stringify of
 * whole answers.
 */
import { App, type Request, type Response } from '@tinyhttp/app'
import qs from 'qs'
import type { Fields } from '../../src/operations/read/decode-fields.js'
import { announce } from './announce.js'
import { admit, CHILD, openParts, parseGroups, RESULT } from './same-functions.js'

const parts = await openParts()
const app = new App()

const bodyOf = async (request: Request): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function serve(path: string, answer: (fields: Fields) => { body: unknown; language: string }): void {
  const operation = parts.operation(path)
  app.post(path, async (request: Request, response: Response) => {
    const admitted = await admit(parts, request, response, operation.endpoint)
    if (!admitted.ok) return void response.status(admitted.status).json({ error: admitted.message })
    const fields = parseGroups(qs.parse(await bodyOf(request), { depth: 4, parameterLimit: 256 }))
    const fault = operation.requestFault(fields)
    if (fault !== undefined) return void response.status(400).json({ error: fault.message })
    const { body, language } = answer(fields)
    const own = operation.answerFault(200, body)
    if (own !== undefined) throw new Error(own)
    const text = JSON.stringify(body)
    response.set({
      ...admitted.headers,
      'Content-Language': language,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(text)),
    })
    response.status(200).end(text)
  })
}

serve(RESULT, (fields) => parts.coats.result(fields, 'en'))
serve(CHILD, (fields) => parts.coats.offspring(fields, 'en'))
const server = app.listen(0, () => announce(server, parts.secret), '127.0.0.1')
