/** `coats.chooseMate`: which mates give wanted coats, for one animal or for a herd, and which genotypes a mate would need. */
import type { Operation } from '../operation.js'
import { decodeMateFields } from '../read/decode-fields.js'
import { MATE_FIELDS } from '../read/known-fields.js'
import { answerMates, type MateAnswer } from './answer.js'
import { readMates } from './question.js'

export const chooseMate: Operation<MateAnswer> = {
  id: 'coats.chooseMate',
  fields: { fields: MATE_FIELDS, animals: ['horse', 'candidates.<number>'] },
  heavy: 'always',
  extraExamples: (animal, withOneCopy, token) =>
    (['f', 'm'] as const).map((sex) => ({
      horse: { ...(sex === 'f' ? animal : withOneCopy), sex },
      candidates: [{ id: 'mate', ...(sex === 'f' ? withOneCopy : animal) }],
      wanted: token,
    })),
  maxBodyBytes: 256 * 1024,
  decode: decodeMateFields,
  read: (ruleset, fields, fallbackLanguage) => {
    const question = readMates(ruleset, fields, fallbackLanguage)
    return { kind: 'job', run: () => answerMates(ruleset, question), language: question.language }
  },
}
