/** `coats.picture`: a drawing of one animal. */
import { drawHorse } from '../../picture/picture.js'
import type { Operation } from '../operation.js'
import { decodeHorseFields } from '../read/decode-fields.js'
import { PICTURE_FIELDS } from '../read/known-fields.js'
import { answerPicture } from './picture.js'

export const picture: Operation<string> = {
  id: 'coats.picture',
  fields: { fields: PICTURE_FIELDS, animals: [''] },
  decode: decodeHorseFields,
  read: (ruleset, fields, fallbackLanguage) => {
    const subject = answerPicture(ruleset, fields, fallbackLanguage)
    const { language, description, shown } = subject
    const draw = (prefix?: string): string => drawHorse(subject, prefix)
    return { kind: 'image', language, draw, description, isDrawn: shown !== undefined }
  },
  extraExamples: (animal) => [animal],
}
