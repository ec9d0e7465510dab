/** `coats.generateChild`: the coats and genotypes that the foals of two parents can have. */
import { askOpenCross, type OpenCrossAnswer } from '../infer/open-cross.js'
import type { Operation } from '../operation.js'
import { decodeCrossFields } from '../read/decode-fields.js'
import { CROSS_FIELDS } from '../read/known-fields.js'
import { isOpenCross } from '../read/partly/is-open.js'
import { askOffspring, type OffspringAnswer } from './offspring.js'

export const generateChild: Operation<OffspringAnswer | OpenCrossAnswer> = {
  id: 'coats.generateChild',
  fields: { fields: CROSS_FIELDS, animals: ['mother', 'father'] },
  heavy: 'varies',
  decode: decodeCrossFields,
  read: (book, fields, language) => {
    if (!isOpenCross(fields)) return { kind: 'rows', ...askOffspring(book, fields, language) }
    const asked = askOpenCross(book, fields, language)
    return { kind: 'job', language: asked.language, run: asked.make }
  },
  ownExamples: (animal, withOneCopy) => [
    { mother: animal, father: withOneCopy },
    { mother: withOneCopy, father: animal },
  ],
}
