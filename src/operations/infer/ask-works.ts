/**
 * One request of a question: the works that it takes, and how their answers are written.
 * Guarantees: nothing is computed here, so that all costs can be added up first.
 */
import type { Study } from '../../inference/create-inference.js'
import { atLeastOne, fewestFoals } from '../../inference/foal-chances.js'
import type { ParentClass } from '../../inference/answer.js'
import type { Work } from '../../inference/planning/planning.js'
import type { Question } from '../../inference/question.js'
import { genotypesAnswer, phaseAnswer, type PhaseAnswer } from './genotypes-answer.js'
import { undeterminedLoci } from './undetermined-loci.js'
import type { SeveralFoals } from '../read/cross/several-foals.js'
import type { Ask } from '../read/pedigree/asks.js'
import type { AnimalFacts } from '../read/facts/animal-facts.js'
import { refuseUnbounded } from '../read/population/population.js'
import { boundsAnswer, coatsAnswer, type RowsQuestion } from './rows.js'
import { percentOfOne, type CoatsAnswer } from './shapes.js'

/** A question that was read, and what is asked of it. */
export interface InferenceQuestion {
  readonly question: Question
  /** The animals as they were read; absent parents stand behind them in the question. */
  readonly read: readonly AnimalFacts[]
  readonly asks: readonly Ask[]
  readonly language: string
  readonly limit: number | undefined
  /** Whether the rows of coats have the ids of their visible tokens. */
  readonly tokens?: boolean
  /** How many steps reading its texts took. */
  readonly textSteps: number
  /** The fields in which the animals were sent; absent: in `horses`. */
  readonly places?: readonly string[]
}

export type AskAnswer =
  | ({ readonly ask: 'genotype'; readonly horse: string } & ReturnType<typeof genotypesAnswer>)
  | { readonly ask: 'phase'; readonly horse: string; readonly phase: readonly PhaseAnswer[] }
  | ({ readonly ask: 'coat'; readonly horse: string } & CoatsAnswer)
  | ({ readonly ask: 'foal'; readonly mother: string; readonly father: string } & CoatsAnswer)

/** A request that was drafted. */
export interface DraftedAsk {
  readonly works: readonly Work<unknown>[]
  /** @param answers of the works, in their order */
  readonly write: (answers: readonly unknown[]) => AskAnswer
  /** Animals that get bounds instead of probabilities. */
  readonly bounded: readonly number[]
}

/** What all requests of a question share. */
export interface AskContext {
  readonly rows: RowsQuestion
  readonly study: Study
  readonly question: Question
  /** Whether coats get bounds only, since a frequency that they need is not stated. */
  readonly isBounded: boolean
}

/** @param left operations that it may take. Throws ClientError where several foals would need bounds */
export function draftAsk(context: AskContext, ask: Ask, left: number): DraftedAsk {
  const { rows, study, question, isBounded } = context
  if (ask.kind === 'foal') return draftFoal(context, ask, left)
  const horse = question.horses[ask.horse]?.id ?? ''
  switch (ask.kind) {
    case 'genotype':
      return oneWork(study.genotypes(ask.horse, undeterminedLoci(question, ask.horse), left), (loci) => ({
        ask: 'genotype',
        horse,
        ...genotypesAnswer(rows.ruleset, loci),
      }))
    case 'phase':
      return oneWork(study.phase(ask.horse, left), (groups) => ({
        ask: 'phase',
        horse,
        phase: phaseAnswer(rows.ruleset, groups),
      }))
    case 'coat': {
      const write = (coats: CoatsAnswer): AskAnswer => ({ ask: 'coat', horse, ...coats })
      if (isBounded)
        return oneWork(study.coatBounds(ask.horse), (bounds) => write(boundsAnswer(rows, bounds)), [
          ask.horse,
        ])
      return oneWork(study.coatsOf(ask.horse, optionsOf(rows), left), (answer) =>
        write(coatsAnswer(rows, answer)),
      )
    }
  }
}

type FoalAsk = Extract<Ask, { readonly kind: 'foal' }>

function draftFoal({ rows, study, question, isBounded }: AskContext, ask: FoalAsk, left: number): DraftedAsk {
  const { mother, father, foals: several } = ask
  const idOf = (animal: number): string => question.horses[animal]?.id ?? ''
  const parents = { mother: idOf(mother), father: idOf(father) }
  const write = (coats: CoatsAnswer): AskAnswer => ({ ask: 'foal', ...parents, ...coats })
  if (isBounded) {
    if (several !== undefined) throw refuseUnbounded(rows.ruleset.model)
    const work = study.foalBounds(mother, father)
    return oneWork(work, (bounds) => write(boundsAnswer(rows, bounds)), [mother, father])
  }
  const work = study.foal(mother, father, optionsOf(rows), left)
  if (several === undefined) return oneWork(work, (answer) => write(coatsAnswer(rows, answer)))
  const more = study.severalFoals(mother, father, several.wanted, left - work.least)
  return twoWorks(work, more, (answer, classes) =>
    write({ ...coatsAnswer(rows, answer), foals: severalFoals(classes, several) }),
  )
}

function optionsOf({ limit }: RowsQuestion) {
  return { sensitivity: true, ...(limit === undefined ? {} : { limit }) }
}

function oneWork<Answer>(
  work: Work<Answer>,
  write: (answer: Answer) => AskAnswer,
  bounded: readonly number[] = [],
): DraftedAsk {
  return { works: [work], write: ([answer]) => write(answer as Answer), bounded }
}

function twoWorks<One, Other>(
  one: Work<One>,
  other: Work<Other>,
  write: (one: One, other: Other) => AskAnswer,
): DraftedAsk {
  return { works: [one, other], write: ([a, b]) => write(a as One, b as Other), bounded: [] }
}

/** How likely one of several foals is wanted, and how many it takes. */
function severalFoals(
  classes: readonly ParentClass[],
  { foals, foalsFor, text }: SeveralFoals,
): NonNullable<CoatsAnswer['foals']> {
  return {
    wanted: text,
    ...(foals === undefined ? {} : { foals, percentage: percentOfOne(atLeastOne(classes, foals)) }),
    ...(foalsFor === undefined
      ? {}
      : { foals_for: { percentage: foalsFor, foals: fewestFoals(classes, foalsFor / 100) ?? null } }),
  }
}
