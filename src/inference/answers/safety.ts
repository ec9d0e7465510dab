/**
 * How many are not expected to live, and what notes are called for.
 */
import type { TableSteps } from '../../model/by-coat/table-steps.js'
import type { CoatAnswer } from '../answer.js'
import { sumStates } from './coat-sums.js'
import { overChoices, totals, type Factored } from './lanes.js'

/** @param factored all there are @param shown those that are asked for */
export function safetyOf(
  factored: Factored,
  groups: readonly number[],
  steps: TableSteps,
  shown: Factored,
): Pick<CoatAnswer, 'lethal' | 'suspected' | 'notes'> {
  const own = groups.flatMap((g) => shown.groups[g] ?? [])
  const [all = 1] = totals(factored, groups)
  let [lethal, suspected] = [0, 0]
  const notes = new Set<string>()
  const lanes = factored.choices * factored.variants
  for (const { outcomes, weights } of sumStates(steps, own, lanes, factored.choices)) {
    const [weight = 0] = overChoices(weights, factored)
    if (weight === 0) continue
    const fired = outcomes.flatMap((outcome) => outcome.fired)
    const statuses = fired.flatMap((rule) => rule.viability?.status ?? [])
    if (statuses.includes('lethal')) lethal += weight
    else if (statuses.includes('suspected')) suspected += weight
    for (const note of fired.flatMap((rule) => rule.notes)) notes.add(note)
  }
  return { lethal: lethal / all, suspected: suspected / all, notes: [...notes] }
}
