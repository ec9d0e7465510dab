/**
 * The likelihood ratio of a parentage: the probability of the facts about the offspring given its parents, divided by their
 * probability given unrelated animals of the population.
 * Guarantees: exact but for rounding. A parent's copies that its own facts determine need no prior.
 */
import { determinedFounders } from '../../facts/determined.js'
import { evidenceByFacts, underPriors } from '../../facts/evidence.js'
import type { IsDetermined } from '../../facts/possible.js'
import { priorsOf, type Priors } from '../../facts/priors.js'
import type { Fact } from '../../facts/read-facts.js'
import type { Reading } from '../../facts/reading.js'
import type { LikelihoodRatio } from '../../answer.js'
import { ALL, NOTHING } from '../../../model/ratio.js'
import { DOUBLE } from '../../network/numbers.js'
import { inTurn } from '../../planning/drafts.js'
import { posteriorOf } from '../../posterior/posterior.js'
import { soleWeights } from '../evidence.js'
import { OFFSPRING } from './fact-sets.js'

/**
 * Undefined where the population has no figures for a gene that an observed coat depends on, or none at all, or the
 * offspring is impossible in it.
 * @param spend is called with operations before they are done, and returns how many are left
 */
export function likelihoodRatio(
  reading: Reading,
  spend: (operations: number) => number,
): LikelihoodRatio | undefined {
  const { population } = reading.question
  // A convention has no measured frequencies.
  if (population === undefined || population.convention !== undefined) return undefined
  const stated = priorsOf(reading.copies, population)
  const isStated = (locus: number): boolean => stated[locus] !== undefined
  const facts = reading.facts.filter(({ test }) => test === undefined || isStated(test.locus))
  const restricted = facts.flatMap(({ place, constraints }) =>
    place.kind === 'alive' ? [] : constraints.flatMap((all) => all.flatMap((option) => [...option.keys()])),
  )
  const loci = reading.copies.flatMap(({ locus, isFixed }) =>
    !isFixed && isStated(locus.index) ? [locus.index] : [],
  )
  const measured = loci.filter((locus) => population.loci.has(locus))
  if (measured.length === 0 || !restricted.every(isStated)) return undefined
  const priors = withoutUnstated(reading, stated)
  const ofParents = facts.filter(({ place }) => place.animal !== OFFSPRING)
  const ofOffspring = facts.filter(({ place }) => place.animal === OFFSPRING)
  const { isDetermined } = determinedFounders(evidenceByFacts(reading, ofParents), priors)
  const never: IsDetermined = () => false
  const log10Of = (some: readonly Fact[], determined: IsDetermined): number => {
    const evidence = underPriors(evidenceByFacts(reading, some), priors, determined)
    const left = spend(reading.operations)
    if (evidence.possible.isEmpty) return -Infinity
    const { operations, plans } = inTurn(posteriorOf(evidence).total(DOUBLE, left)).plan(left)
    spend(operations)
    const totals = plans.map(({ run }) => run())
    return totals.reduce(
      (sum, { value, log10 }) => sum + Math.log10(value) + log10,
      Math.log10(soleWeights(evidence)),
    )
  }
  const given = log10Of(facts, isDetermined) - log10Of(ofParents, isDetermined)
  const log10 = given - log10Of(ofOffspring, never)
  return Number.isFinite(log10) ? { log10, loci: measured } : undefined
}

/** Loci without a prior have no facts here; any prior will do. */
function withoutUnstated({ copies }: Reading, priors: Priors): Priors {
  return priors.map(
    (own, locus) => own ?? copies[locus]?.copies.map((_, copy) => (copy === 0 ? ALL : NOTHING)),
  )
}
