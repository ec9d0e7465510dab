/**
 * Whether a request says of some animal that not everything is known of it.
 * Guarantees: asks nothing of requests without the fields and signs that say so; costs them nothing that can be measured.
 */
import type { Fields } from '../../answers.js'
import { isObject } from '../../request/decode-fields.js'
import { holdsSign } from './signs.js'

/** Fields that only such requests have; a form sends the empty text for nothing. */
function says(fields: Fields, name: string): boolean {
  const value = fields[name]
  return value !== undefined && value !== null && value !== ''
}

export function isOpenHorse(fields: Fields): boolean {
  return (
    says(fields, 'untested') ||
    says(fields, 'seen') ||
    holdsSigns(fields['base']) ||
    holdsSigns(fields['others'])
  )
}

export function isOpenCross(fields: Fields): boolean {
  if (says(fields, 'untested') || says(fields, 'foals') || says(fields, 'foals_for')) return true
  return isOpenParent(fields['mother']) || isOpenParent(fields['father'])
}

export function isOpenParent(parent: unknown): boolean {
  return isObject(parent) && isOpenHorse(parent)
}

function holdsSigns(group: unknown): boolean {
  if (!isObject(group)) return false
  for (const gene in group) if (holdsSign(group[gene])) return true
  return false
}
