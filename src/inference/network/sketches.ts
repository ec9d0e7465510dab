/**
 * The factors of a network, before they are made: what facts say of an animal itself, and where it has its haplotypes from.
 * Guarantees: rows are counted at once, and listed when a factor is made.
 */
import { isMissing, type Priors } from '../facts/copies.js'
import type { Known } from '../facts/known.js'
import { sideWithout, type Animal } from '../facts/reading.js'
import { factorFrom, type Factor, type Variable } from './factor.js'
import { createGametes, haplotypeFrequencies } from './gametes.js'
import type { HaplotypePair, LumpPairs, LumpPairsOver } from './lump-pairs.js'
import type { GroupSpace } from './lumps.js'
import type { Choice } from './names.js'
import type { Numbers } from './numbers.js'
import type { Outline } from '../planning/outlines.js'
import type { Support, Supports } from './supports.js'

/** A factor before it is made. */
export interface Sketch extends Outline {
  /** The rectangles of constraints that it is about. */
  readonly choices: readonly Choice[]
  /** Whether it depends on how frequent founders' copies are. */
  readonly isFrequency: boolean
  readonly make: <N>(numbers: Numbers<N>, priors: Priors | undefined) => Factor<N>
}

/** An animal over one group. */
export interface Member {
  readonly place: number
  readonly sex: Animal['sex']
  /** Of its mother's and its father's side. */
  readonly variables: readonly [Variable, Variable]
  readonly counts: readonly [number, number]
  readonly haplotypes: readonly [() => readonly number[], () => readonly number[]]
  readonly lumps: readonly LumpPairs[]
  /** Its pairs of haplotypes, with the places of its variables' values. */
  readonly pairs: () => readonly (readonly [HaplotypePair, readonly number[]])[]
}

/** What the factors of one group are made from. */
export interface Over {
  readonly known: Known
  readonly space: GroupSpace
  readonly over: LumpPairsOver
  readonly supports: Supports
}

/** What facts say of an animal itself: which haplotypes go together, and in which rectangle they lie. */
export function itsOwn({ over, supports }: Over, member: Member): readonly Sketch[] {
  const { place, variables, lumps, pairs } = member
  const chosen = over.choices(place).map((choice): Sketch => {
    const { left, variable } = choice
    const parts = left.map((option) => outlined(variables, supports.ofPairs(lumps, option)))
    return {
      variables: [...variables, variable],
      choices: [choice],
      isFrequency: false,
      rows: sum(parts.map(({ rows }) => rows)),
      alike: (shared) => {
        const each = parts.map(({ alike }) => alike(shared))
        return shared.includes(variable) ? Math.max(...each) : sum(each)
      },
      make: <N>(numbers: Numbers<N>) => {
        const [places, values]: [number[], N[]] = [[], []]
        left.forEach((option, o) => {
          for (const [pair, own] of pairs()) {
            if (!over.isIn(option, pair)) continue
            places.push(...own, o)
            values.push(numbers.one)
          }
        })
        return factorFrom(numbers, [...variables, variable], places, values)
      },
    }
  })
  if (over.isWhole(place, lumps)) return chosen
  const together: Sketch = {
    choices: [],
    isFrequency: false,
    make: (numbers) =>
      factorFrom(
        numbers,
        variables,
        pairs().flatMap(([, places]) => places),
        pairs().map(() => numbers.one),
      ),
    ...outlined(variables, supports.ofPairs(lumps)),
  }
  return [together, ...chosen]
}

/** Where an animal has a haplotype from: its parent, or the founders' copies. */
export function origin(
  { known, space, over, supports }: Over,
  { place: animal, sex, variables, haplotypes: domains, lumps }: Member,
  side: 0 | 1,
  parent: Member | undefined,
): Sketch {
  const { none } = space
  const variable = variables[side]
  const haplotypes = domains[side]
  // Also where what is known leaves one sex only: that it is of it has a probability.
  const isSexed = space.places.some((place) => isMissing(place, place.copies.length - 1))
  const canMiss = isSexed && side === sideWithout(known.reading.model)
  // Half of the gametes have it: those that make daughters, say.
  const halved = <N>(numbers: Numbers<N>): N =>
    canMiss && sex === undefined ? numbers.of(1n, 2n) : numbers.one
  if (parent === undefined) {
    const make = <N>(numbers: Numbers<N>, priors: Priors | undefined): Factor<N> => {
      const byHalves = halved(numbers)
      const frequencyOf = haplotypeFrequencies(numbers, space, priors, (locus) =>
        known.isSettled(animal, side, locus),
      )
      const [places, values]: [number[], N[]] = [[], []]
      haplotypes().forEach((haplotype, place) => {
        const value = numbers.times(byHalves, haplotype === none ? numbers.one : frequencyOf(haplotype))
        if (numbers.isZero(value)) return
        places.push(place)
        values.push(value)
      })
      return factorFrom(numbers, [variable], places, values)
    }
    const rows = over.count(lumps, side)
    return { variables: [variable], choices: [], isFrequency: true, rows, alike: () => 1, make }
  }
  const make = <N>(numbers: Numbers<N>): Factor<N> => {
    const byHalves = halved(numbers)
    const gametes = createGametes(numbers, space)
    const placeOf = new Map(haplotypes().map((haplotype, place) => [haplotype, place]))
    const [places, values]: [number[], N[]] = [[], []]
    for (const [[a, b], from] of parent.pairs()) {
      const isOnly = canMiss && (a === none || b === none)
      for (const [haplotype, weight] of gametes(a, b)) {
        const place = placeOf.get(haplotype)
        if (place === undefined) continue
        places.push(place, ...from)
        values.push(isOnly ? byHalves : weight)
      }
    }
    return factorFrom(numbers, [variable, ...parent.variables], places, values)
  }
  const supported = supports.ofGametes(lumps, side, parent.lumps)
  const outline = outlined([variable, ...parent.variables], supported)
  return { choices: [], isFrequency: false, make, ...outline }
}

function outlined(variables: readonly Variable[], supports: readonly Support[]): Outline {
  return {
    variables,
    rows: supports.reduce((product, { rows }) => product * rows, 1),
    alike: (shared) => {
      const columns: number[] = []
      for (let v = 0; v < variables.length; v++) if (shared.includes(variables[v] ?? -1)) columns.push(v)
      return supports.reduce((product, { alike }) => product * alike(columns), 1)
    },
  }
}

function sum(terms: readonly number[]): number {
  return terms.reduce((all, term) => all + term, 0)
}
