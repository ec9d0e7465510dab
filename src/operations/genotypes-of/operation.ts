/** `coats.genotypesOf`: the genotypes of every coat that a name can mean. */
import type { Operation } from '../operation.js'
import { GENOTYPES_OF_FIELDS } from '../read/known-fields.js'
import { askGenotypesOf, type GenotypesOfAnswer } from './genotypes-of.js'

export const genotypesOf: Operation<GenotypesOfAnswer> = {
  id: 'coats.genotypesOf',
  fields: { fields: GENOTYPES_OF_FIELDS, animals: [] },
  heavy: 'always',
  decode: (raw) => raw,
  read: askGenotypesOf,
}
