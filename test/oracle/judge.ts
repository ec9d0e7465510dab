/**
 * Holds an answer against brute force: same genotypes, same order, same percentages, honest flag.
 * Guarantees: throws an Error that names the first difference, as fast-check wants it.
 */
import Fraction from 'fraction.js'
import type { OffspringAnswer } from '../../src/operations/generate-child/offspring.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import { percent, textOf, type Expected } from './brute-force.js'
import { fieldsOf, type RandomCross } from './random-parents.js'
import { answerOffspring } from '../support/exact-answers.js'

export function askCross(
  ruleset: Ruleset,
  { mother, father }: RandomCross,
  further: Readonly<Record<string, unknown>> = {},
): OffspringAnswer {
  const kit_linkage = { mother: mother.declared, father: father.declared }
  const fields = { mother: fieldsOf(mother), father: fieldsOf(father), kit_linkage, ...further }
  return answerOffspring(ruleset, fields, 'en').body
}

/** The whole list. Where nothing is linked, floating-point numbers must be the exact ones. */
export function judgeList(
  { results, has_kit_linkage }: OffspringAnswer,
  { foals, hasLinkage }: Expected,
): void {
  demandEqual(
    results.map(({ genotype }) => textOf(genotype)),
    foals.map(({ genotype }) => textOf(genotype)),
    'genotypes in order',
  )
  results.forEach(({ percentage, genotype }, i) => {
    const wanted = percent(foals[i]?.weight ?? new Fraction(0))
    if (hasLinkage) demandClose(percentage, wanted, textOf(genotype))
    else demandEqual(percentage, wanted, textOf(genotype))
    if (!(percentage > 0)) throw new Error(`no chance at all: ${textOf(genotype)}`)
  })
  const sum = results.reduce((all, { percentage }) => all + percentage, 0)
  if (hasLinkage) demandClose(sum, 100, 'sum')
  else demandEqual(sum, 100, 'sum')
  demandEqual(has_kit_linkage, hasLinkage, 'has_kit_linkage')
}

export function demandEqual(found: unknown, wanted: unknown, what: string): void {
  const [some, other] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (some !== other) throw new Error(`${what}: found ${some}, wanted ${other}`)
}

export function demandClose(found: number | undefined, wanted: number, what: string): void {
  if (!(Math.abs((found ?? NaN) - wanted) <= 1e-9))
    throw new Error(`${what}: found ${found}, wanted ${wanted}`)
}
