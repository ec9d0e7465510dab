/**
 * Priors: how frequent each copy of a locus is among founders, as a population states it.
 * Guarantees: a locus that nobody was tested at and no population has figures for is wild type in everybody.
 */
import type { Population, Ratio } from '../../model/population.js'
import { ALL, NOTHING } from '../../model/ratio.js'
import { isMissing, type LocusCopies } from './copies.js'

/** By locus, then by place of the copy; undefined where nothing is stated. */
export type Priors = readonly (readonly Ratio[] | undefined)[]

export function priorsOf(copies: readonly LocusCopies[], population: Population | undefined): Priors {
  return copies.map((own) => priorAt(own, population))
}

/** At one locus. */
export function priorAt(
  { locus, isFixed, copies }: LocusCopies,
  population: Pick<Population, 'loci' | 'others'> | undefined,
): Priors[number] {
  const wildType = (): readonly Ratio[] =>
    copies.map((copy) => (copy.length === 1 && copy[0] === locus.wildType ? ALL : NOTHING))
  if (isFixed) return wildType()
  const stated = population?.loci.get(locus.index)
  if (stated === undefined)
    return population?.others === 'wild-type' && locus.wildType !== null ? wildType() : undefined
  const byText = new Map(stated.map(({ copy, best }) => [copy.join(), best]))
  return copies.map((copy) => byText.get(copy.join()) ?? NOTHING)
}

/** Whether a founder can have the copy: its prior is not 0. That there is no copy needs no prior. */
export function hasPrior(place: LocusCopies, prior: Priors[number], copy: number): boolean {
  return isMissing(place, copy) || prior?.[copy]?.numerator !== 0n
}

/** Whether more than one copy of a locus has a prior above 0. */
export function isVaried(prior: Priors[number]): boolean {
  return (prior ?? []).filter(({ numerator }) => numerator !== 0n).length > 1
}
