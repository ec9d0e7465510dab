/**
 * Which pairs of copies each animal can have, locus by locus: what its own facts leave, and what its parents and foals
 * leave of that (Lange and Goradia's elimination).
 * Guarantees: nothing possible is left out; what is left may still be impossible, where loci are linked or a pedigree has
 * loops. It only makes the exact work smaller.
 */
import type { Fact } from './fact.js'
import { sideWithout, type Reading } from './reading.js'
import type { Options } from './coats-seen.js'
import type { LocusCopies } from './copies.js'
import type { Level } from './levels.js'
import type { Rectangle } from './rectangles.js'
import type { Priors } from './priors.js'

export interface Possible {
  /** Locus → animal → mother's copy × father's copy → 1 where the pair is possible. */
  readonly pairs: readonly (readonly Uint8Array[])[]
  /** What is left of each fact's constraints. */
  readonly options: ReadonlyMap<Options, Options>
  /** A locus at which an animal can have nothing. */
  readonly empty: number | undefined
}

/** Whether a founder's copy is free: it is settled by the facts, whatever its frequency. */
export type IsSettled = (animal: number, side: 0 | 1, locus: number) => boolean

/** @param priors undefined: every copy is possible */
export function possiblePairs(
  reading: Reading,
  facts: readonly Fact[],
  priors: Priors | undefined,
  isSettled: IsSettled,
): Possible {
  const { copies, animals } = reading
  const options = new Map(facts.flatMap(({ constraints }) => constraints.map((each) => [each, each])))
  const pairs = copies.map((own) =>
    animals.map((_, animal) => startingPairs(reading, own, animal, priors, isSettled)),
  )
  for (const { place, test } of facts) {
    if (test !== undefined) restrict(pairs[test.locus]?.[place.horse] as Uint8Array, test.allowed)
  }
  const constrained = facts.flatMap(({ place, constraints }) =>
    constraints.map((all) => ({ animal: place.horse, all })),
  )
  for (let changed = true; changed;) {
    changed = false
    for (const { animal, all } of constrained) {
      const left = options.get(all) ?? []
      const still = left.filter((option) => isLeft(reading, option, (locus) => pairs[locus]?.[animal]))
      if (still.length < left.length) {
        options.set(all, still)
        changed = true
      }
      for (const { loci, index } of reading.levels) {
        if (!still.every((option) => option.has(index)) && still.length > 0) continue
        for (const locus of loci) {
          const union = unionOf(reading, still, locus)
          if (restrict(pairs[locus]?.[animal] as Uint8Array, union)) changed = true
        }
      }
    }
    pairs.forEach((own, locus) => {
      if (inherit(reading, own, copies[locus]?.copies.length ?? 0)) changed = true
    })
    const empty = pairs.findIndex((own) => own.some((set) => !set.includes(1)))
    if (empty >= 0) return { pairs, options, empty }
  }
  return { pairs, options, empty: undefined }
}

/** @returns whether anything was taken away */
function restrict(set: Uint8Array, by: Uint8Array): boolean {
  let changed = false
  for (let i = 0; i < set.length; i++) {
    if (set[i] === 1 && by[i] !== 1) {
      set[i] = 0
      changed = true
    }
  }
  return changed
}

function startingPairs(
  { model, animals }: Reading,
  { locus, copies }: LocusCopies,
  animal: number,
  priors: Priors | undefined,
  isSettled: IsSettled,
): Uint8Array {
  const own = animals[animal]
  const sides = ([0, 1] as const).map((side) => {
    const frequencies = priors?.[locus.index]
    const isFounder = (side === 0 ? own?.mother : own?.father) === undefined
    const isFree = !isFounder || frequencies === undefined || isSettled(animal, side, locus.index)
    return copies.map(([allele], copy) => {
      if (locus.noCopy === null || model.sexes === undefined || copies.at(-1)?.[0] !== locus.noCopy)
        return isFree || frequencies?.[copy]?.numerator !== 0n
      const isMissing = allele === locus.noCopy
      const canMiss =
        side === sideWithout(model.sexes) && (own?.sex === undefined || own.sex === model.sexes.heterogametic)
      const mustMiss = canMiss && own?.sex !== undefined
      if (isMissing) return canMiss
      return !mustMiss && (isFree || frequencies?.[copy]?.numerator !== 0n)
    })
  })
  const n = copies.length
  return Uint8Array.from({ length: n * n }, (_, i) =>
    sides[0]?.[Math.floor(i / n)] === true && sides[1]?.[i % n] === true ? 1 : 0,
  )
}

