/**
 * The observed coats of a question, each with all that may be mistaken for it.
 * Guarantees: what this takes is spent before it is done; a coat that several animals show is worked out once.
 */
import type { CoatPattern, Question } from '../../inference/question.js'
import { A_PATTERN } from '../../inference/planning/cost.js'
import type { OpenAsked } from './ask-works.js'
import { widened, type TakenFor, type Widened } from '../read/observed/lookalikes.js'

/** @param spend counts operations; throws ContractError once they are too many */
export function withLookalikes(
  { question, read }: Pick<OpenAsked, 'question' | 'read'>,
  spend: (operations: number, field: string) => void,
) {
  const known = new Map<readonly CoatPattern[], Widened>()
  /** By animal, as the animals were read. */
  const takenFor: (readonly TakenFor[])[] = []
  const horses = question.horses.map((horse, i): Question['horses'][number] => {
    const wide = (read[i]?.seen ?? []).map(({ field, text, coats, looks }) => {
      if (looks.length === 0) return { seen: { field, text, coats }, used: [] }
      const made = known.get(coats) ?? widened(coats, looks, (patterns) => spend(patterns * A_PATTERN, field))
      known.set(coats, made)
      return { seen: { field, text, coats: made.coats }, used: made.used }
    })
    takenFor.push(wide.flatMap(({ used }) => used))
    return { ...horse, seen: wide.map(({ seen }) => seen) }
  })
  return { question: { ...question, horses }, takenFor }
}
