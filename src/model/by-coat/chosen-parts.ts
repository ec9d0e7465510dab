/**
 * Coats of a cross as choices of one part of each component, and those in which no component hides the others: every
 * choice there is.
 * Guarantees: exact; tokens in table order; most probable first, equals in canonical order of their most probable genotypes.
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
  /** One weight for each distribution given; the first decides the order. */
  readonly weights: readonly bigint[]
  readonly genotypes: bigint
  /** The most probable genotype. */
  readonly representative: HorseGenotype
  /** The genotype chosen in each linkage group by it. */
  readonly path: readonly number[]
  /** What it sums: choices of one part of each component. */
  readonly choices: readonly (readonly Part[])[]
}

/** What all coats of a cross have in common. */
export interface CoatsOfCross {
  readonly components: readonly Component[]
  /** Of foals, as they are listed. */
  readonly groups: readonly FoalGroup[]
  readonly coatOf: ReturnType<typeof createCoatOfParts>
}

/** There are very many, so that each holds nothing that it can work out: take what is needed once. */
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

/** What a horse with all of some parts shows, one part of each component. */
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

/** @param parts of each component those that do not hide the rest @param isTaken whether a choice is listed elsewhere */
export function* rankUnmasked(
  cross: CoatsOfCross,
  parts: readonly (readonly Part[])[],
  isTaken: (chosen: readonly Part[]) => boolean,
): Generator<ChosenParts> {
  const inOrder = createCanonicalOrder(cross, parts)
  // Under other fractions each has weights of its own.
  const isOnly = parts[0]?.[0]?.weights.length === 1
  // All choices of one weight are one block.
  const { blocks, ends } = rankBlocks(
    parts.map((own) => own.map(({ weights }) => weights[0] ?? 0n)),
    0,
  )
  for (const { weights, rest } of blocks()) {
    for (const choice of inOrder(ends(rest))) {
      const chosen = parts.map((own, c) => own[choice[c] ?? 0] as Part)
      if (!isTaken(chosen)) yield new ChosenParts(cross, chosen, isOnly ? weights : undefined)
    }
  }
}

/**
 * Sorts choices of parts by the canonical order of their most probable genotypes: the groups of one component may stand
 * between those of another.
 */
function createCanonicalOrder({ components, groups }: CoatsOfCross, parts: readonly (readonly Part[])[]) {
  // Of a coat's place in canonical order, a mixed-radix number, each part has the digits of its own groups.
  const places = parts.map((own, c) =>
    own.map(({ best }) =>
      groups.reduce((place, { genotypes }, group) => {
        const own = components[c]?.groups.indexOf(group) ?? -1
        return append(place, genotypes.length, best.path[own] ?? 0)
      }, 0n),
    ),
  )
  return (choices: readonly Int32Array[]): readonly Int32Array[] => {
    const placed = choices.map((choice) => {
      return { choice, place: places.reduce((all, own, c) => all + (own[choice[c] ?? 0] ?? 0n), 0n) }
    })
    return placed.sort((a, b) => (a.place < b.place ? -1 : 1)).map(({ choice }) => choice)
  }
}
