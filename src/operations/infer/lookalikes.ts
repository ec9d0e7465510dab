/**
 * Look-alikes: the observed coats of a question with all coats that may be mistaken for them, and which of these an answer
 * names.
 * Guarantees: operations are counted before they are done; a coat that several animals show is read once.
 */
import { A_PATTERN } from '../../inference/planning/weights.js'
import type { CoatPattern, Question } from '../../inference/question.js'
import { dosageOf } from '../../genetics/genotype.js'
import { classOf } from '../../model/compile/classes.js'
import type { Model, ModelLocus } from '../../model/model.js'
import type { InferenceQuestion } from './ask-works.js'
import { undeterminedLoci } from './undetermined-loci.js'
import { spend, type CostLimit, type QuestionCost } from './question-cost.js'
import type { LookalikeRow } from '../../rules/tables.js'
import { widened, type TakenFor, type Widened } from '../read/observed/lookalikes.js'

export interface WithLookalikes {
  readonly question: Question
  /** By animal, as the animals were read: the look-alikes that were taken into account. */
  readonly takenFor: readonly (readonly TakenFor[])[]
  readonly cost: QuestionCost
}

/** Throws ClientError where it costs too much. */
export function withLookalikes(
  model: Model,
  limit: CostLimit,
  { question, read }: Pick<InferenceQuestion, 'question' | 'read'>,
  before: QuestionCost,
): WithLookalikes {
  let cost = before
  const known = new Map<readonly CoatPattern[], Widened>()
  const isNamed = (locus: number): boolean => question.horses.some(({ tests }) => tests.has(locus))
  // Where the gene itself was left out, the refusal that suggests it is worth more than an answer without it.
  const isApplied = ({ imitated }: LookalikeRow): boolean =>
    imitated === undefined || lociBehind(model, imitated).some(isNamed)
  const widenedBy = question.horses.map((_, i) =>
    (read[i]?.seen ?? []).map(({ field, text, coats, looks }) => {
      if (looks.length === 0) return { seen: { field, text, coats }, used: [] }
      const count = (patterns: number): void => void (cost = spend(limit, cost, patterns * A_PATTERN, field))
      const made = known.get(coats) ?? widened(coats, looks.filter(isApplied), count)
      known.set(coats, made)
      const isCounted = made.used.every((each) => each.isCounted)
      const literal = isCounted ? {} : { literal: coats }
      return { seen: { field, text, coats: made.coats, ...literal }, used: made.used }
    }),
  )
  const horses = question.horses.map((horse, i) => ({
    ...horse,
    seen: widenedBy[i]?.map(({ seen }) => seen) ?? [],
  }))
  return {
    question: { ...question, horses },
    takenFor: widenedBy.map((own) => own.flatMap(({ used }) => used)),
    cost,
  }
}

/** The loci of the tables that give the token. */
function lociBehind({ tables }: Model, token: string): readonly number[] {
  return tables.flatMap(({ columns, outcomes }) =>
    outcomes.some(({ tokens }) => tokens.includes(token)) ? columns.map(({ locus }) => locus) : [],
  )
}

/**
 * The look-alikes that the undetermined genes of an animal can produce.
 * @param takenFor look-alikes of the observed coat, per animal
 */
export function lookalikesOf(
  model: Model,
  question: Question,
  takenFor: readonly (readonly TakenFor[])[],
): readonly TakenFor[] {
  const isNamed = (locus: number): boolean => question.horses.some(({ tests }) => tests.has(locus))
  const looks = takenFor.flatMap((taken, horse) => {
    const tokens = tokensOf(model, new Set(undeterminedLoci(question, horse)), isNamed)
    return taken.filter(({ differs }) => differs.every((token) => tokens.has(token)))
  })
  return [...new Set(looks)]
}

/** Tokens that these genes decide, by themselves or through other tokens, where genes the question does not name are wild type. */
function tokensOf(
  { tables, loci }: Model,
  open: ReadonlySet<number>,
  isNamed: (locus: number) => boolean,
): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { columns, tokens, cells, outcomes } of tables) {
    const isOpen =
      columns.some(({ locus }) => open.has(locus)) || tokens.some(({ token }) => found.has(token))
    if (!isOpen) continue
    const wild = columns.flatMap((column) => {
      const locus = loci[column.locus] as ModelLocus
      const { wildType, noCopy } = locus
      if (isNamed(column.locus) || wildType === null || noCopy !== null) return []
      return { ...column, wildClass: classOf(column, dosageOf(locus, [[wildType], [wildType]])) }
    })
    cells.forEach((outcome, cell) => {
      const isWild = wild.every(
        ({ stride, classes, wildClass }) => Math.floor(cell / stride) % classes === wildClass,
      )
      if (isWild) for (const token of outcomes[outcome]?.tokens ?? []) found.add(token)
    })
  }
  return found
}
