/**
 * A coat of a cross as one part of each component.
 * Guarantees: exact; as a horse with all these parts shows it, tokens in table order.
 */
import type { Component } from './components.js'
import type { Part } from './parts.js'
import type { Coat, HorseGenotype, Outcome } from '../model.js'
import type { Phenotypes } from '../phenotype/phenotype.js'
import { genotypeOfChoice, type FoalGroup } from '../cross/zygotes.js'

export interface CoatShare {
  readonly coat: Coat
  /** One weight for each distribution given; the first decides the order. */
  readonly weights: readonly bigint[]
  readonly genotypes: bigint
  /** The most probable genotype. */
  readonly representative: HorseGenotype
  /** The outcome chosen in each linkage group by it. */
  readonly path: readonly number[]
  readonly bestWeight: bigint
}

/** What all coats of a cross have in common. */
export interface CoatsOfCross {
  readonly components: readonly Component[]
  /** Of foals, as they are listed. */
  readonly groups: readonly FoalGroup[]
  /** What one part of each component shows. */
  readonly coatOf: (chosen: readonly Part[]) => Coat
}

/** There are very many, so that each holds nothing that it can work out: take what is needed once. */
export class ChosenParts implements CoatShare {
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

  get bestWeight(): bigint {
    return this.product(({ best }) => best.weight)
  }

  private product(factorOf: (part: Part) => bigint): bigint {
    return this.chosen.reduce((product, part) => product * factorOf(part), 1n)
  }
}

/** What a horse with all of some parts shows, one part of each component. */
export function createCoatOfParts(
  components: readonly Component[],
  phenotypes: Phenotypes,
): CoatsOfCross['coatOf'] {
  const inTableOrder = components
    .flatMap(({ tables }, c) => tables.map(({ index }, place) => ({ index, c, place })))
    .sort((a, b) => a.index - b.index)
  return (chosen) => {
    const outcomes: Outcome[] = []
    for (const { c, place } of inTableOrder) outcomes.push(chosen[c]?.outcomes[place] as Outcome)
    return phenotypes.coatFrom(outcomes)
  }
}
