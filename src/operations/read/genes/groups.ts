/**
 * Reads the groups of genes of an animal: `base` and `others`, and refuses missing groups and genes.
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

/** The object with the groups. Throws ClientError. @param sent the fields beside it, for the message if it is missing */
export function groupsOf(value: unknown, path: string, sent: Fields): Fields {
  if (isNothing(value)) {
    const hint = insteadOf(path, sent) || `: ${ANIMAL.words}`
    throw missingField(path, `${path} is required${hint}`, [ANIMAL.schema])
  }
  const holder = asObject(value)
  if (holder === undefined) throw invalidField(path, value, [ANIMAL])
  return holder
}

/** The genes under `base` or `others`. Throws ClientError if `base` is missing. */
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

/** The error for a missing gene without a wild type. @param elsewhere genes of the other group */
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

/** The value sent for a gene; undefined if left out. Functions are inherited from Object.prototype, not sent. */
export function sentUnder(genes: Fields, { key }: ModelLocus): unknown {
  const value = genes[key]
  return typeof value === 'function' ? undefined : value
}

/** The value as an object. An empty array counts as an empty object, because PHP encodes one so. */
export function asObject(value: unknown): Fields | undefined {
  if (Array.isArray(value) && value.length === 0) return {}
  return isObject(value) ? value : undefined
}
