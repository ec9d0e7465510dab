/** `coats.nextTest`: how much each genetic test, and each bundle of tests, would tell about the coats of an animal or of a cross. */
import type { Operation } from '../operation.js'
import { decodeNextTestFields } from '../read/decode-fields.js'
import { NEXT_TEST_FIELDS } from '../read/known-fields.js'
import { askNextTest, type NextTestAnswer } from './next-test.js'

export const nextTest: Operation<NextTestAnswer> = {
  id: 'coats.nextTest',
  fields: { fields: NEXT_TEST_FIELDS, animals: ['question.horse'] },
  heavy: 'always',
  decode: decodeNextTestFields,
  read: askNextTest,
}
