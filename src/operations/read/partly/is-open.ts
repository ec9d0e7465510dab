/**
 * Whether a request says of some animal that not everything is known of it: by the signs `?`, `|`, `!`, or by fields.
 * Guarantees: nothing else says so, so that a request without them is answered as it always was, and pays nothing that can be
 * measured.
 */
import type { ContractError } from '../../contract-error.js'
import { isObject, type Fields } from '../decode-fields.js'
import { isNothing } from '../horse.js'
import { faultAt } from '../refusals.js'

/** Whether what is written under one gene holds a sign. No allele's spelling has one of them. */
export function holdsSign(value: unknown): boolean {
  return Array.isArray(value) && value.some((item) => typeof item === 'string' && /[?|!]/.test(item))
}

/** Not tested at all. */
export function isUntested(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((item) => item === '?')
}

/** @param horse the object that holds `base`; anything else is not open */
export function isOpenHorse(horse: unknown): boolean {
  return leavesOpen(horse) || (isObject(horse) && says(horse, 'seen'))
}

/** Whether some gene is not known: of an animal that was only seen as well as tested all may be. */
export function leavesOpen(horse: unknown): boolean {
  if (!isObject(horse)) return false
  return says(horse, 'untested') || holdsSigns(horse['base']) || holdsSigns(horse['others'])
}

export function isOpenCross(fields: Fields): boolean {
  if (says(fields, 'untested') || says(fields, 'foals') || says(fields, 'foals_for')) return true
  return isOpenHorse(fields['mother']) || isOpenHorse(fields['father'])
}

/** Where an option has no meaning though all of an animal is known. */
export const SEEN = 'where it is said what was seen'

/**
 * The refusal of an option that only animals have of which all is known.
 * @param instead what it may be @param where the option has no meaning
 */
export function notWhereOpen(
  fields: Fields,
  field: string,
  instead: string,
  where = 'where something is not known of an animal',
): ContractError {
  const what = `${field} cannot be asked for ${where}: leave it out`
  return faultAt(field, fields[field], what, [`${instead}, ${where}`])
}

export function says(fields: Fields, name: string): boolean {
  return !isUnsaid(fields[name])
}

/** A form sends the empty text for nothing. */
export function isUnsaid(value: unknown): boolean {
  return isNothing(value) || value === ''
}

function holdsSigns(group: unknown): boolean {
  return isObject(group) && Object.values(group).some(holdsSign)
}
