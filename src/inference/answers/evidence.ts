/**
 * The probability of the evidence: of all facts together.
 */
import type { EvidenceAnswer } from '../answer.js'
import type { Determined } from '../facts/determined.js'
import type { Evidence } from '../facts/evidence.js'
import { DOUBLE } from '../network/numbers.js'
import { combined, withOperations } from '../planning/drafts.js'
import type { AnswerDraft } from '../planning/planning.js'
import type { Posterior } from '../posterior/posterior.js'
import { contradictionIn } from './contradiction.js'

/** @param left operations that it may take @param searching operations that the search for contradicting facts may take */
export function evidenceOf(
  { evidence, total }: Posterior,
  { unheardOf, orders }: Determined,
  left: number,
  searching: number,
): AnswerDraft<EvidenceAnswer> {
  const { reading, possible } = evidence
  const drafts = possible.isEmpty ? [] : total(DOUBLE, left)
  const answer = combined(drafts, (totals): EvidenceAnswer => {
    const isAssumed = totals.reduce((sum, { order }) => sum + order, evidence.order ?? 0) > 0
    if (possible.isEmpty || totals.some(({ value }) => value === 0))
      return { log10: -Infinity, contradiction: contradictionIn(evidence, searching), isAssumed, unheardOf }
    const log10 = totals.reduce((sum, each) => sum + Math.log10(each.value) + each.log10, 0)
    // A determined genotype counts as certain, in whichever order its copies stand.
    const certain = orders.reduce((sum, order) => sum + Math.log10(order), 0)
    return {
      log10: log10 - certain + Math.log10(soleWeights(evidence)),
      contradiction: undefined,
      isAssumed,
      unheardOf,
    }
  })
  // Reading the question counts once, whatever else is asked.
  return withOperations(Math.ceil(reading.operations), answer)
}

/** How likely observations are of which one rectangle is left, so that no variable says which. */
export function soleWeights({ facts, possible }: Evidence): number {
  let product = 1
  for (const { constraints, weights } of facts)
    for (const [only, ...others] of constraints.map(possible.leftOf))
      if (only !== undefined && others.length === 0) product *= weights?.get(only) ?? 1
  return product
}
