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
import { membersOver } from './members.js'
import { namesOf, type Choice } from './names.js'
import { membersOf } from './pedigree.js'
import type { Member, Sketch } from './sketches.js'

export type Built = Readonly<ReturnType<typeof build>>

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
) {
  const { count, animalOf } = namesOf(known)
  /** How many values each of its variables has. */
  const sizes = new Map<Variable, number>()
  const sketches: Sketch[] = []
  /** Constraints with several rectangles. */
  const choices: Choice[] = []
  const byGroup = new Map<number, ReadonlyMap<number, Member>>()
  const add = (sketch: Sketch): void => {
    sketches.push(sketch)
    for (const choice of sketch.choices) {
      if (!sizes.has(choice.variable)) choices.push(choice)
      sizes.set(choice.variable, choice.left.length)
    }
  }
  for (const space of spaces) {
    const { at, itsOwn, origin } = membersOver(known)(space)
    const members = new Map<number, Member>()
    const animals = membersOf(known, space.index, asked, foal)
    for (const place of animals.keys()) {
      const member = at(place, place === known.reading.animals.length ? foal : undefined)
      members.set(place, member)
      member.variables.forEach((variable, side) => sizes.set(variable, member.counts[side] ?? 0))
      itsOwn(member).forEach(add)
    }
    for (const [place, { mother, father }] of animals) {
      const member = members.get(place) as Member
      add(origin(member, 0, members.get(mother ?? -1)))
      add(origin(member, 1, members.get(father ?? -1)))
    }
    byGroup.set(space.index, members)
  }
  /** The same as `sizes`, by variable; made anew, since it has room for all variables of the question. */
  const table = (): Float64Array => {
    const all = new Float64Array(count)
    for (const [variable, size] of sizes) all[variable] = size
    return all
  }
  /** An animal that was asked for, or a foal. */
  const memberAt = (group: number, animal: number): Member | undefined => byGroup.get(group)?.get(animal)
  return { sizes, table, sketches, memberAt, choices, animalOf }
}
