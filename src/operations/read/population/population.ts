/**
 * Reads the field `population`: a population of the rule set, a client's own figures, or `none` for bounds.
 * Guarantees: who leaves it out where it is needed learns what there is.
 * Leaves to others: the client's own figures (own-figures.ts).
 */
import type { Model } from '../../../model/model.js'
import type { Population } from '../../../model/population.js'
import type { ClientError } from '../../client-error.js'
import { fromJsonText, isObject } from '../decode-fields.js'
import { faultAt, invalidField, missingField } from '../refusals.js'
import { isAbsent } from '../values.js'
import { ownPopulation } from './client-figures.js'

export const NO_POPULATION = 'none'
/** Populations by name, and `none`. */
function populationsOf({ populations }: Model): readonly string[] {
  return [...populations.keys(), NO_POPULATION]
}

/** Throws ClientError. @returns undefined for bounds */
export function readPopulation(model: Model, written: unknown): Population | undefined {
  const value = fromJsonText(written)
  if (isAbsent(value)) throw missingPopulation(model)
  if (value === NO_POPULATION) return undefined
  const known = typeof value === 'string' ? model.populations.get(value) : undefined
  if (known !== undefined) return known
  if (!isObject(value)) throw invalidField('population', written, [...populationsOf(model), OWN_SHAPE])
  return ownPopulation(model, value)
}

/** Where a file or a page names no population: a convention that extends nothing, if the rules have one. */
export function usualPopulation({ populations }: Model): string | undefined {
  return [...populations.values()].find(
    ({ convention, extended }) => convention !== undefined && extended === undefined,
  )?.key
}

const OWN_SHAPE = 'an object with loci'

function missingPopulation(model: Model): ClientError {
  const names = [...model.populations.keys(), 'figures of your own'].join(', ')
  return missingField(
    'population',
    `population is required for what is not known: ${names}, or ${NO_POPULATION} for bounds`,
    populationsOf(model),
  )
}

/** Several foals are no coats, and have no bounds. */
export function refuseUnbounded({ populations }: Model): ClientError {
  const names = [...populations.keys(), OWN_SHAPE]
  return faultAt(
    'population',
    NO_POPULATION,
    `population cannot be ${NO_POPULATION} for several foals of parents of which something is not known, since there are no bounds of them: send ${names.join(', ')}`,
    names,
  )
}
