/**
 * The animals that matter to a linkage group: the queried ones, those with facts there, and their ancestors.
 * Guarantees: omitting the others changes no probability. A founder without facts and with a single foal is omitted
 * too, because it passes on a random copy of the population.
 */
import type { Evidence } from '../facts/evidence.js'
import type { Fact } from '../facts/read-facts.js'
import type { Animal } from '../facts/reading.js'
import type { Variables } from './variables.js'

/**
 * @param withFacts animals with facts over the group
 * @param queried animals that are always kept; if empty, all facts matter
 * @param foal a queried foal, numbered after the others
 * @returns the animals that matter, each with those parents that matter
 */
export function relevantAnimals(
  ofQuestion: readonly Animal[],
  withFacts: ReadonlySet<number>,
  queried: readonly number[],
  foal: Animal | undefined,
): ReadonlyMap<number, Animal> {
  const animals = foal === undefined ? ofQuestion : [...ofQuestion, foal]
  const kept = relativesOf(animals, queried)
  const needed = new Set([...withFacts, ...queried])
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

/** These animals and all their relatives, by descent or through common foals; all animals if none is given. */
export function relativesOf(animals: readonly Animal[], queried: readonly number[]): Set<number> {
  if (queried.length === 0) return new Set(animals.keys())
  const kin = animals.map((): number[] => [])
  animals.forEach(({ mother, father }, animal) => {
    for (const parent of [mother, father]) {
      if (parent === undefined) continue
      kin[animal]?.push(parent)
      kin[parent]?.push(animal)
    }
  })
  const related = new Set(queried)
  for (const animal of related) for (const other of kin[animal] ?? []) related.add(other)
  return related
}

/** Animals with a fact at the loci of a group, or with a determined founder's copy there. */
export function animalsWithFacts(
  { reading, possible, isDetermined }: Evidence,
  { factsOf }: Pick<Variables, 'factsOf'>,
  group: number,
): ReadonlySet<number> {
  const loci = (reading.model.groups[group]?.loci ?? []).map(({ index }) => index)
  const isAbout = ({ test, together, constraints }: Fact): boolean =>
    (test !== undefined && loci.includes(test.locus) && test.allowed.includes(0)) ||
    together?.has(group) === true ||
    constraints.some((all) =>
      possible.leftOf(all).some((rectangle) => loci.some((locus) => rectangle.has(locus))),
    )
  const animals = [...reading.animals.keys()].filter(
    (animal) =>
      factsOf(animal).some(({ fact }) => isAbout(fact)) ||
      loci.some((locus) => isDetermined(animal, 0, locus) || isDetermined(animal, 1, locus)),
  )
  return new Set(animals)
}
