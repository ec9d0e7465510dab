/**
 * NDJSON: the lines of POST /coats/batch, `{id?, op, fields}`, and of its answer, `{line, id, status, body}`.
 * Guarantees: the same lines as over HTTP; a line may leave out `op` where the command names it.
 */
import { ClientError } from '../../../operations/client-error.js'
import { picture } from '../../../operations/picture/operation.js'
import { OPERATIONS } from '../../../operations/registry.js'
import { idOf, parseLine, readCall } from '../../../service/http/batch/read-question.js'
import { jsonOf } from '../../../service/http/request/body.js'
import { errorBody } from '../../../service/http/errors.js'
import type { Format, Row } from '../row.js'

/** @param usual operation of lines that name none */
export function ndjsonFormat(usual: string | undefined): Format {
  const ids = OPERATIONS.filter((each) => each !== picture && each.isStatic !== true).map(({ id }) => id)
  let line = 0
  const read = (text: string): Row => {
    let id: string | number | undefined
    const head = (): string => `${JSON.stringify({ line, id }).slice(0, -1)},`
    try {
      const fields = parseLine(text)
      id = idOf(fields)
      const call = readCall(fields, ids, usual)
      return { head: head(), question: `[${JSON.stringify(call.op)},${jsonOf(call.fields).text}]` }
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      const fault = `"status":${error.status},"body":${JSON.stringify(errorBody(error))}`
      return { head: head(), question: { fault } }
    }
  }
  return {
    header: undefined,
    read: (text) => {
      const rows: Row[] = []
      for (const each of text.slice(0, -1).split('\n')) {
        line++
        if (each.trim() !== '') rows.push(read(each.trim()))
      }
      return rows
    },
    end: '}\n',
  }
}
