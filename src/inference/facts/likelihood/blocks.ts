/**
 * Choices split into blocks of parts whose weights multiply, so that each block is a constraint of its own.
 * Guarantees: the product of a choice's weights over the blocks is its weight; in a block, places of a part that weigh the same in
 * every choice stand together.
 */
import type { Choice } from './vectors.js'

export interface Block {
  readonly parts: readonly number[]
  readonly choices: readonly BlockChoice[]
}

export interface BlockChoice {
  /** By part of the block: some of its places, any of which may be taken. */
  readonly places: readonly (readonly number[])[]
  readonly weight: number
}

/** The places of one part, by how their choices weigh. */
interface Shapes {
  /** Whether all places weigh alike in every choice of the others, but for a factor. */
  readonly isIndependent: boolean
  /** Places with the same weights: the first, the others, and the factor against the first of all. */
  readonly groups: readonly { readonly places: readonly number[]; readonly factor: number }[]
}

/** @param count of parts @param spend receives each step before it is done */
export function blocksOf(
  count: number,
  all: readonly Choice[],
  spend: (steps: number) => void,
): readonly Block[] {
  const blocks: Block[] = []
  const members = new Map<string, readonly number[]>()
  let [choices, parts] = [all, [...Array(count).keys()]]
  for (const part of parts) {
    spend(choices.length)
    const { isIndependent, groups } = shapesOf(part, choices)
    const first = groups[0]?.places[0]
    if (isIndependent) {
      blocks.push({
        parts: [part],
        choices: groups.map(({ places, factor }) => ({ places: [places], weight: factor })),
      })
      choices = choices.filter(({ places }) => places[part] === first)
      parts = parts.filter((other) => other !== part)
    } else {
      // One place stands for those that weigh the same.
      for (const { places } of groups) members.set(`${part} ${places[0]}`, places)
      choices = choices.filter(({ places }) => members.has(`${part} ${places[part]}`))
    }
  }
  const rest: Block = {
    parts,
    choices: merged(
      choices.map(({ places, weight }) => ({
        places: parts.map((part) => members.get(`${part} ${places[part]}`) ?? []),
        weight,
      })),
      parts.length,
    ),
  }
  // Without parts left it says how likely the observation is of all genotypes alike.
  const isTrivial = parts.length === 0 && choices.every(({ weight }) => weight === 1)
  return isTrivial ? blocks : [rest, ...blocks]
}

/** Choices that differ in one part only and weigh the same become one. */
function merged(all: readonly BlockChoice[], parts: number): readonly BlockChoice[] {
  let choices = all
  for (let part = 0; part < parts; part++) {
    const byOthers = new Map<string, BlockChoice>()
    for (const { places, weight } of choices) {
      const key = `${weight.toPrecision(DIGITS)} ${places.with(part, []).join('|')}`
      const own = [...(byOthers.get(key)?.places[part] ?? []), ...(places[part] ?? [])]
      byOthers.set(key, { places: places.with(part, own), weight })
    }
    choices = [...byOthers.values()]
  }
  return choices
}

/** Weights that differ by less, relatively, differ by rounding. */
const DIGITS = 12

function shapesOf(part: number, choices: readonly Choice[]): Shapes {
  const byPlace = new Map<number, Map<string, number>>()
  for (const { places, weight } of choices) {
    const place = places[part] ?? 0
    const own = byPlace.get(place) ?? new Map<string, number>()
    byPlace.set(place, own.set(places.with(part, 0).join(), weight))
  }
  const scaleOf = (weights: ReadonlyMap<string, number>): number => Math.max(...weights.values())
  const [base = 1] = [...byPlace.values()].map(scaleOf)
  const shapes = new Set<string>()
  const groups = new Map<string, { places: number[]; factor: number }>()
  for (const [place, weights] of byPlace) {
    const factor = scaleOf(weights) / base
    const shape = [...weights]
      .map(([others, weight]) => `${others}:${(weight / factor).toPrecision(DIGITS)}`)
      .sort()
      .join(' ')
    shapes.add(shape)
    const key = `${factor.toPrecision(DIGITS)} ${shape}`
    const group = groups.get(key) ?? { places: [], factor }
    group.places.push(place)
    groups.set(key, group)
  }
  return { isIndependent: shapes.size === 1, groups: [...groups.values()] }
}
