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
import { parentageOf } from './answers/parentage/parentage.js'
import { createReadFacts } from './facts/facts.js'
import { possibleByFacts } from './facts/possible.js'
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
    /**
     * Whether the first animal can be the offspring of the other two, its mother and its father.
     * @param literal observed coats as they were named @param widened with the coats that may be mistaken for them
     */
    parentage: (literal: Question, widened: Question) => {
      const widely = read(widened)
      return {
        reading: widely.operations,
        ...parentageOf(literal === widened ? widely : read(literal), widely, most),
      }
    },
    /** What each animal's own facts allow, its relatives and priors aside: for callers that compare very many animals. */
    allowed: (question: Question) => {
      const reading = read(question)
      return {
        copies: reading.copies,
        /** Locus → animal → its possible pairs of copies. */
        pairs: possibleByFacts(reading, reading.facts).pairs,
        /** What observed coats allow: the animal's genotype is in each of these sets. */
        constraints: reading.facts.flatMap(({ place, constraints }) =>
          constraints.map((set) => ({ animal: place.animal, set })),
        ),
      }
    },
  }
}
