/**
 * One thing that is asked of a question: its works, and how they are told.
 * Guarantees: nothing is worked out before it is told, so that all costs can be added up before.
 */
import type { Work } from '../../inference/answer.js'
import type { Study } from '../../inference/create-inference.js'
import { fewestFor, oneOf } from '../../inference/answers/several-foals.js'
import type { Question } from '../../inference/question.js'
import { genotypesTold, phaseTold, type PhaseTold } from './genotypes-told.js'
import { openLoci } from './open-loci.js'
import type { FoalsAsked } from '../read/cross/several-foals.js'
import type { Ask } from '../read/pedigree/asks.js'
import type { AnimalFacts } from '../read/facts/animal-facts.js'
import { refuseUnbounded } from '../read/population/population.js'
import { boundsTold, coatsTold, type RowsAsked } from './rows.js'
import { percentOfOne, type CoatsTold } from './shapes.js'

/** A question that was read, and what is asked of it. */
export interface OpenAsked {
  readonly question: Question
  /** The horses as they were read; absent parents stand behind them in the question. */
  readonly read: readonly AnimalFacts[]
  readonly asks: readonly Ask[]
  readonly language: string
  readonly limit: number | undefined
  /** Whether the rows of coats have the ids of their visible tokens. */
  readonly tokens?: boolean
  /** How many steps reading its texts took. */
  readonly textSteps: number
  /** The fields in which the horses were sent; absent: in `horses`. */
  readonly places?: readonly string[]
}

export type AskAnswer =
  | ({ readonly ask: 'genotype'; readonly horse: string } & ReturnType<typeof genotypesTold>)
  | { readonly ask: 'phase'; readonly horse: string; readonly phase: readonly PhaseTold[] }
  | ({ readonly ask: 'coat'; readonly horse: string } & CoatsTold)
  | ({ readonly ask: 'foal'; readonly mother: string; readonly father: string } & CoatsTold)

/** What is asked, read and not worked out yet. */
export interface Planned {
  readonly works: readonly Work<unknown>[]
  readonly tell: () => AskAnswer
  /** Of whom only bounds are told. */
  readonly bounded: readonly number[]
}

/** A work, and what it is told as. */
function single<Answer>(
  work: Work<Answer>,
  tell: (answer: Answer) => AskAnswer,
  bounded: readonly number[] = [],
): Planned {
  return { works: [work], tell: () => tell(work.run()), bounded }
}

/** @param isBounded whether coats have bounds only, since a frequency is not known that they need */
export function plan(
  rows: RowsAsked,
  study: Study,
  question: Question,
  ask: Ask,
  isBounded: boolean,
): Planned {
  const idOf = (horse: number): string => question.horses[horse]?.id ?? ''
  const { book, limit } = rows
  const options = { sensitivity: true, ...(limit === undefined ? {} : { limit }) }
  if (ask.kind === 'foal') {
    const { mother, father, foals: several } = ask
    const parents = { mother: idOf(mother), father: idOf(father) }
    const tell = (told: CoatsTold): AskAnswer => ({ ask: 'foal', ...parents, ...told })
    if (isBounded) {
      if (several !== undefined) throw refuseUnbounded(book.model)
      return single(study.foalBounds(mother, father), (bounds) => tell(boundsTold(rows, bounds)), [
        mother,
        father,
      ])
    }
    const work = study.foal(mother, father, options)
    const more = several === undefined ? undefined : severalFoals(study, mother, father, several)
    return {
      works: more === undefined ? [work] : [work, more.work],
      tell: () => tell({ ...coatsTold(rows, work.run()), ...more?.tell() }),
      bounded: [],
    }
  }
  const horse = idOf(ask.horse)
  switch (ask.kind) {
    case 'genotype':
      return single(study.genotypes(ask.horse, openLoci(question, ask.horse)), (shares) => ({
        ask: 'genotype',
        horse,
        ...genotypesTold(book, shares),
      }))
    case 'phase':
      return single(study.phase(ask.horse), (groups) => ({
        ask: 'phase',
        horse,
        phase: phaseTold(book, groups),
      }))
    case 'coat': {
      const tell = (told: CoatsTold): AskAnswer => ({ ask: 'coat', horse, ...told })
      if (isBounded)
        return single(study.coatBounds(ask.horse), (bounds) => tell(boundsTold(rows, bounds)), [ask.horse])
      return single(study.coatsOf(ask.horse, options), (answer) => tell(coatsTold(rows, answer)))
    }
  }
}

/** How likely one of several foals is what is wanted, and how many it takes. Foals share what is not known of their parents. */
function severalFoals(study: Study, mother: number, father: number, asked: FoalsAsked) {
  const { foals, foalsFor, wanted, text } = asked
  const work = study.chances(mother, father, wanted)
  const tell = (): Pick<CoatsTold, 'foals'> => {
    const all = work.run()
    return {
      foals: {
        wanted: text,
        ...(foals === undefined ? {} : { foals, percentage: percentOfOne(oneOf(all, foals)) }),
        ...(foalsFor === undefined
          ? {}
          : { foals_for: { percentage: foalsFor, foals: fewestFor(all, foalsFor / 100) ?? null } }),
      },
    }
  }
  return { work, tell }
}
