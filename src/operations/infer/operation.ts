/** `coats.infer`: what follows for the animals of a pedigree from everything that is known of them. */
import type { Operation } from '../operation.js'
import { decodeInferFields } from '../read/decode-fields.js'
import { INFER_FIELDS } from '../read/known-fields.js'
import { askInfer, type InferAnswer } from './infer.js'

export const infer: Operation<InferAnswer> = {
  id: 'coats.infer',
  fields: { fields: INFER_FIELDS, animals: ['horses.<number>'] },
  heavy: 'always',
  maxBodyBytes: 64 * 1024,
  decode: decodeInferFields,
  read: askInfer,
  extraExamples: (animal, withOneCopy) =>
    [animal, withOneCopy].map((genotype) => ({
      population: 'none',
      horses: [{ id: 'animal', ...genotype }],
      ask: [{ coat: 'animal' }],
    })),
}
