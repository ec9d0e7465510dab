/**
 * The animals that matter to a linkage group: those asked for, those of which something is known there, and their
 * ancestors.
 * Guarantees: leaving the others out changes no probability. A founder of which nothing is known, with one foal, is as good
 * as none: what it hands on is a founder's copy.
 */
import { onceEach } from '../../common/memo.js'
import type { Fact } from '../facts/facts.js'
import { remembering, type Known } from '../facts/known.js'
import type { Animal } from '../facts/reading.js'
import { namesOf } from './names.js'

/**
 * @param asked those who stay in any case; where there are none, everybody's facts matter
 * @param foal behind the others, if one is asked about
 * @returns those that matter, their parents only where they do too
 */
export function membersOf(
  known: Known,
  group: number,
  asked: readonly number[],
  foal: Animal | undefined,
): ReadonlyMap<number, Animal> {
  const animals = foal === undefined ? known.reading.animals : [...known.reading.animals, foal]
  const kept = relativesOf(animals, asked)
  const needed = new Set([...knownOver(known)(group), ...asked])
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
const knownOver = remembering((known) => onceEach((group: number) => animalsKnownOver(known, group)))

function animalsKnownOver(known: Known, group: number): ReadonlySet<number> {
  const { reading, possible, isSettled } = known
  const { factsOf } = namesOf(known)
  const loci = (reading.model.groups[group]?.loci ?? []).map(({ index }) => index)
  const isSpeaking = ({ test, together, constraints }: Fact): boolean =>
    (test !== undefined && loci.includes(test.locus) && test.allowed.includes(0)) ||
    together?.has(group) === true ||
    constraints.some((all) => possible.leftOf(all).some((option) => loci.some((each) => option.has(each))))
  const animals = [...reading.animals.keys()].filter(
    (animal) =>
      factsOf(animal).some(({ fact }) => isSpeaking(fact)) ||
      loci.some((locus) => isSettled(animal, 0, locus) || isSettled(animal, 1, locus)),
  )
  return new Set(animals)
}