/** What animals can have by their parents and foals. @returns whether anything was taken away */
function inherit({ animals }: Reading, pairs: readonly Uint8Array[], n: number): boolean {
  let changed = false
  animals.forEach(({ mother, father }, animal) => {
    const own = pairs[animal] as Uint8Array
    for (const [parent, isFirst] of [
      [mother, true],
      [father, false],
    ] as const) {
      const other = parent === undefined ? undefined : pairs[parent]
      if (other === undefined) continue
      const handed = new Uint8Array(n)
      const taken = new Uint8Array(n)
      other.forEach((is, i) => {
        if (is === 1) handed[Math.floor(i / n)] = handed[i % n] = 1
      })
      own.forEach((is, i) => {
        if (is === 1 && handed[isFirst ? Math.floor(i / n) : i % n] === 0) {
          own[i] = 0
          changed = true
        } else if (is === 1) taken[isFirst ? Math.floor(i / n) : i % n] = 1
      })
      other.forEach((is, i) => {
        if (is === 1 && taken[Math.floor(i / n)] === 0 && taken[i % n] === 0) {
          other[i] = 0
          changed = true
        }
      })
    }
  })
  return changed
}

function isLeft(
  reading: Reading,
  option: Rectangle,
  pairsAt: (locus: number) => Uint8Array | undefined,
): boolean {
  return [...option].every(([level, set]) =>
    (reading.levels[level] as Level).loci.every((locus) => {
      const allowed = projected(reading, level, set, locus)
      return pairsAt(locus)?.some((is, i) => is === 1 && allowed[i] === 1) === true
    }),
  )
}

function unionOf(reading: Reading, options: Options, locus: number): Uint8Array {
  const level = reading.levelOf[locus] ?? 0
  const n = reading.copies[locus]?.copies.length ?? 0
  const union = new Uint8Array(n * n)
  for (const option of options) {
    const set = option.get(level)
    if (set === undefined) return union.fill(1)
    projected(reading, level, set, locus).forEach((is, i) => {
      if (is === 1) union[i] = 1
    })
  }
  return union
}

const projections = new WeakMap<Uint8Array, Map<string, Uint8Array>>()

/** A level's set at one of its loci: copy × copy → 1 where some pair in the set has these. */
function projected({ copies, levels }: Reading, level: number, set: Uint8Array, locus: number): Uint8Array {
  const known = projections.get(set) ?? new Map<string, Uint8Array>()
  projections.set(set, known)
  const { loci, size } = levels[level] as Level
  const { classOf, examples } = copies[locus] as LocusCopies
  const key = `${locus} ${classOf.join()}`
  const met = known.get(key)
  if (met !== undefined) return met
  let stride = 1
  for (const other of loci) {
    if (other === locus) break
    stride *= copies[other]?.examples.length ?? 1
  }
  const m = examples.length
  const classAt = (copy: number): number => Math.floor(copy / stride) % m
  const classes = new Uint8Array(m * m)
  set.forEach((is, i) => {
    if (is === 1) classes[classAt(Math.floor(i / size)) * m + classAt(i % size)] = 1
  })
  const n = classOf.length
  const result = Uint8Array.from(
    { length: n * n },
    (_, i) => classes[(classOf[Math.floor(i / n)] ?? 0) * m + (classOf[i % n] ?? 0)] ?? 0,
  )
  known.set(key, result)
  return result
}
