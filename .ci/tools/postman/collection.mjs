/**
 * A Postman collection of the served openapi.json, as Postman imports it, with each example a request of its own.
 * Guarantees: every example of a body stands in it, as JSON and as a form, with the answer that the document shows, and
 * every operation with the faults that any client can cause.
 * Leaves to others: writing and running it (run.mjs).
 */
import { promisify } from 'node:util'
import converter from 'openapi-to-postmanv2'

const SETTINGS = {
  folderStrategy: 'Tags',
  parametersResolution: 'Example',
  // Else a made-up ETag and a made-up language are sent.
  enableOptionalParameters: false,
  includeAuthInfoInExample: false,
}

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/** What turns a request into the fault of that status. */
const FAULTS = {
  401: (request) => ({ ...request, auth: { type: 'noauth' } }),
  404: (request) => ({ ...request, url: { ...request.url, path: ['nowhere'] } }),
  405: (request) => ({ ...request, method: 'DELETE' }),
  415: (request) => ({ ...request, header: [{ key: 'Content-Type', value: 'text/plain' }] }),
}

/** @param document the parsed openapi.json */
export async function collectionOf(document) {
  const told = await promisify(converter.convertV2)(
    { type: 'string', data: JSON.stringify(document) },
    SETTINGS,
  )
  if (!told.result) throw new Error(told.reason)
  const collection = told.output[0].data
  for (const folder of collection.item)
    folder.item = folder.item
      .filter(({ request }) => takesFields(operationOf(request, document)))
      .map((item) => ({ name: item.name, item: requestsOf(item, document) }))
  return collection
}

/** What the collection leaves open. */
export const environmentOf = (baseUrl, apiKey) => ({
  name: 'Robe',
  values: [
    { key: 'baseUrl', value: baseUrl },
    { key: 'apiKey', value: apiKey, type: 'secret' },
  ],
})

const operationOf = ({ url, method }, document) =>
  document.paths[`/${url.path.join('/')}`][method.toLowerCase()]

/** A batch takes lines, of which the document has no example. */
const takesFields = ({ requestBody }) => requestBody === undefined || JSON_TYPE in requestBody.content

function requestsOf({ request, response }, document) {
  const operation = operationOf(request, document)
  const forms = Object.entries(operation.requestBody?.content[FORM].examples ?? {})
  const examples = Object.values(operation.requestBody?.content[JSON_TYPE].examples ?? {})
  // A picture stands in no example, so that there is no answer whose request could be taken.
  const isJson = JSON_TYPE in (operation.responses[200].content ?? {})
  const answers = isJson
    ? response.filter(({ code }) => code === 200)
    : examples.map(({ value }) => ({ originalRequest: { body: asJson(value) } }))
  if (forms.length > 0 && forms.length !== answers.length)
    throw new Error(`${request.name}: an example was lost`)
  return [
    ...(forms.length === 0 ? [asked('as it is', request, 200)] : []),
    ...forms.flatMap(([, { summary, value }], index) => {
      const { originalRequest, body } = answers[index]
      const json = { ...request, body: originalRequest.body }
      return [
        asked(`JSON: ${summary}`, json, 200, body),
        asked(`form: ${summary}`, asForm(request, value), 200, body),
      ]
    }),
    ...response
      .filter(({ code }) => code in FAULTS)
      .map(({ code, name }) => asked(name, FAULTS[code](request), code)),
  ]
}

const asJson = (value) => ({
  mode: 'raw',
  raw: JSON.stringify(value),
  options: { raw: { language: 'json' } },
})

const asForm = (request, fields) => ({
  ...request,
  header: [{ key: 'Content-Type', value: FORM }],
  body: { mode: 'urlencoded', urlencoded: Object.entries(fields).map(([key, value]) => ({ key, value })) },
})

/** @param body the JSON text that must come back, when the document shows it */
function asked(name, request, status, body) {
  const exec = [
    `pm.test('status ${status}', () => pm.response.to.have.status(${status}))`,
    body && `pm.test('the example answer', () => pm.expect(pm.response.json()).to.eql(${body}))`,
  ].filter(Boolean)
  return { name, request, event: [{ listen: 'test', script: { type: 'text/javascript', exec } }] }
}
