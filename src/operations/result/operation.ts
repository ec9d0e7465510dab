/** `coats.result`: the name of one animal's coat, with the reasons when they are asked for. */
import type { Operation } from '../operation.js'
import { decodeHorseFields } from '../read/decode-fields.js'
import { RESULT_FIELDS } from '../read/known-fields.js'
import type { InferredResult } from './inferred-result.js'
import { askResult, type ResultAnswer } from './result.js'

export const result: Operation<ResultAnswer | InferredResult> = {
  id: 'coats.result',
  fields: { fields: RESULT_FIELDS, animals: [''] },
  decode: decodeHorseFields,
  read: askResult,
  extraExamples: (animal) => [animal],
}
