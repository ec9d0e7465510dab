/**
 * A question as a network: for each animal and linkage group two variables, the haplotype from its mother and the one from
 * its father; for each constraint that leaves several rectangles, the rectangle that holds.
 * Guarantees: the product of its factors is the probability of everything together; nothing impossible has a value.
 */
import { sideWithout, type Animal } from '../facts/reading.js'
import type { Options } from '../facts/coats-seen.js'
import type { FractionRow } from '../../model/model.js'
import type { Known } from './known.js'
import type { Network } from './plan.js'
import { factorFrom, type Factor, type Variable } from './factor.js'
import { createGametes, haplotypeFrequencies } from './gametes.js'
import { everyPair, pairsOver, type HaplotypePair, type HaplotypePairs } from './haplotype-pairs.js'
import { groupSpace, type GroupSpace, type Purpose } from './lumps.js'
import type { Numbers } from './numbers.js'
import { animalsThatMatter, knownAt, relativesOf } from './pedigree.js'
import { crossingTruth } from './ties.js'

export interface Built<N> {
  readonly network: Network<N>
  readonly spaces: ReadonlyMap<number, GroupSpace>
  /** Undefined where the animal does not matter. */
  readonly variableOf: (group: number, animal: number, side: 0 | 1) => Variable | undefined
  /** The haplotypes that a variable ranges over. */
  readonly haplotypesOf: (variable: Variable) => readonly number[]
  /** Constraints with several rectangles, by their variable. */
  readonly choices: ReadonlyMap<Options, Variable>
  readonly animalOf: (variable: Variable) => number | undefined
}

interface Sides {
  readonly variables: readonly [Variable, Variable]
  readonly pairs: HaplotypePairs
}

/**
 * @param foals animals asked about, behind those of the question
 * @param asked animals that must have variables; where there are none, everybody's facts matter
 */
export function build<N>(
  numbers: Numbers<N>,
  known: Known,
  purpose: Purpose,
  groups: readonly number[],
  asked: ReadonlySet<number> = new Set(),
  foals: readonly Animal[] = [],
): Built<N> {
  const { reading, facts, possible } = known
  const domains: (readonly number[])[] = []
  const owners: number[] = []
  const factors: Factor<N>[] = []
  const addVariable = (domain: readonly number[], owner: number): Variable => {
    owners.push(owner)
    return domains.push(domain) - 1
  }
  const choices = new Map<Options, Variable>()
  const choiceOf = (all: Options, left: Options, animal: number): Variable => {
    const made = choices.get(all) ?? addVariable([...left.keys()], animal)
    choices.set(all, made)
    return made
  }
  const placeIn = (variable: Variable): ((value: number) => number | undefined) => {
    const places = new Map(domains[variable]?.map((value, place) => [value, place]))
    return (value) => places.get(value)
  }
  const spaces = new Map<number, GroupSpace>()
  const variables = new Map<string, Variable>()
  const everybody = [...reading.animals, ...foals]
  const among = asked.size === 0 ? [...everybody.keys()] : relativesOf(everybody, asked)
  const leftOf = (all: Options): Options => possible.options.get(all) ?? all
  for (const group of groups) {
    const space = groupSpace(reading, facts, possible, known.priors ?? [], purpose, group)
    spaces.set(group, space)
    const over = pairsOver(reading, facts, possible, space)
    const loci = space.group.loci.map(({ index }) => index)
    const isKnown = knownAt(reading, facts, leftOf, group, loci)
    const settledAt = (animal: number): boolean =>
      loci.some((locus) => known.isSettled(animal, 0, locus) || known.isSettled(animal, 1, locus))
    const animals = animalsThatMatter(
      everybody,
      among,
      (animal) =>
        asked.has(animal) || isKnown.has(animal) || (animal < reading.animals.length && settledAt(animal)),
    )
    const sides = new Map<number, Sides>()
    for (const animal of animals.keys()) {
      const foal = foals[animal - reading.animals.length]
      const pairs = foal === undefined ? over.of(animal) : over.ofFoal(foal)
      const own = ([0, 1] as const).map((side) => {
        const domain =
          pairs.some === undefined ? pairs.sides[side] : [...new Set(pairs.some.map((pair) => pair[side]))]
        const variable = addVariable(domain, animal)
        variables.set(`${group} ${animal} ${side}`, variable)
        return variable
      }) as [Variable, Variable]
      sides.set(animal, { variables: own, pairs })
      const [first, second] = own.map(placeIn)
      const rowOf = ([a, b]: HaplotypePair): readonly number[] => [first?.(a) ?? 0, second?.(b) ?? 0]
      if (pairs.some !== undefined)
        factors.push(
          factorFrom(
            numbers,
            own,
            pairs.some.map((pair) => [rowOf(pair), numbers.one] as const),
          ),
        )
      if (foal !== undefined) continue
      for (const { all, left } of over.choices(animal)) {
        const rows = left.flatMap((option, o) =>
          (pairs.some ?? everyPair(pairs.sides)).flatMap((pair) =>
            over.isIn(option, pair) ? [[[...rowOf(pair), o], numbers.one] as const] : [],
          ),
        )
        factors.push(factorFrom(numbers, [...own, choiceOf(all, left, animal)], rows))
      }
    }
    factors.push(...inheritance(numbers, known, space, animals, sides, { placeIn, choiceOf, domains }))
  }
  return {
    network: { sizes: domains.map(({ length }) => length), factors },
    spaces,
    variableOf: (group, animal, side) => variables.get(`${group} ${animal} ${side}`),
    haplotypesOf: (variable) => domains[variable] ?? [],
    choices,
    animalOf: (variable) => owners[variable],
  }
}

