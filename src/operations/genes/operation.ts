/** `coats.genes`: the catalogue of genes and alleles that requests may name. */
import type { Operation } from '../operation.js'
import { answerGenes, type GenesAnswer } from './genes.js'

export const genes: Operation<GenesAnswer> = {
  id: 'coats.genes',
  fields: { fields: { lang: 'value' }, animals: [] },
  isStatic: true,
  decode: (raw) => raw,
  read: (ruleset, fields, language) => ({ kind: 'value', ...answerGenes(ruleset, fields, language) }),
}
