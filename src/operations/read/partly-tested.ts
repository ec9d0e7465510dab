/**
 * Tells genotyped, observed and partly tested animals apart from their raw fields, before these are parsed.
 * Guarantees: agrees with `readAnimal` (animal.ts) on every animal that it accepts.
 */
import type { ClientError } from '../client-error.js'
import { isObject, type Fields } from './decode-fields.js'
import { holdsSign } from './genes/unknown-alleles.js'
import { faultAt, invalidField } from './refusals.js'
import { isSent } from './values.js'

/** Complete genotype; complete genotype and an observed coat; or at least one unknown allele. */
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

/** `untested=population`: genes that are left out were not tested. Throws ClientError for any other value. */
export function readUntested(fields: Fields, prefix: string): boolean {
  if (!isSent(fields, 'untested')) return false
  if (fields['untested'] === 'population') return true
  throw invalidField(`${prefix}untested`, fields['untested'], ['population'])
}

/** Why coats are inferred. */
export type InferenceReason = Exclude<AnimalKind, 'genotyped'> | 'severalFoals'

/** As the message says it, and as `details.expected` does. */
const WHERE: Readonly<Record<InferenceReason, readonly [message: string, expected: string]>> = {
  partlyTested: ['for a partly tested animal', 'where something is not known of an animal'],
  observed: ['for an animal with an observed coat (seen)', 'where it is said what was seen'],
  severalFoals: ['for several foals', 'where several foals are asked for'],
}

/** The refusal of an option that inferred answers do not have. @param instead the value it may have */
export function refuseInferred(
  fields: Fields,
  field: string,
  instead: string,
  reason: InferenceReason,
): ClientError {
  const [forMessage, expected] = WHERE[reason]
  const what = `${field} is not available ${forMessage}: leave it out`
  return faultAt(field, fields[field], what, [`${instead}, ${expected}`])
}
