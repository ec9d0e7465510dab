/**
 * The groups of genes of an animal in a request: `base` and `others`, and which genes must be there.
 * Leaves to others: what is written under one gene (gene.ts), the order of faults (animal.ts).
 */
import type { Model, ModelLocus } from '../../../model/model.js'
import { expectedOf } from '../../../model/phenotype/read-alleles.js'
import type { ClientError } from '../../client-error.js'
import { ANIMAL, GROUP_OF_GENES } from '../accepted.js'
import { isObject, type Fields } from '../decode-fields.js'
import { geneInstead, insteadOf, missingBaseHint } from '../near-misses.js'
import { invalidField, missingField } from '../refusals.js'
import { isAbsent, isNothing } from '../values.js'

export type GroupName = ModelLocus['group']

/** The object that holds the groups. @param sent the fields beside it, for what is said when it is missing */
export function groupsOf(value: unknown, path: string, sent: Fields): Fields {
  if (isNothing(value)) {
    const hint = insteadOf(path, sent) || `: ${ANIMAL.words}`
    throw missingField(path, `${path} is required${hint}`, [ANIMAL.schema])
  }
  const holder = asObject(value)
  if (holder === undefined) throw invalidField(path, value, [ANIMAL])
  return holder
}

/** What stands under `base` or `others`; throws where `base` is missing. */
export function readGroup(model: Model, holder: Fields, name: GroupName, prefix: string): Fields {
  const value = holder[name]
  if (isAbsent(value)) {
    if (name === 'others') return {}
    const hint = missingBaseHint(model, holder, prefix) || `: ${prefix}base is ${GROUP_OF_GENES.words}`
    throw missingField(`${prefix}base`, `Base genetic information is required${hint}`, [
      GROUP_OF_GENES.schema,
    ])
  }
  const genes = asObject(value)
  if (genes !== undefined) return genes
  throw invalidField(`${prefix}${name}`, value, [GROUP_OF_GENES])
}

/** The refusal of an animal of which a gene without a wild type is left out. @param elsewhere what the other group holds */
export function missingGene(
  model: Model,
  locus: ModelLocus,
  genes: Fields,
  elsewhere: Fields,
  prefix: string,
): ClientError {
  const field = `${prefix}${locus.group}.${locus.key}`
  const where = geneInstead(model, locus, Object.keys(genes), Object.keys(elsewhere))
  return missingField(field, `${field} is required${where}`, expectedOf(locus))
}

/** Undefined where the gene is left out, as most are. What every object has under a gene's name is a function. */
export function sentUnder(genes: Fields, { key }: ModelLocus): unknown {
  const value = genes[key]
  return typeof value === 'function' ? undefined : value
}

/** Clients that cannot write an empty object send an empty array. */
export function asObject(value: unknown): Fields | undefined {
  if (Array.isArray(value) && value.length === 0) return {}
  return isObject(value) ? value : undefined
}