interface Names {
  readonly placeIn: (variable: Variable) => (value: number) => number | undefined
  readonly choiceOf: (all: Options, left: Options, animal: number) => Variable
  readonly domains: readonly (readonly number[])[]
}

/** Where each animal has its haplotypes from: a parent, or the founders' copies. */
function inheritance<N>(
  numbers: Numbers<N>,
  known: Known,
  space: GroupSpace,
  animals: ReadonlyMap<number, Animal>,
  sides: ReadonlyMap<number, Sides>,
  { placeIn, choiceOf, domains }: Names,
): readonly Factor<N>[] {
  const { sexes } = known.reading.model
  const { none } = space
  const frequencyOf = haplotypeFrequencies(numbers, space, known.priors)
  const gametes = createGametes(numbers, space)
  const half = numbers.of(1n, 2n)
  return [...animals].flatMap(([animal, { mother, father, sex }]) =>
    ([0, 1] as const).map((side): Factor<N> => {
      const variable = sides.get(animal)?.variables[side] ?? 0
      const place = placeIn(variable)
      const parent = side === 0 ? mother : father
      const canMiss = none !== undefined && sexes !== undefined && side === sideWithout(sexes)
      // Half of its gametes have it: those that make daughters, say.
      const byHalves = canMiss && sex === undefined ? half : numbers.one
      if (parent === undefined) {
        const rows = (domains[variable] ?? []).map((haplotype, p) => {
          if (haplotype === none) return [[p], byHalves] as const
          const frequency = frequencyOf(haplotype, (locus) => known.isSettled(animal, side, locus))
          return [[p], numbers.times(byHalves, frequency)] as const
        })
        return factorFrom(
          numbers,
          [variable],
          rows.filter(([, value]) => !numbers.isZero(value)),
        )
      }
      const { variables: theirs, pairs } = sides.get(parent) as Sides
      const [first, second] = theirs.map(placeIn)
      const crossings = crossingsOf(known, parent, space)
      const rows = truths(crossings).flatMap((truth) => {
        const holds = (when: FractionRow['when'][number]): boolean => {
          const c = crossings.findIndex((each) => each.when === when)
          return c >= 0 ? truth[c] === 0 : crossingTruth(known, parent, when, [], [])
        }
        return (pairs.some ?? everyPair(pairs.sides)).flatMap(([a, b]) => {
          const from = [first?.(a) ?? 0, second?.(b) ?? 0, ...truth]
          const isOnly = canMiss && (a === none || b === none)
          return gametes(a, b, holds).flatMap(([haplotype, weight]) => {
            const p = place(haplotype)
            return p === undefined ? [] : [[[p, ...from], isOnly ? byHalves : weight] as const]
          })
        })
      })
      const more = crossings.map(({ all, left }) => choiceOf(all, left, parent))
      return factorFrom(numbers, [variable, ...theirs, ...more], rows)
    }),
  )
}

interface Crossing {
  readonly when: FractionRow['when'][number]
  readonly all: Options
  readonly left: Options
}

/** Conditions on loci of other groups that a parent's fractions depend on, where it is not known whether they hold. */
function crossingsOf({ facts, possible }: Known, parent: number, { group }: GroupSpace): readonly Crossing[] {
  const asked = new Set(group.intervals.flat().flatMap(({ when }) => when))
  return facts.flatMap(({ place, crossing, constraints: [all] }) => {
    if (place.horse !== parent || crossing === undefined || all === undefined || !asked.has(crossing))
      return []
    const left = possible.options.get(all) ?? all
    return left.length > 1 ? [{ when: crossing, all, left }] : []
  })
}

function truths(crossings: readonly Crossing[]): readonly (readonly number[])[] {
  return crossings.reduce<readonly (readonly number[])[]>(
    (all, { left }) => all.flatMap((one) => [...left.keys()].map((option) => [...one, option])),
    [[]],
  )
}
