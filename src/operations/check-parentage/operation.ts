/** `coats.checkParentage`: whether an animal can be the offspring of a mother, a father or both, and which facts exclude it. */
import type { Operation } from '../operation.js'
import { decodeParentageFields } from '../read/decode-fields.js'
import { PARENTAGE_FIELDS } from '../read/known-fields.js'
import { answerParentage, type ParentageAnswer } from './answer.js'
import { readParentage } from './question.js'

export const checkParentage: Operation<ParentageAnswer> = {
  id: 'coats.checkParentage',
  fields: { fields: PARENTAGE_FIELDS, animals: ['foal', 'mother', 'father'] },
  heavy: 'always',
  decode: decodeParentageFields,
  read: (ruleset, fields, fallbackLanguage) => {
    const question = readParentage(ruleset, fields, fallbackLanguage)
    return { kind: 'job', run: () => answerParentage(ruleset, question), language: question.language }
  },
  extraExamples: (animal, withOneCopy) => [
    { foal: animal, mother: animal, father: withOneCopy },
    { foal: withOneCopy, father: animal },
  ],
}
