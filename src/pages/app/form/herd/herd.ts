/**
 * The animals that a breeder keeps in this browser, and changes to them.
 * Guarantees: names are unique, whatever their case; no change loses an animal, except removing it.
 */
import type { Sex } from '../choice.js'
import type { Facts } from '../relatives.js'

export interface HerdAnimal {
  readonly name: string
  readonly sex: Sex
  readonly facts: Facts
}

export type Herd = readonly HerdAnimal[]

/** The longest name, which is also the longest id of a question. */
export const LONGEST_NAME = 64

/** The text as a name; undefined if it is none. */
export function nameOf(text: string): string | undefined {
  const name = text.trim().replace(/\s+/g, ' ')
  return name === '' || [...name].length > LONGEST_NAME ? undefined : name
}

export function animalOf(herd: Herd, name: string): HerdAnimal | undefined {
  return herd.find((each) => isSameName(each.name, name))
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Adds an animal, or replaces the one of the same name in its place. */
export function withAnimal(herd: Herd, animal: HerdAnimal): Herd {
  const isThere = animalOf(herd, animal.name) !== undefined
  return isThere
    ? herd.map((each) => (isSameName(each.name, animal.name) ? animal : each))
    : [...herd, animal]
}

export function without(herd: Herd, name: string): Herd {
  return herd.filter((each) => !isSameName(each.name, name))
}

/** Gives an animal another name, which no other one has. */
export function renamed(herd: Herd, from: string, to: string): Herd {
  return herd.map((each) => (isSameName(each.name, from) ? { ...each, name: to } : each))
}

/** What became of imported animals. */
export interface Merged {
  readonly herd: Herd
  readonly added: number
  /** Animals that were there already, exactly the same. */
  readonly known: number
}

/** Adds imported animals. One that differs from another of the same name gets a number behind its name. */
export function merged(herd: Herd, imported: Herd): Merged {
  let [all, added, known] = [herd, 0, 0]
  for (const animal of imported) {
    const same = animalOf(all, animal.name)
    if (same !== undefined && contentOf(same) === contentOf(animal)) {
      known += 1
      continue
    }
    all = [...all, { ...animal, name: freeName(all, animal.name) }]
    added += 1
  }
  return { herd: all, added, known }
}

function freeName(herd: Herd, name: string): string {
  let free = name
  for (let number = 2; animalOf(herd, free) !== undefined; number++) {
    const end = ` (${number})`
    free = [...name].slice(0, LONGEST_NAME - end.length).join('') + end
  }
  return free
}

/** Equal for animals of which the same is known. */
export function contentOf({ sex, facts }: Omit<HerdAnimal, 'name'>): string {
  const { coat, born, has, lacks, isCertain, tests } = facts
  const sorted = Object.entries(tests).sort(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([sex, coat, born, has.toSorted(), lacks.toSorted(), isCertain, sorted])
}
