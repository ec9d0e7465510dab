/**
 * The animals that matter to a linkage group: those asked for, those of which something is known there, and their
 * ancestors.
 * Guarantees: leaving the others out changes no probability. A founder of which nothing is known, with one foal, is as good
 * as none: what it hands on is a founder's copy.
 */
import type { Options } from '../facts/coats-seen.js'
import type { Fact } from '../facts/fact.js'
import type { Animal, Reading } from '../facts/reading.js'

/**
 * @returns those that matter, their parents only where they do too
 * @param among the animals that can matter
 * @param isNeeded whether it must stay in any case
 */
export function animalsThatMatter(
  animals: readonly Animal[],
  among: Iterable<number>,
  isNeeded: (animal: number) => boolean,
): ReadonlyMap<number, Animal> {
  const kept = new Set(among)
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
      if (isNeeded(animal)) continue
      const foals = (foalsOf[animal] ?? []).filter((foal) => kept.has(foal))
      const { mother, father } = animals[animal] as Animal
      const isFounder = ifKept(mother) === undefined && ifKept(father) === undefined
      if (foals.length === 0 || (foals.length === 1 && isFounder)) kept.delete(animal)
    }
  }
  return new Map(
    [...kept].map((animal) => {
      const { mother, father, sex } = animals[animal] as Animal
      return [animal, { mother: ifKept(mother), father: ifKept(father), sex }]
    }),
  )
}

/** Those asked for and all who are related to them, by descent or by common foals. Nobody else tells anything of them. */
export function relativesOf(animals: readonly Animal[], asked: ReadonlySet<number>): ReadonlySet<number> {
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

/** Animals of which a fact says something at these loci. @param left what is left of a fact's constraints */
export function knownAt(
  { levels, levelOf }: Reading,
  facts: readonly Fact[],
  left: (all: Options) => Options,
  group: number,
  loci: readonly number[],
): ReadonlySet<number> {
  const own = new Set(loci.map((locus) => levels[levelOf[locus] ?? 0]?.index ?? 0))
  const isSpeaking = ({ test, together, constraints }: Fact): boolean =>
    (test !== undefined && loci.includes(test.locus) && test.allowed.includes(0)) ||
    together?.has(group) === true ||
    constraints.some((all) => left(all).some((option) => [...option.keys()].some((level) => own.has(level))))
  return new Set(facts.filter(isSpeaking).map(({ place }) => place.horse))
}
