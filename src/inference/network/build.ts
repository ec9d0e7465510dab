/**
 * A question as a network: for each animal and linkage group two variables, the haplotype from its mother and the one from
 * its father; for each constraint that leaves several rectangles, the rectangle that holds.
 * Guarantees: the product of its factors is the probability of everything together; nothing impossible has a value. Sizes
 * are known at once, factors are made when they are asked for.
 */
import { once } from '../../model/memo.js'
import type { Known } from '../facts/known.js'
import type { Animal } from '../facts/reading.js'
import type { Options } from '../facts/rectangles.js'
import type { Variable } from './factor.js'
import { lumpPairsOver } from './lump-pairs.js'
import type { GroupSpace } from './lumps.js'
import type { Numbers } from './numbers.js'
import { membersOf } from './pedigree.js'
import { itsOwn, origin, placesIn, type Member, type Over, type Sketch } from './sketches.js'
import { createSupports } from './supports.js'

export interface Built<N> {
  /** How many values each variable has. */
  readonly sizes: readonly number[]
  readonly sketches: readonly Sketch<N>[]
  /** Undefined where the animal does not matter. */
  readonly variableOf: (group: number, animal: number, side: 0 | 1) => Variable | undefined
  /** The haplotypes that a variable ranges over. */
  readonly haplotypesOf: (variable: Variable) => readonly number[]
  /** Constraints with several rectangles, by their variable. */
  readonly choices: ReadonlyMap<Options, Variable>
  readonly animalOf: (variable: Variable) => number | undefined
}

/**
 * @param spaces one for each group
 * @param asked animals that must have variables; where there are none, everybody's facts matter
 * @param foals animals asked about, behind those of the question
 */
export function build<N>(
  numbers: Numbers<N>,
  known: Known,
  spaces: readonly GroupSpace[],
  asked: readonly number[],
  foals: readonly Animal[],
): Built<N> {
  const sizes: number[] = []
  const owners: number[] = []
  const addVariable = (size: number, owner: number): Variable => {
    owners.push(owner)
    return sizes.push(size) - 1
  }
  const choices = new Map<Options, Variable>()
  const choiceOf: Over<N>['choiceOf'] = (all, left, animal) => {
    const made = choices.get(all) ?? addVariable(left.length, animal)
    choices.set(all, made)
    return made
  }
  const sketches: Sketch<N>[] = []
  const domains = new Map<Variable, () => readonly number[]>()
  const variables = new Map<string, Variable>()
  for (const space of spaces) {
    const over = lumpPairsOver(known, space)
    const made = { numbers, known, space, over, supports: createSupports(space), choiceOf }
    const members = new Map<number, Member>()
    for (const [place, animal] of membersOf(known, space, asked, foals)) {
      const lumps = over.of(foals[place - known.reading.animals.length] ?? place)
      const sides = ([0, 1] as const).map((side) => {
        const haplotypes = once(() => over.haplotypes(lumps, side))
        const variable = addVariable(over.count(lumps, side), place)
        domains.set(variable, haplotypes)
        variables.set(`${space.index} ${place} ${side}`, variable)
        return { variable, haplotypes, places: once(() => placesIn(haplotypes())) }
      })
      const pairs = once(() =>
        over
          .pairsOf(place, lumps)
          .map((pair) => [pair, sides.map(({ places }, s) => places().get(pair[s] ?? 0) ?? 0)] as const),
      )
      const [first = 0, second = 0] = sides.map(({ variable }) => variable)
      const haplotypes = sides.map((side) => side.haplotypes)
      const member = { ...animal, place, variables: [first, second] as const, haplotypes, lumps, pairs }
      members.set(place, member)
      sketches.push(...itsOwn(made, member))
    }
    for (const member of members.values()) {
      const parents = [member.mother, member.father].map((parent) => members.get(parent ?? -1))
      sketches.push(...parents.map((parent, side) => origin(made, member, side === 0 ? 0 : 1, parent)))
    }
  }
  return {
    sizes,
    sketches,
    variableOf: (group, animal, side) => variables.get(`${group} ${animal} ${side}`),
    haplotypesOf: (variable) => domains.get(variable)?.() ?? [],
    choices,
    animalOf: (variable) => owners[variable],
  }
}
