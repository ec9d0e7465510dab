/**
 * Faults of a pedigree that need no genetics: ids, sexes, ages, cycles.
 */
import { isTooYoung } from './dates.js'
import type { FaultList } from './fault.js'
import { SEX_CODES, type Studbook } from './studbook.js'

const ROLES = ['sire', 'dam'] as const
const SEX_OF = { sire: SEX_CODES.m, dam: SEX_CODES.f }
const WORDS = ['of unknown sex', 'female', 'male']

export function findPedigreeFaults(book: Studbook, faults: FaultList): void {
  findMissing(book, faults)
  findSexClashes(book, faults)
  findAges(book, faults)
  findCycles(book, faults)
}

const quoted = (book: Studbook, animal: number): string => JSON.stringify(book.ids.textOf(animal))

/** Parents without a row of their own, each once. */
function findMissing(book: Studbook, faults: FaultList): void {
  const found = new Set<number>()
  for (let animal = 0; animal < book.size; animal++)
    for (const role of ROLES) {
      const parent = (book[role][animal] as number) - 1
      if (parent < 0 || book.line[parent] !== 0 || found.has(parent)) continue
      found.add(parent)
      faults.add('missing id', () => ({
        ...parentsOf(book, animal),
        what: `${role} ${quoted(book, parent)} has no row of its own; nothing is known of it`,
      }))
    }
}

function findSexClashes(book: Studbook, faults: FaultList): void {
  const roles = new Uint8Array(book.size)
  const clashing = new Uint8Array(book.size)
  for (let animal = 0; animal < book.size; animal++)
    for (const role of ROLES) {
      const parent = (book[role][animal] as number) - 1
      if (parent < 0) continue
      roles[parent] = (roles[parent] as number) | SEX_OF[role]
      if (clashing[parent] === 1) continue
      const sex = book.sex[parent] as number
      if (sex !== 0 && sex !== SEX_OF[role]) {
        clashing[parent] = 1
        faults.add('sex', () => ({
          ...parentsOf(book, animal),
          what: `${quoted(book, parent)} is ${WORDS[sex]}, and is recorded as a ${role}: one of these entries is wrong`,
        }))
      } else if (roles[parent] === 3) {
        clashing[parent] = 1
        faults.add('sex', () => ({
          ...parentsOf(book, animal),
          what: `${quoted(book, parent)} is recorded as a sire and as a dam: one of these entries is wrong`,
        }))
      }
    }
}

function findAges(book: Studbook, faults: FaultList): void {
  for (let animal = 0; animal < book.size; animal++)
    for (const role of ROLES) {
      const parent = (book[role][animal] as number) - 1
      if (
        parent < 0 ||
        parent === animal ||
        !isTooYoung(book.born[parent] as number, book.born[animal] as number)
      )
        continue
      faults.add('age', () => ({
        ...parentsOf(book, animal),
        what: `${role} ${quoted(book, parent)}, born ${dateText(book.born[parent] as number)}, is not older than its foal, born ${dateText(book.born[animal] as number)}: one of these entries is wrong`,
      }))
    }
}

/** Animals that are their own ancestors, each cycle once, by depth-first search without recursion. */
function findCycles(book: Studbook, faults: FaultList): void {
  const [FRESH, OPEN, DONE] = [0, 1, 2]
  const state = new Uint8Array(book.size)
  for (let start = 0; start < book.size; start++) {
    if (state[start] !== FRESH) continue
    /** The line from the start, and how many parents of each have been visited. */
    const path = [{ animal: start, visited: 0 }]
    state[start] = OPEN
    for (let last = path.at(-1); last !== undefined; last = path.at(-1)) {
      const role = ROLES[last.visited++]
      if (role === undefined) {
        state[last.animal] = DONE
        path.pop()
        continue
      }
      const parent = (book[role][last.animal] as number) - 1
      if (parent < 0 || state[parent] === DONE) continue
      if (state[parent] === FRESH) {
        state[parent] = OPEN
        path.push({ animal: parent, visited: 0 })
        continue
      }
      const { animal } = last
      const cycle = path
        .slice(path.findIndex((each) => each.animal === parent))
        .map((each) => quoted(book, each.animal))
      faults.add('cycle', () => ({ ...parentsOf(book, animal), what: cycleText(cycle) }))
    }
  }
}

const MAX_SHOWN = 10

function cycleText(cycle: readonly string[]): string {
  const line = cycle.length > MAX_SHOWN ? [...cycle.slice(0, MAX_SHOWN), '…'] : cycle
  return `${cycle[0]} is its own ancestor (foal, parent, …: ${[...line, cycle[0]].join(', ')}): one of these entries is wrong`
}

export function parentsOf(book: Studbook, animal: number) {
  return {
    animal,
    sire: (book.sire[animal] as number) - 1,
    dam: (book.dam[animal] as number) - 1,
    line: book.line[animal] as number,
    loci: [] as readonly number[],
  }
}

/** `2026-01-31`, or the year alone. */
function dateText(born: number): string {
  const digits = String(born).padStart(8, '0')
  const year = digits.slice(0, 4)
  return born % 10_000 === 0 ? year : `${year}-${digits.slice(4, 6)}-${digits.slice(6)}`
}
