/**
 * Priors: how frequent each copy of a locus is among founders, as a population states it.
 * Guarantees: a locus that nobody was tested at and no population has figures for is wild type in everybody.
 */
import type { Copy } from '../../genetics/locus.js'
import { isAssumed, type Population, type Ratio } from '../../model/population.js'
import { ALL, NOTHING } from '../../model/ratio.js'
import type { ModelLocus } from '../../model/model.js'
import { isMissing, type LocusCopies } from './copies.js'

/**
 * The frequency of a copy. One that a convention assumes to be absent unless facts imply it has an order: its frequency is
 * that power of an infinitesimal number (network/lowest-order.ts).
 */
export interface Prior extends Ratio {
  /** RARE or a little less for each variant that is not usual, 1 for each usual one. Absent: 0. */
  readonly order?: number
}

/** By locus, then by place of the copy; undefined where nothing is stated. */
export type Priors = readonly (readonly Prior[] | undefined)[]

/** More than all usual variants that a question can hold. */
const RARE = 1_000_000

export function priorsOf(copies: readonly LocusCopies[], population: Population | undefined): Priors {
  return copies.map((own) => priorAt(own, population))
}

/** At one locus. */
export function priorAt(
  { locus, isFixed, copies }: LocusCopies,
  population: Population | undefined,
): Priors[number] {
  const wildType = (): readonly Ratio[] =>
    copies.map((copy) => (copy.length === 1 && copy[0] === locus.wildType ? ALL : NOTHING))
  if (isFixed) return wildType()
  const stated = population?.loci.get(locus.index)
  const byText = new Map((stated ?? []).map(({ copy, best }) => [copy.join(), best]))
  if (population !== undefined && isAssumed(population, locus.index)) {
    if (stated === undefined && locus.wildType === null) return undefined
    const wild = String(locus.wildType)
    return copies.map((copy) => {
      if (stated === undefined)
        return copy.join() === wild ? ALL : { ...ALL, order: orderOf(population, locus, copy) }
      return byText.get(copy.join()) ?? { ...ALL, order: RARE }
    })
  }
  if (stated === undefined)
    return population?.others === 'wild-type' && locus.wildType !== null ? wildType() : undefined
  return copies.map((copy) => byText.get(copy.join()) ?? NOTHING)
}

/**
 * A variant that always accompanies another one counts nothing beside it, and a little less than other variants without it: a test
 * that names only the companion does not suggest the variant it accompanies.
 */
function orderOf(
  { convention }: Population,
  { index, wildType, alwaysWith = new Map<number, readonly number[]>() }: ModelLocus,
  copy: Copy,
): number {
  const usual = convention?.usual.get(index) ?? []
  const companions = new Set([...alwaysWith.values()].flat())
  const implied = new Set(copy.flatMap((allele) => alwaysWith.get(allele) ?? []))
  const orders = copy.map((allele) => {
    if (allele === wildType || implied.has(allele)) return 0
    if (usual.includes(allele)) return 1
    return companions.has(allele) ? RARE - 1 : RARE
  })
  return orders.reduce((sum, order) => sum + order, 0)
}

/** Whether some copy is assumed to be absent unless facts imply it. */
export function hasOrders(prior: Priors[number]): boolean {
  return (prior ?? []).some(({ order = 0 }) => order > 0)
}

/** Whether a founder can have the copy without being implied: its prior is not 0, and it is not assumed to be absent. */
export function isUnforced(place: LocusCopies, prior: Priors[number], copy: number): boolean {
  return hasPrior(place, prior, copy) && (isMissing(place, copy) || (prior?.[copy]?.order ?? 0) === 0)
}

/** Whether a founder can have the copy: its prior is not 0. That there is no copy needs no prior. */
export function hasPrior(place: LocusCopies, prior: Priors[number], copy: number): boolean {
  return isMissing(place, copy) || prior?.[copy]?.numerator !== 0n
}

/** Whether more than one copy of a locus has a prior above 0. */
export function isVaried(prior: Priors[number]): boolean {
  return (prior ?? []).filter(({ numerator }) => numerator !== 0n).length > 1
}
