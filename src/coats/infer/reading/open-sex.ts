/**
 * The sex of an animal of which not everything is known: as it is said, or as the copies of loci on the sex chromosome tell it.
 * Guarantees: one that does not fit what is written is the client's fault.
 */
import type { ModelLocus } from '../../../model/model.js'
import { expectedOf } from '../../../model/phenotype/read-alleles.js'
import type { Sex } from '../../../rules/tables.js'
import { invalidGenes, missingField } from '../../request/refusals.js'
import { readSaid } from '../../request/sex.js'
import type { RuleBook } from '../../rule-book.js'
import type { OpenGene } from './open-gene.js'

/** A gene that a request names. */
export interface NamedGene {
  readonly locus: ModelLocus
  readonly field: string
  readonly value: unknown
  readonly gene: OpenGene
}

/** Where no such locus is named it does not matter, whatever is said. */
export function sexSaid(said: unknown): Sex | undefined {
  return said === 'female' || said === 'male' ? said : undefined
}

export function sexOf({ model }: RuleBook, named: readonly NamedGene[], said: unknown, prefix: string): Sex {
  const ofOne: Sex = model.sexes?.heterogametic ?? 'male'
  const ofTwo: Sex = ofOne === 'male' ? 'female' : 'male'
  const told = named.flatMap(({ gene }) =>
    gene.copies === undefined ? [] : [gene.copies === 1 ? ofOne : ofTwo],
  )
  const sex = readSaid(said) ?? told[0]
  if (sex === undefined) {
    const genes = named.map(({ locus }) => locus.key).join(' and ')
    throw missingField(
      `${prefix}sex`,
      `${prefix}sex is required: what is said of ${genes} does not tell it`,
      ['f', 'm'],
    )
  }
  for (const { gene, locus, field, value } of named) {
    const wanted = sex === ofOne ? 1 : 2
    if (gene.copies === undefined || gene.copies === wanted) continue
    throw invalidGenes(
      `Invalid genetic combination at ${field}: ${locus.key} lies on chromosome ${locus.source.chromosome}, and a ${sex} has ${wanted === 1 ? 'one copy of it: write one item' : 'two copies of it: write two items'}`,
      field,
      value,
      expectedOf(locus).filter((each) => Array.isArray(each) && each.length === wanted),
    )
  }
  return sex
}
