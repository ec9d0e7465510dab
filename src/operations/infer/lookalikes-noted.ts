/**
 * Which look-alikes an answer names: those that an animal that was seen so may be, by the genes that are open.
 */
import type { Question } from '../../inference/question.js'
import type { Model } from '../../model/model.js'
import { openLoci } from './open-loci.js'
import type { TakenFor } from '../read/observed/lookalikes.js'

/**
 * The look-alikes, as tokens, that an animal with this observed coat can really have.
 * @param takenFor by animal, what its coat may be besides the one that was named
 */
export function lookalikesOf(
  model: Model,
  question: Question,
  takenFor: readonly (readonly TakenFor[])[],
): readonly (readonly string[])[] {
  const looks = takenFor.flatMap((taken, horse) => {
    const tokens = openTokens(model, new Set(openLoci(question, horse)))
    return taken
      .filter(({ differs }) => differs.every((token) => tokens.has(token)))
      .map((look) => look.tokens)
  })
  return [...new Set(looks)]
}

/** Tokens that open genes decide, by themselves or through other tokens. */
function openTokens({ tables }: Model, open: ReadonlySet<number>): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { columns, tokens, source } of tables) {
    const isOpen =
      columns.some(({ locus }) => open.has(locus)) || tokens.some(({ token }) => found.has(token))
    if (isOpen) for (const { then } of source.rules) for (const token of then) found.add(token)
  }
  return found
}
