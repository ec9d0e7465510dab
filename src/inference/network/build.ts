/**
 * A question as a network: for each animal and linkage group two variables, the haplotype from its mother and the one from
 * its father; for each constraint that leaves several rectangles, the rectangle that holds.
 * Guarantees: the product of its factors is the probability of everything together; nothing impossible has a value. Sizes
 * are known at once, factors are made when they are asked for.
 */
import type { Known } from '../facts/known.js'
import type { Animal } from '../facts/reading.js'
import type { Variable } from './factor.js'
import type { GroupSpace } from './lumps.js'
import { membersOver, type Member } from './members.js'
import { namesOf, type Choice } from './names.js'
import { membersOf } from './pedigree.js'
import type { Sketch } from './sketches.js'

export interface Built {
  /** How many values each variable has; 0 for those that are not in this network. */
  readonly sizes: Float64Array
  readonly sketches: readonly Sketch[]
  /** An animal that was asked for, or a foal. */
  readonly memberAt: (group: number, animal: number) => Member | undefined
  /** Constraints with several rectangles. */
  readonly choices: readonly Choice[]
  readonly animalOf: (variable: Variable) => number | undefined
}

/**
 * @param spaces one for each group
 * @param asked animals that must have variables; where there are none, everybody's facts matter
 * @param foal an animal asked about, behind those of the question
 */
export function build(
  known: Known,
  spaces: readonly GroupSpace[],
  asked: readonly number[],
  foal: Animal | undefined,
): Built {
  const { count, animalOf } = namesOf(known)
  const sizes = new Float64Array(count)
  const sketches: Sketch[] = []
  const choices: Choice[] = []
  const byGroup = new Map<number, ReadonlyMap<number, Member>>()
  const add = (sketch: Sketch): void => {
    sketches.push(sketch)
    for (const choice of sketch.choices) {
      if (sizes[choice.variable] === 0) choices.push(choice)
      sizes[choice.variable] = choice.left.length
    }
  }
  for (const space of spaces) {
    const { at, itsOwn, origin } = membersOver(known, space)
    const members = new Map<number, Member>()
    const animals = membersOf(known, space.index, asked, foal)
    for (const place of animals.keys()) {
      const member = at(place, place === known.reading.animals.length ? foal : undefined)
      members.set(place, member)
      member.variables.forEach((variable, side) => (sizes[variable] = member.counts[side] ?? 0))
      itsOwn(member).forEach(add)
    }
    for (const [place, { mother, father }] of animals) {
      const member = members.get(place) as Member
      add(origin(member, 0, members.get(mother ?? -1)))
      add(origin(member, 1, members.get(father ?? -1)))
    }
    byGroup.set(space.index, members)
  }
  return { sizes, sketches, memberAt: (group, animal) => byGroup.get(group)?.get(animal), choices, animalOf }
}
