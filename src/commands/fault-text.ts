/**
 * A client's fault as the command line tells it: the sentence, the field, the value, what was expected.
 */
import type { ContractError } from '../coats/contract-error.js'

export function faultText(error: ContractError): string {
  const { details } = error
  if (details === undefined) return error.message
  const expected = details.expected.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
  return [
    error.message,
    `  field:    ${details.field}`,
    `  value:    ${JSON.stringify(details.value)}`,
    ...(expected.length === 0 ? [] : [`  expected: ${expected.join(', ')}`]),
  ].join('\n')
}
