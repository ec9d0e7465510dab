/**
 * A coat as a choice of one part from each component, and the ranking of all choices in which no component hides the
 * others.
 * Guarantees: exact; tokens in table order; most probable first, ties in canonical order of their most probable
 * genotypes.
 */
import { append } from '../../genetics/integers.js'
import type { Component } from './components.js'
import type { Part } from './parts.js'
import { rankBlocks } from '../cross/ranked-products.js'
import { type FoalGroup, genotypeOfChoice } from '../cross/zygotes.js'
import type { Coat, HorseGenotype, Outcome } from '../model.js'
import { coatFrom } from '../phenotype/phenotype.js'

export interface CoatWeight {
  readonly coat: Coat
  /** One weight per distribution passed in; the first one decides the order. */
  readonly weights: readonly bigint[]
  readonly genotypes: bigint
  /** The most probable genotype. */
  readonly representative: HorseGenotype
  /** Index of the representative's genotype in each linkage group. */
  readonly path: readonly number[]
  /** The choices that this coat sums, each with one part per component. */
  readonly choices: readonly (readonly Part[])[]
}

/** What all coats of a cross have in common. */
export interface CoatsOfCross {
  readonly components: readonly Component[]
  /** The offspring, in listing order. */
  readonly groups: readonly FoalGroup[]
  readonly coatOf: ReturnType<typeof createCoatOfParts>
}

/** Computes everything on access, because a cross can have millions of choices: read each property once. */
export class ChosenParts implements CoatWeight {
  constructor(
    private readonly cross: CoatsOfCross,
    private readonly chosen: readonly Part[],
    private readonly knownWeights?: readonly bigint[],
  ) {}

  get coat(): Coat {
    return this.cross.coatOf(this.chosen)
  }

  get weights(): readonly bigint[] {
    if (this.knownWeights !== undefined) return this.knownWeights
    const [first] = this.chosen
    return (first?.weights ?? []).map((_, d) => this.product(({ weights }) => weights[d] ?? 0n))
  }

  get genotypes(): bigint {
    return this.product(({ genotypes }) => genotypes)
  }

  get path(): readonly number[] {
    const path: number[] = []
    this.cross.components.forEach(({ groups }, c) => {
      groups.forEach((group, i) => (path[group] = this.chosen[c]?.best.path[i] ?? 0))
    })
    return path
  }

  get representative(): HorseGenotype {
    return genotypeOfChoice(this.cross.groups, this.path)
  }

  get choices(): readonly (readonly Part[])[] {
    return [this.chosen]
  }

  get bestWeight(): bigint {
    return this.product(({ best }) => best.weight)
  }

  private product(factorOf: (part: Part) => bigint): bigint {
    return this.chosen.reduce((product, part) => product * factorOf(part), 1n)
  }
}

/** Returns a function that combines one part per component into a coat. */
export function createCoatOfParts(components: readonly Component[]): (chosen: readonly Part[]) => Coat {
  const inTableOrder = components
    .flatMap(({ tables }, c) => tables.map(({ index }, place) => ({ index, c, place })))
    .sort((a, b) => a.index - b.index)
  return (chosen) => {
    const outcomes: Outcome[] = []
    for (const { c, place } of inTableOrder) outcomes.push(chosen[c]?.outcomes[place] as Outcome)
    return coatFrom(outcomes)
  }
}

/**
 * @param parts per component, the parts that do not hide the rest
 * @param isTaken whether a choice is listed elsewhere
 */
export function* rankUnmasked(
  cross: CoatsOfCross,
  parts: readonly (readonly Part[])[],
  isTaken: (chosen: readonly Part[]) => boolean,
): Generator<ChosenParts> {
  const inOrder = createCanonicalOrder(cross, parts)
  // Under several sets of fractions, the weights within one block differ after the first.
  const isOnly = parts[0]?.[0]?.weights.length === 1
  // One block holds all choices of the same weight.
  const { blocks, ends } = rankBlocks(
    parts.map((componentParts) => componentParts.map(({ weights }) => weights[0] ?? 0n)),
    0,
  )
  for (const { weights, rest } of blocks()) {
    for (const choice of inOrder(ends(rest))) {
      const chosen = parts.map((componentParts, c) => componentParts[choice[c] ?? 0] as Part)
      if (!isTaken(chosen)) yield new ChosenParts(cross, chosen, isOnly ? weights : undefined)
    }
  }
}

/**
 * Sorts choices of parts by the canonical order of their most probable genotypes. Groups of one component may lie
 * between those of another, so the parts cannot simply be compared one after the other.
 */
function createCanonicalOrder({ components, groups }: CoatsOfCross, parts: readonly (readonly Part[])[]) {
  // A coat's position in canonical order is a mixed-radix number; each part contributes the digits of its groups.
  const places = parts.map((componentParts, c) =>
    componentParts.map(({ best }) =>
      groups.reduce((place, { genotypes }, group) => {
        const position = components[c]?.groups.indexOf(group) ?? -1
        return append(place, genotypes.length, best.path[position] ?? 0)
      }, 0n),
    ),
  )
  return (choices: readonly Int32Array[]): readonly Int32Array[] => {
    const placed = choices.map((choice) => {
      return {
        choice,
        place: places.reduce((all, partPlaces, c) => all + (partPlaces[choice[c] ?? 0] ?? 0n), 0n),
      }
    })
    return placed.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ choice }) => choice)
  }
}
