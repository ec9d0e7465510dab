/**
 * Questions about parentages to the shipped rules, and random ones with all their facts.
 */
import { ClientError } from '../../../src/operations/client-error.js'
import type { ParentageAnswer } from '../../../src/operations/check-parentage/answer.js'
import { shippedCoats } from '../../http/service.js'

export const coats = await shippedCoats()

export function checked(fields: object): ParentageAnswer {
  return coats.answer('coats.checkParentage', { lang: 'en', ...fields }, 'en') as ParentageAnswer
}

/** The error of a question that must be refused. */
export function refused(fields: object): ClientError {
  try {
    checked(fields)
  } catch (error) {
    if (error instanceof ClientError) return error
    throw error
  }
  throw new Error('it was answered')
}
