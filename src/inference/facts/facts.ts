/**
 * Facts, the first stage: what a question says of each animal.
 * Takes a question. Gives the evidence: each animal's possible pairs of copies by its facts and relatives, with and without the
 * priors of founders; and which founders' copies the facts alone determine.
 * Guarantees: immutable, and nothing possible is left out. Where reading costs more than is allowed, not all of it was read:
 * see `reading.operations`.
 */
import type { Question } from '../question.js'
import type { Rules } from '../rules.js'
import { determinedFounders, withAbsentDetermined, type Determined } from './determined.js'
import { evidenceByFacts, underPriors, type Evidence } from './evidence.js'
import { withFewestVariants } from './fewest/fewest-variants.js'
import { priorsOf, type Priors } from './priors.js'
import { createReader, type Reading } from './reading.js'

export interface Facts {
  readonly reading: Reading
  readonly priors: Priors
  readonly determined: Determined
  /** By the facts alone, however frequent copies are. */
  readonly byFacts: Evidence
  /** By the facts and the priors of the question's population. */
  readonly evidence: Evidence
  /** By the facts and other priors. */
  readonly evidenceUnder: (priors: Priors) => Evidence
  /** Whether some founder needs a prior, so that answers depend on the population. */
  readonly needsPriors: () => boolean
}

/** @param most operations after which reading may end */
export function createReadFacts(rules: Rules, most: number): (question: Question) => Facts {
  const read = createReader(rules, most)
  return (question) => {
    const reading = read(question)
    const priors = priorsOf(reading.copies, question.population)
    const allPossible = evidenceByFacts(reading)
    const byFacts = withAbsentDetermined(allPossible, priors)
    const determined = determinedFounders(byFacts, priors)
    const evidenceUnder = (own: Priors): Evidence => underPriors(byFacts, own, determined.isDetermined)
    const needsPriors = (): boolean => {
      const unstated = priorsOf(reading.copies, undefined)
      return determinedFounders(withAbsentDetermined(allPossible, unstated), unstated).fault !== undefined
    }
    const evidence = withFewestVariants(evidenceUnder(priors))
    return { reading, priors, determined, byFacts, evidence, evidenceUnder, needsPriors }
  }
}
