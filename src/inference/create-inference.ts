/**
 * The engine of one rule set: exact inference about partly tested animals, in four stages over immutable values.
 *
 *   question → facts → network → posterior → answers
 *
 * Imports go forward along the stages; planning (costs and elimination orders) serves them all. Ask a study for `fault` first, then
 * for `contradiction` and `evidence`: where facts contradict each other, the other answers mean nothing (they have no rows).
 */
import { createAnswers } from './answers/answers.js'
import { createReadFacts } from './facts/facts.js'
import { createNetwork } from './network/network.js'
import { createPosterior } from './posterior/posterior.js'
import type { Question } from './question.js'
import type { Rules } from './rules.js'

export type Inference = Readonly<ReturnType<typeof createInference>>
/** A question that was read: everything that can be asked of it. */
export type Study = Readonly<ReturnType<Inference['study']>>

/** @param most operations that a question may take: once requests come to more, planning stops */
export function createInference(rules: Rules, most = Infinity) {
  const readFacts = createReadFacts(rules, most)
  const answersFrom = createAnswers(rules, most)
  return {
    study: (question: Question) => {
      const facts = readFacts(question)
      const network = createNetwork(facts.evidence)
      const posterior = createPosterior(network)
      return answersFrom(facts, posterior)
    },
  }
}
