/**
 * Pieces of work as one, the order in which they are planned, and that in which shares and pairs are listed.
 */
import type { Pair } from '../../genetics/genotype.js'
import { compareCopies } from '../../genetics/locus.js'
import type { Cost, Work } from '../answer.js'
import type { Known } from '../facts/known.js'
import { drafted, type Draft } from '../planning/cost.js'

export interface Piece<Part> {
  readonly operations: number
  readonly mostEntangled?: number | undefined
  readonly run: () => Part
}

/** What was planned of an answer. */
export interface Planned<Answer> extends Cost, Piece<Answer> {}

/** An answer before it is planned. */
export interface AnswerDraft<Answer> extends Draft<Planned<Answer>> {
  /** Where it is known before how many rows there can be. */
  readonly rows?: Cost['rows']
}

/** @param join makes the answer of what the pieces answer */
export function together<Part, Answer>(
  drafts: readonly Draft<Piece<Part>>[],
  join: (parts: readonly Part[]) => Answer,
): AnswerDraft<Answer> {
  const all = drafted(drafts)
  return {
    least: all.least,
    plan: (left) => {
      const { operations, plans } = all.plan(left)
      const [costliest] = plans.length > 0 ? [] : [...drafts].sort((a, b) => b.least - a.least)
      const [first] = (costliest === undefined ? [...plans] : [costliest.plan(NOTHING)])
        .filter(({ mostEntangled }) => mostEntangled !== undefined)
        .sort((a, b) => b.operations - a.operations)
      return {
        operations: Math.min(Number.MAX_SAFE_INTEGER, Math.ceil(operations)),
        mostEntangled: first?.mostEntangled,
        run: () => join(plans.map((piece) => piece.run())),
      }
    },
  }
}

/** So little is left that nothing is planned. */
const NOTHING = -1

/** What was begun and came to more than is left, since only doing it showed how much it is. */
export class TooMuchWork extends Error {
  constructor(readonly operations: number) {
    super('this work comes to more operations than are left')
  }
}

/** In place of what is too much. */
export function neverRun(): never {
  throw new Error('what costs too much is not worked out')
}

/** Operations that all that is asked of a question may take; each is planned when it is wanted. */
export class Budget {
  constructor(private rest: number) {}

  get left(): number {
    return this.rest
  }

  counted<Answer>({ least, rows, plan }: AnswerDraft<Answer>): Work<Answer> {
    this.rest -= least
    let made: Planned<Answer> | undefined
    const planned = (): Planned<Answer> => {
      if (made !== undefined) return made
      made = plan(this.rest + least)
      this.rest -= made.operations - least
      return made
    }
    return {
      least: { operations: least, rows },
      cost: planned,
      mostEntangled: () => (made ?? plan(NOTHING)).mostEntangled,
      run: () => planned().run(),
    }
  }
}

/** Twice what rounding to twelve digits can move two shares towards each other, relative to the greater. */
const CLEARLY_APART = 2e-11

/** Most probable first; what differs by less than rounding can is equal. */
export function compareShares(a: number, b: number): number {
  // Most shares are far apart, and writing numbers as text to round them would take longer than all else.
  if (Math.abs(a - b) > CLEARLY_APART * Math.max(a, b)) return b - a
  return Number(b.toPrecision(12)) - Number(a.toPrecision(12))
}

export function comparePairs(a: Pair, b: Pair): number {
  return compareCopies(a[0], b[0]) || compareCopies(a[1], b[1])
}

/** What is asked of linkage groups, by how many haplotypes a group can have of copies that some table tells apart. */
export function largestFirst<Asked>(
  known: Known,
  asked: readonly Asked[],
  groupOf: (asked: Asked) => number,
): readonly Asked[] {
  const sizes = new Map(asked.map((each) => [each, sizeOf(known, groupOf(each))]))
  return [...asked].sort((a, b) => (sizes.get(b) ?? 0) - (sizes.get(a) ?? 0))
}

function sizeOf({ reading: { model, copies } }: Known, group: number): number {
  const loci = model.groups[group]?.loci ?? []
  return loci.reduce((product, { index }) => product * (copies[index]?.examples.length ?? 1), 1)
}
