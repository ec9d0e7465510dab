/**
 * The animals that matter to a linkage group: those asked for, those of which something is known there, and their
 * ancestors.
 * Guarantees: leaving the others out changes no probability. A founder of which nothing is known, with one foal, is as good
 * as none: what it hands on is a founder's copy.
 */
import type { Known } from '../facts/known.js'
import type { Animal } from '../facts/reading.js'
import type { GroupSpace } from './lumps.js'

/**
 * @param asked those who stay in any case; where there are none, everybody's facts matter @param foals behind the others
 * @returns those that matter, their parents only where they do too
 */
export function membersOf(
  known: Known,
  space: GroupSpace,
  asked: readonly number[],
  foals: readonly Animal[],
): ReadonlyMap<number, Animal> {
  const animals = [...known.reading.animals, ...foals]
  const kept = relativesOf(animals, asked)
  const needed = knownOver(known, space)
  for (const each of asked) needed.add(each)
  const foalsOf = animals.map((): number[] => [])
  animals.forEach(({ mother, father }, animal) => {
    if (mother !== undefined) foalsOf[mother]?.push(animal)
    if (father !== undefined) foalsOf[father]?.push(animal)
  })
  const ifKept = (animal: number | undefined): number | undefined =>
    animal !== undefined && kept.has(animal) ? animal : undefined
  for (let before = -1; before !== kept.size;) {
    before = kept.size
    for (const animal of kept) {
      if (needed.has(animal)) continue
      const left = (foalsOf[animal] ?? []).filter((foal) => kept.has(foal)).length
      const { mother, father } = animals[animal] as Animal
      const isFounder = ifKept(mother) === undefined && ifKept(father) === undefined
      if (left === 0 || (left === 1 && isFounder)) kept.delete(animal)
    }
  }
  return new Map(
    [...kept].map((animal) => {
      const { mother, father, sex } = animals[animal] as Animal
      return [animal, { mother: ifKept(mother), father: ifKept(father), sex }]
    }),
  )
}

/**
 * Those asked for and all who are related to them, by descent or by common foals: nobody else tells anything of them.
 * Everybody, where none is asked for.
 */
export function relativesOf(animals: readonly Animal[], asked: readonly number[]): Set<number> {
  if (asked.length === 0) return new Set(animals.keys())
  const kin = animals.map((): number[] => [])
  animals.forEach(({ mother, father }, animal) => {
    for (const parent of [mother, father]) {
      if (parent === undefined) continue
      kin[animal]?.push(parent)
      kin[parent]?.push(animal)
    }
  })
  const related = new Set(asked)
  for (const animal of related) for (const other of kin[animal] ?? []) related.add(other)
  return related
}

/** Animals of which a fact says something at the loci of a group, or settles a founder's copy. */
function knownOver(
  { reading, facts, possible, isSettled }: Known,
  { group, index }: GroupSpace,
): Set<number> {
  const loci = group.loci.map((locus) => locus.index)
  const found = new Set(
    facts.flatMap(({ place, test, together, constraints }) => {
      const isSpeaking =
        (test !== undefined && loci.includes(test.locus) && test.allowed.includes(0)) ||
        together?.has(index) === true ||
        constraints.some((all) =>
          possible.leftOf(all).some((option) => loci.some((each) => option.has(each))),
        )
      return isSpeaking ? [place.horse] : []
    }),
  )
  for (const horse of reading.animals.keys())
    if (loci.some((locus) => isSettled(horse, 0, locus) || isSettled(horse, 1, locus))) found.add(horse)
  return found
}
