/**
 * How frequent copies are among animals of which nothing is known, by locus and by the place of a copy.
 */
import type { Population, Ratio } from '../../model/population.js'
import type { LocusCopies } from './copies.js'

/** By locus, then by copy; undefined where nothing is stated. */
export type Priors = readonly (readonly Ratio[] | undefined)[]

const NONE: Ratio = { numerator: 0n, denominator: 1n }
const ALL: Ratio = { numerator: 1n, denominator: 1n }

export function priorsOf(copies: readonly LocusCopies[], population: Population | undefined): Priors {
  return copies.map(({ locus, isOpen, copies: own }) => {
    const wild = own.map((copy) => (copy.length === 1 && copy[0] === locus.wildType ? ALL : NONE))
    if (!isOpen) return wild
    const stated = population?.loci.get(locus.index)
    if (stated === undefined) {
      return population?.others === 'wild-type' && locus.wildType !== null ? wild : undefined
    }
    const byText = new Map(stated.map(({ copy, best }) => [copy.join(), best]))
    return own.map((copy) => byText.get(copy.join()) ?? NONE)
  })
}
