/**
 * How much a request says of an animal, found from its fields before they are read.
 * Guarantees: the kind that `readAnimal` gives the animal (animal.ts), wherever it does not refuse it.
 */
import type { ClientError } from '../client-error.js'
import { isObject, type Fields } from './decode-fields.js'
import { holdsSign } from './genes/unknown-alleles.js'
import { faultAt, invalidField } from './refusals.js'
import { isSent } from './values.js'

/** All of its genes are known; all of them, and a coat was observed; or some gene is not known. */
export type AnimalKind = 'genotyped' | 'observed' | 'partlyTested'

/** @param animal the object that holds `base` */
export function kindOf(animal: unknown): AnimalKind {
  if (!isObject(animal)) return 'genotyped'
  if (isSent(animal, 'untested') || holdsSigns(animal['base']) || holdsSigns(animal['others']))
    return 'partlyTested'
  return isSent(animal, 'seen') ? 'observed' : 'genotyped'
}

function holdsSigns(group: unknown): boolean {
  return isObject(group) && Object.values(group).some(holdsSign)
}

/** `untested=population`: genes that are left out were not tested. Throws ClientError for another word. */
export function readUntested(fields: Fields, prefix: string): boolean {
  if (!isSent(fields, 'untested')) return false
  if (fields['untested'] === 'population') return true
  throw invalidField(`${prefix}untested`, fields['untested'], ['population'])
}

/** Why coats are inferred. */
export type InferenceReason = Exclude<AnimalKind, 'genotyped'> | 'severalFoals'

const WHERE: Readonly<Record<InferenceReason, string>> = {
  partlyTested: 'where something is not known of an animal',
  observed: 'where it is said what was seen',
  severalFoals: 'where several foals are asked for',
}

/** The refusal of an option that has no meaning where coats are inferred. @param instead what it may be */
export function refuseInferred(
  fields: Fields,
  field: string,
  instead: string,
  reason: InferenceReason,
): ClientError {
  const what = `${field} cannot be asked for ${WHERE[reason]}: leave it out`
  return faultAt(field, fields[field], what, [`${instead}, ${WHERE[reason]}`])
}
