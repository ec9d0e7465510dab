/**
 * Several foals of one pair: how likely one of them is what is wanted, and how many it takes.
 * Guarantees: foals share what is not known of their parents, so their chances are not simply multiplied.
 */
import type { Study, Work } from '../../inference/answer.js'
import type { FoalsAsked } from './reading/asks.js'
import { percentOfOne, type FoalsTold } from './shapes.js'

export interface FoalsWorks {
  readonly works: readonly Work<unknown>[]
  readonly asked: FoalsAsked
  readonly oneOf: Work<number> | undefined
  readonly many: Work<number | undefined> | undefined
}

export function foalsWorks(study: Study, mother: number, father: number, asked: FoalsAsked): FoalsWorks {
  const { foals, foalsFor, wanted } = asked
  const oneOf = foals === undefined ? undefined : study.oneOfFoals(mother, father, foals, wanted)
  const many = foalsFor === undefined ? undefined : study.foalsFor(mother, father, foalsFor / 100, wanted)
  return { works: [oneOf, many].filter((each) => each !== undefined), asked, oneOf, many }
}

export function foalsTold({ asked: { text, foals, foalsFor }, oneOf, many }: FoalsWorks): FoalsTold {
  return {
    wanted: text,
    ...(foals === undefined || oneOf === undefined ? {} : { foals, percentage: percentOfOne(oneOf.run()) }),
    ...(foalsFor === undefined || many === undefined
      ? {}
      : { foals_for: { percentage: foalsFor, foals: many.run() ?? null } }),
  }
}
