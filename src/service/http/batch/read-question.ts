/**
 * Reads one line of a batch: `{"id": …, "op": …, "fields": {…}}`.
 * Guarantees: faults name the place, the value and what was expected, as those of a single request do.
 */
import { mayCall } from '../../../access/endpoints.js'
import type { KeyRecord } from '../../../access/ports.js'
import { nearest } from '../../../common/nearest.js'
import { ClientError } from '../../../operations/client-error.js'
import { isObject, type Fields } from '../../../operations/read/decode-fields.js'
import { faultAt, invalidField, missingField, strangeWord } from '../../../operations/read/refusals.js'
import { jsonOf, parseJson, type Body } from '../request/body.js'
import type { Endpoint } from '../routes.js'

/** A question of a batch: the endpoint and the body that a request of its own would have. */
export interface LineQuestion {
  readonly endpoint: Endpoint
  readonly body: Body
}

const FIELDS: readonly string[] = ['id', 'op', 'fields']

/** Longer ids would be repeated in the answer without use. */
const MAX_ID_LENGTH = 200

/** The JSON object of a line. Throws ClientError 400. */
export function parseLine(text: string): Fields {
  return parseJson(text, 'line')
}

/** The line's id; undefined if it has none. Throws ClientError 400. */
export function idOf({ id }: Fields): string | number | undefined {
  const isText = typeof id === 'string' && id.length <= MAX_ID_LENGTH
  if (id === undefined || isText || Number.isFinite(id)) return id as string | number | undefined
  throw invalidField('id', id, [`a number or a text of at most ${MAX_ID_LENGTH} characters`])
}

/**
 * @param endpoints that a batch can run, by their ids @param key which must be allowed to call the endpoint
 * Throws ClientError 400 or 403.
 */
export function readQuestion(
  line: Fields,
  endpoints: ReadonlyMap<string, Endpoint>,
  key: KeyRecord,
): LineQuestion {
  const { op, fields } = readCall(line, [...endpoints.keys()])
  const endpoint = endpoints.get(op) as Endpoint
  if (!mayCall(endpoint.operation.endpoint, key.allowedEndpoints))
    throw new ClientError(
      'AUTH_ACCESS_DENIED',
      `The API key has no access to this endpoint, ${endpoint.operation.endpoint}. /coats/api-info lists those it has.`,
    )
  return { endpoint, body: jsonOf(fields) }
}

/**
 * The operation and the fields of a line. @param ids of the operations that a batch can run @param usual of lines that name none
 * Throws ClientError 400.
 */
export function readCall(
  line: Fields,
  ids: readonly string[],
  usual?: string,
): { readonly op: string; readonly fields: Fields } {
  const stranger = Object.keys(line).find((name) => !FIELDS.includes(name))
  if (stranger !== undefined) throw strangerField(stranger, line[stranger])
  const { op = usual, fields = {} } = line
  if (op === undefined) throw missingField('op', `op is missing: ${ids.join(', ')}`, ids)
  if (typeof op !== 'string' || !ids.includes(op))
    throw strangeWord('op', `${JSON.stringify(op)} is not an operation of a batch`, ids, op)
  if (!isObject(fields)) throw invalidField('fields', fields, ['an object'])
  return { op, fields }
}

/** A field beside `fields` probably belongs inside it. */
function strangerField(name: string, value: unknown): ClientError {
  const near = nearest(name, FIELDS)
  const how =
    near === undefined
      ? 'fields of the operation belong inside "fields"'
      : `did you mean ${JSON.stringify(near)}?`
  return faultAt(name, value, `A line of a batch has no field ${JSON.stringify(name)}: ${how}`, FIELDS)
}
