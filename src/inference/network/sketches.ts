/**
 * The factors of a network, before they are made: what facts say of an animal itself, and where it has its haplotypes from.
 * Guarantees: rows are counted at once, and listed when a factor is made.
 */
import type { FractionRow } from '../../model/model.js'
import { once } from '../../model/memo.js'
import type { Priors } from '../facts/copies.js'
import type { Known } from '../facts/known.js'
import { sideWithout, type Animal } from '../facts/reading.js'
import type { Options } from '../facts/rectangles.js'
import { factorFrom, type Factor, type FactorRow, type Variable } from './factor.js'
import { createGametes, haplotypeFrequencies } from './gametes.js'
import type { HaplotypePair, LumpPairs, LumpPairsOver } from './lump-pairs.js'
import type { GroupSpace } from './lumps.js'
import type { Numbers } from './numbers.js'
import type { Outline } from './plan.js'
import type { Support, Supports } from './supports.js'
import { crossingTruth } from './ties.js'

/** A factor before it is made. */
export interface Sketch<N> extends Outline {
  /** @param priors how frequent founders' copies are */
  readonly make: (priors: Priors | undefined) => Factor<N>
}

/** An animal over one group. */
export interface Member extends Animal {
  readonly place: number
  readonly variables: readonly [Variable, Variable]
  readonly haplotypes: readonly (() => readonly number[])[]
  readonly lumps: readonly LumpPairs[]
  /** Its pairs of haplotypes, with the places of its variables' values. */
  readonly pairs: () => readonly (readonly [HaplotypePair, readonly number[]])[]
}

/** What the factors of one group are made from. */
export interface Over<N> {
  readonly numbers: Numbers<N>
  readonly known: Known
  readonly space: GroupSpace
  readonly over: LumpPairsOver
  readonly supports: Supports
  /** The variable of a constraint. */
  readonly choiceOf: (all: Options, left: Options, animal: number) => Variable
}

/** What facts say of an animal itself: which haplotypes go together, and in which rectangle they lie. */
export function itsOwn<N>(
  { numbers, over, supports, choiceOf }: Over<N>,
  member: Member,
): readonly Sketch<N>[] {
  const { place, variables, lumps, pairs } = member
  const together: Sketch<N> = {
    ...outlined(variables, supports.ofPairs(lumps)),
    make: () =>
      factorFrom(
        numbers,
        variables,
        pairs().map(([, places]) => [places, numbers.one]),
      ),
  }
  const chosen = over.choices(place).map(({ all, left }): Sketch<N> => {
    const own = [...variables, choiceOf(all, left, place)]
    const parts = left.map((option) => outlined(variables, supports.ofPairs(lumps, option)))
    return {
      variables: own,
      rows: sum(parts.map(({ rows }) => rows)),
      alike: (shared) => {
        const each = parts.map(({ alike }) => alike(shared))
        return shared.includes(own[2] ?? -1) ? Math.max(...each) : sum(each)
      },
      make: () =>
        factorFrom(
          numbers,
          own,
          left.flatMap((option, o) =>
            pairs().flatMap(([pair, places]): readonly FactorRow<N>[] =>
              over.isIn(option, pair) ? [[[...places, o], numbers.one]] : [],
            ),
          ),
        ),
    }
  })
  return over.isWhole(place, lumps) ? chosen : [together, ...chosen]
}

/** Where an animal has a haplotype from: its parent, or the founders' copies. */
export function origin<N>(
  { numbers, known, space, over, supports, choiceOf }: Over<N>,
  { place: animal, sex, variables, haplotypes: domains, lumps }: Member,
  side: 0 | 1,
  parent: Member | undefined,
): Sketch<N> {
  const { none } = space
  const variable = variables[side]
  const haplotypes = domains[side] as () => readonly number[]
  const canMiss = none !== undefined && side === sideWithout(known.reading.model)
  // Half of the gametes have it: those that make daughters, say.
  const byHalves = canMiss && sex === undefined ? numbers.of(1n, 2n) : numbers.one
  if (parent === undefined) {
    const rows = over.count(lumps, side)
    const make = (priors: Priors | undefined): Factor<N> => {
      const frequencyOf = haplotypeFrequencies(numbers, space, priors, (locus) =>
        known.isSettled(animal, side, locus),
      )
      const weighed = haplotypes().map((haplotype, place): FactorRow<N> => {
        const frequency = haplotype === none ? numbers.one : frequencyOf(haplotype)
        return [[place], numbers.times(byHalves, frequency)]
      })
      return factorFrom(
        numbers,
        [variable],
        weighed.filter(([, value]) => !numbers.isZero(value)),
      )
    }
    return { variables: [variable], rows, alike: () => 1, make }
  }
  const crossings = crossingsOf(known, parent.place, space)
  const more = crossings.map(({ all, left }) => choiceOf(all, left, parent.place))
  const truths = crossings.reduce<readonly (readonly number[])[]>(
    (all, { left }) => all.flatMap((one) => [...left.keys()].map((option) => [...one, option])),
    [[]],
  )
  const made = once(() => {
    const gametes = createGametes(numbers, space)
    const places = placesIn(haplotypes())
    const rows = truths.flatMap((truth) => {
      const holds = (when: FractionRow['when'][number]): boolean => {
        const c = crossings.findIndex((each) => each.when === when)
        return c >= 0 ? truth[c] === 0 : crossingTruth(known, parent.place, when, [], [])
      }
      return parent.pairs().flatMap(([[a, b], from]) =>
        gametes(a, b, holds).flatMap(([haplotype, weight]): readonly FactorRow<N>[] => {
          const place = places.get(haplotype)
          if (place === undefined) return []
          const isOnly = canMiss && (a === none || b === none)
          return [[[place, ...from, ...truth], isOnly ? byHalves : weight]]
        }),
      )
    })
    return factorFrom(numbers, [variable, ...parent.variables, ...more], rows)
  })
  const supported = supports.ofGametes(lumps, side, parent.lumps)
  return { ...outlined([variable, ...parent.variables], supported, more, truths.length), make: made }
}

/** @param more variables of which every value goes with everything, so many in all */
function outlined(
  variables: readonly Variable[],
  supports: readonly Support[],
  more: readonly Variable[] = [],
  times = 1,
): Outline {
  return {
    variables: [...variables, ...more],
    rows: supports.reduce((product, { rows }) => product * rows, times),
    alike: (shared) => {
      const columns = [...variables.keys()].filter((v) => shared.includes(variables[v] ?? -1))
      const free = more.length > 0 && more.every((each) => shared.includes(each)) ? 1 : times
      return supports.reduce((product, { alike }) => product * alike(columns), free)
    },
  }
}

/** Conditions on loci of other groups that a parent's fractions depend on, where it is not known whether they hold. */
function crossingsOf(
  { facts, possible }: Known,
  parent: number,
  { group }: GroupSpace,
): readonly { readonly when: FractionRow['when'][number]; readonly all: Options; readonly left: Options }[] {
  const asked = new Set(group.intervals.flat().flatMap(({ when }) => when))
  return facts.flatMap(({ place, crossing, constraints: [all] }) => {
    if (place.horse !== parent || crossing === undefined || all === undefined || !asked.has(crossing))
      return []
    const left = possible.leftOf(all)
    return left.length > 1 ? [{ when: crossing, all, left }] : []
  })
}

function sum(terms: readonly number[]): number {
  return terms.reduce((all, term) => all + term, 0)
}

export function placesIn(values: readonly number[]): ReadonlyMap<number, number> {
  return new Map(values.map((value, place) => [value, place]))
}
