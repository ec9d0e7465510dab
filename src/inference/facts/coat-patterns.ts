/**
 * The genotypes that an observed coat leaves possible, each with the likelihood of the observation, from the parts of a coat
 * that vary independently.
 * Guarantees: parts that vary independently become separate constraints, unless the patterns themselves couple them; the
 * likelihood is the product of the weights of the rectangles that a genotype lies in.
 * Leaves to others: what each part can show (observed-coats.ts), and how likely that is described so (likelihood/).
 */
import { onceEach } from '../../common/memo.js'
import { A_STEP } from '../planning/weights.js'
import type { CoatPattern } from '../question.js'
import { combinationsOf, intersection, type GenotypeSet, type Rectangle } from './genotype-sets.js'
import { blocksOf, type Block, type BlockChoice } from './likelihood/blocks.js'
import { matchingChoices, placesByWeight, sumOf, type Vector } from './likelihood/vectors.js'
import { readPart, type CoatPart, type ReadPart, type Spend } from './likelihood/read-part.js'

/** Sets of genotypes, all of which hold. */
export interface WeighedSets {
  readonly constraints: readonly GenotypeSet[]
  /** The weights of rectangles that are not 1. */
  readonly weights: ReadonlyMap<Rectangle, number>
}

export interface ReadPatterns extends WeighedSets {
  /** What reading them costs; each step is counted before it is done. */
  readonly operations: number
}

const SPENT = new Error('these patterns take more operations than are left')

/** @param left operations that this may take; where it would take more, it stops and `constraints` is empty */
export function readPatterns(
  parts: readonly CoatPart[],
  all: readonly CoatPattern[],
  left = Infinity,
): ReadPatterns {
  let operations = 0
  const spend: Spend = (more) => {
    operations += more
    if (operations > left) throw SPENT
  }
  const weights = new Map<Rectangle, number>()
  /** The genotypes, with this weight; none where it is 0. */
  const weighed = (set: () => GenotypeSet, weight: number): GenotypeSet => {
    if (weight === 0) return []
    const rectangles = set()
    if (weight !== 1) for (const rectangle of rectangles) weights.set(rectangle, weight)
    return rectangles
  }
  try {
    const constraints = constraintsOf(parts, all, weighed, spend)
    return { constraints, weights, operations }
  } catch (error) {
    if (error !== SPENT) throw error
    return { constraints: [], weights: new Map(), operations }
  }
}

type Weighed = (set: () => GenotypeSet, weight: number) => GenotypeSet

function constraintsOf(
  parts: readonly CoatPart[],
  all: readonly CoatPattern[],
  weighed: Weighed,
  spend: Spend,
): readonly GenotypeSet[] {
  const isGiven = (token: string): boolean => parts.some(({ tokens }) => tokens.has(token))
  const given = all.filter(({ exactly = [], has }) => [...exactly, ...has].every(isGiven))
  const read = parts.map((part) => readPart(part, given, spend))
  const { start, varied } = variedParts(read, given)
  const hiding = read.find(({ wholes }) => wholes.some((weight) => weight > 0))
  const [only] = varied
  if (varied.length === 1 && only !== undefined) {
    const weights = only.vectors.map((own, place) =>
      Math.max(only.wholes[place] ?? 0, sumOf(own.map((each, p) => each * (start[p] ?? 0)))),
    )
    return [placesByWeight(weights).flatMap(([weight, places]) => weighed(() => only.among(places), weight))]
  }
  const whole = placesByWeight(hiding?.wholes ?? []).flatMap(([weight, places]) =>
    weighed(() => hiding?.among(places) ?? [], weight),
  )
  const distinct = varied.map(distinctVectors)
  const choices = matchingChoices(
    distinct.map(({ vectors }) => vectors),
    start,
    (steps) => spend(steps * A_STEP),
  )
  const blocks = blocksOf(varied.length, choices, (steps) => spend(steps * A_STEP))
  const setOf = ({ parts: own }: Block, { places, weight }: BlockChoice): GenotypeSet => {
    const sets = places.map((some, p) => distinct[own[p] ?? 0]?.genotypes(some) ?? [])
    spend(sets.reduce((product, { length }) => product * length, 1) * A_STEP)
    return weighed(() => intersection(sets), weight)
  }
  if (hiding === undefined)
    return blocks.map((block) => block.choices.flatMap((choice) => setOf(block, choice)))
  const unhidden = [...combinationsOf(blocks.map(({ choices: own }) => own))].flatMap((chosen) =>
    setOf(
      { parts: blocks.flatMap((block) => block.parts), choices: [] },
      {
        places: chosen.flatMap(({ places }) => places),
        weight: chosen.reduce((product, { weight }) => product * weight, 1),
      },
    ),
  )
  return [[...whole, ...unhidden]]
}

/**
 * Parts whose outcomes are not equally likely for each pattern; what the other parts say is in `start`, by pattern. Patterns
 * that some part never matches are left out: only whole coats can match them.
 */
function variedParts(read: readonly ReadPart[], patterns: readonly CoatPattern[]) {
  const kept = [...patterns.keys()].filter((p) =>
    read.every(({ vectors }) => vectors.some((own) => (own[p] ?? 0) > 0)),
  )
  const start = kept.map((p) => patterns[p]?.weight ?? 1)
  const varied = read.flatMap((part): readonly ReadPart[] => {
    const vectors = part.vectors.map((own) => kept.map((p) => own[p] ?? 0))
    const [first = []] = vectors
    if (vectors.some((own) => own.join() !== first.join())) return [{ ...part, vectors }]
    first.forEach((each, p) => (start[p] = (start[p] ?? 0) * each))
    return []
  })
  return { start, varied }
}

/** The vectors of a part that some pattern matches, each once, and the genotypes with one of some of them. */
function distinctVectors({ vectors: all, among }: ReadPart) {
  const places = new Map<string, number[]>()
  const vectors = new Map<string, Vector>()
  all.forEach((vector, place) => {
    if (!vector.some((each) => each > 0)) return
    const key = vector.join()
    vectors.set(key, vector)
    places.set(key, [...(places.get(key) ?? []), place])
  })
  const outcomes = [...places.values()]
  const genotypesOf = onceEach((key: string) =>
    among(key.split(' ').flatMap((own) => outcomes[Number(own)] ?? [])),
  )
  return {
    vectors: [...vectors.values()],
    /** @param own places among the vectors */
    genotypes: (own: readonly number[]): GenotypeSet => genotypesOf(own.join(' ')),
  }
}
