/** `coats.generateChild`: the coats and genotypes that the foals of two parents can have. */
import type { Operation } from '../operation.js'
import { decodeCrossFields } from '../read/decode-fields.js'
import { CROSS_FIELDS } from '../read/known-fields.js'
import type { InferredOffspring } from './inferred-offspring.js'
import { askOffspring, type OffspringAnswer } from './offspring.js'

export const generateChild: Operation<OffspringAnswer | InferredOffspring> = {
  id: 'coats.generateChild',
  fields: { fields: CROSS_FIELDS, animals: ['mother', 'father'] },
  heavy: 'varies',
  decode: decodeCrossFields,
  read: askOffspring,
  extraExamples: (animal, withOneCopy) => [
    { mother: animal, father: withOneCopy },
    { mother: withOneCopy, father: animal },
  ],
}
