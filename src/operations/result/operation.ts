/** `coats.result`: the name of one animal's coat, with the reasons when they are asked for. */
import { askOpenResult, type OpenResultAnswer } from '../infer/open-result.js'
import type { Operation } from '../operation.js'
import { decodeHorseFields } from '../read/decode-fields.js'
import { RESULT_FIELDS } from '../read/known-fields.js'
import { isOpenHorse } from '../read/partly/is-open.js'
import { answerResult, type ResultAnswer } from './result.js'

export const result: Operation<ResultAnswer | OpenResultAnswer> = {
  id: 'coats.result',
  fields: { fields: RESULT_FIELDS, animals: [''] },
  decode: decodeHorseFields,
  read: (book, fields, language) => {
    if (!isOpenHorse(fields)) return { kind: 'value', ...answerResult(book, fields, language) }
    const asked = askOpenResult(book, fields, language)
    return { kind: 'job', language: asked.language, run: asked.make }
  },
  ownExamples: (animal) => [animal],
}
