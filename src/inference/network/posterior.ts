/**
 * Probabilities of a question: of all its facts together, and of what one animal, or a foal, has over a linkage group.
 * Guarantees: the same in doubles and in exact fractions.
 */
import type { Priors } from '../facts/copies.js'
import type { Known } from '../facts/known.js'
import type { Animal } from '../facts/reading.js'
import type { Options } from '../facts/rectangles.js'
import { build } from './build.js'
import { draftsWithin, furthered, type Draft } from '../planning/cost.js'
import { elimination, type Elimination } from './eliminate.js'
import type { Purpose } from './kinds.js'
import { groupSpace, type GroupSpace } from './lumps.js'
import type { Numbers } from './numbers.js'
import { tiedGroups, tiesOf, type Tie } from './ties.js'

/** Work that was counted; see answer.ts. */
export interface Counted<Answer> extends Omit<Elimination<unknown>, 'run'> {
  readonly run: (priors?: Priors) => Answer
}

export interface Total<N> {
  readonly value: N
  readonly log10: number
}

/** The probability of all facts together, as factors of it; 0 where they contradict each other. */
export function totalOf<N>(
  numbers: Numbers<N>,
  known: Known,
  most = Infinity,
): readonly Draft<Counted<Total<N>>>[] {
  // Where no animal has an open copy, the factors of these groups are all 1.
  const open = tiedGroups(known, tiesOf(known)).filter((groups) => !areClosed(known, groups))
  return draftsWithin(most, open, (groups) => {
    const spaces = groups.map((group) => groupSpace(known, {}, group))
    const draft = elimination(numbers, build(known, spaces, [], undefined), [])
    return furthered(draft, ({ run, ...work }): Counted<Total<N>> => {
      const total = (): Total<N> => {
        const { factor, log10 } = run(known.priors)
        return { value: factor.values[0] ?? numbers.zero, log10 }
      }
      return { run: total, ...work }
    })
  })
}

function areClosed({ reading: { model, copies } }: Known, groups: readonly number[]): boolean {
  const loci = groups.flatMap((group) => model.groups[group]?.loci ?? [])
  return loci.every(({ index }) => copies[index]?.copies.length === 1)
}

/** What some animals have over one linkage group, up to a constant factor, with the rectangles that tie it to other groups. */
export interface Shares<N> {
  readonly space: GroupSpace
  readonly rows: readonly ShareRow<N>[]
  readonly ties: readonly Options[]
}

export interface ShareRow<N> {
  /** Of the first animal (mother's side, father's side), then of the next. */
  readonly haplotypes: readonly number[]
  /** Of each tie, the rectangle. */
  readonly chosen: readonly number[]
  readonly weight: N
}

export interface Asked {
  /** The group, and what else must be looked at: where `ties` are kept apart nothing, otherwise all that it is tied to. */
  readonly group: number
  readonly groups: readonly number[]
  readonly purpose: Purpose
  /** Animals of the question, or places behind them for foals. */
  readonly animals: readonly number[]
  readonly foal?: Animal | undefined
  readonly ties?: readonly Tie[]
}

export function sharesOver<N>(
  numbers: Numbers<N>,
  known: Known,
  { group, groups, purpose, animals, foal, ties = [] }: Asked,
): Draft<Counted<Shares<N>>> {
  const spaces = groups.map((each) => groupSpace(known, purpose, each))
  const space = spaces[groups.indexOf(group)] as GroupSpace
  if (areClosed(known, groups)) {
    const row = { haplotypes: animals.flatMap(() => [0, 0]), chosen: [], weight: numbers.one }
    const work = { run: () => ({ space, rows: [row], ties: [] }), ...NO_WORK }
    return { least: 0, plan: () => work }
  }
  const built = build(known, spaces, animals, foal)
  const members = animals.flatMap((animal) => built.memberAt(group, animal) ?? [])
  const own = members.flatMap(({ variables }) => variables)
  const kept = built.choices.filter(({ all }) => ties.some((tie) => tie.all === all))
  const draft = elimination(numbers, built, [...own, ...kept.map(({ variable }) => variable)])
  return furthered(draft, ({ run, ...work }) => ({
    run: (priors = known.priors) => {
      const { columns, values } = run(priors).factor
      const domains = members.flatMap(({ haplotypes }) => haplotypes.map((list) => list()))
      const rows = Array.from(values, (weight, row): ShareRow<N> => ({
        haplotypes: domains.map((domain, v) => domain[columns[v]?.[row] ?? 0] ?? 0),
        chosen: kept.map((_, t) => columns[own.length + t]?.[row] ?? 0),
        weight,
      }))
      return { space, rows, ties: kept.map(({ all }) => all) }
    },
    ...work,
  }))
}

const NO_WORK = { operations: 0, products: 0, rows: 0, left: 1, mostEntangled: undefined }
