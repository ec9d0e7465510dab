/**
 * The inference engine of one rule set: exact inference about partly tested animals, in four stages over immutable
 * values.
 *
 *   question → facts → network → posterior → answers
 *
 * Stages import only from earlier stages; planning (costs and elimination orders) serves all of them. Check `fault`
 * of a study first, then `contradiction` and `evidence`: if facts contradict each other, the other answers have no
 * rows.
 */
import { createAnswers } from './answers/answers.js'
import { createReadFacts } from './facts/facts.js'
import { createReader } from './facts/reading.js'
import { createNetwork } from './network/network.js'
import { createPosterior } from './posterior/posterior.js'
import type { Question } from './question.js'
import type { Rules } from './rules.js'

export type Inference = Readonly<ReturnType<typeof createInference>>
/** A parsed question, with all answers it supports. */
export type Study = Readonly<ReturnType<Inference['study']>>

/** @param most budget per question in operations; planning stops once the requested work exceeds it */
export function createInference(rules: Rules, most = Infinity) {
  const readFacts = createReadFacts(rules, most)
  const answersFrom = createAnswers(rules, most)
  const read = createReader(rules, most)
  return {
    study: (question: Question) => {
      const facts = readFacts(question)
      const network = createNetwork(facts.evidence)
      const posterior = createPosterior(network)
      return answersFrom(facts, posterior)
    },
    /** What each fact allows by itself, relatives and priors aside: for who compares very many animals. */
    reading: (question: Question) => read(question),
  }
}
