/**
 * Coats of a cross as choices of one part of each component, and those in which no component hides the others: every
 * choice there is.
 * Guarantees: exact; tokens in table order; most probable first, equals in canonical order of their most probable genotypes.
 */
import { append } from '../../genetics/integers.js'
import type { Component } from './components.js'
import type { Part } from './parts.js'
import { type FactorWeights, rankProducts } from '../cross/ranked-products.js'
import { type FoalGroup, genotypeOfChoice } from '../cross/zygotes.js'
import type { Coat, HorseGenotype, Outcome } from '../model.js'
import { coatFrom } from '../phenotype/phenotype.js'

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
  const { components, groups } = cross
  const placesInOrder = canonicalOrder(components, parts, groups)
  // Under other fractions each has weights of its own.
  const isOnly = parts[0]?.[0]?.weights.length === 1
  for (const { choices, weights } of rankTies(parts.map((own) => own.map((part) => part.weights[0] ?? 0n)))) {
    for (const from of placesInOrder(choices)) {
      const chosen = parts.map((own, c) => own[choices[from + c] ?? 0] as Part)
      if (!isTaken(chosen)) yield new ChosenParts(cross, chosen, isOnly ? weights : undefined)
    }
  }
}

/** Choices of one weight, one after the other. */
interface Ties {
  /** The places of the parts chosen. */
  readonly choices: number[]
  readonly weights: readonly bigint[]
}

function* rankTies(factors: readonly FactorWeights[]): Generator<Ties> {
  let ties: Ties = { choices: [], weights: [] }
  for (const { choice, weights } of rankProducts(factors)) {
    if (weights !== ties.weights) {
      if (ties.choices.length > 0) yield ties
      ties = { choices: [], weights }
    }
    for (let c = 0; c < choice.length; c++) ties.choices.push(choice[c] ?? 0)
  }
  yield ties
}

/**
 * Where in choices each coat of some ties begins, in canonical order of their most probable genotypes: the groups of one
 * component may stand between those of another.
 */
function canonicalOrder(
  components: readonly Component[],
  parts: readonly (readonly Part[])[],
  groups: readonly FoalGroup[],
): (choices: readonly number[]) => readonly number[] {
  // Of a coat's place in canonical order, a mixed-radix number, each part has the digits of its own groups.
  const ranks = parts.map((own, c) =>
    own.map(({ best }) =>
      groups.reduce((rank, { outcomes }, group) => {
        const place = components[c]?.groups.indexOf(group) ?? -1
        return append(rank, outcomes.length, best.path[place] ?? 0)
      }, 0n),
    ),
  )
  const width = ranks.length
  return (choices) => {
    const keys = Array.from({ length: choices.length / width }, (_, i) =>
      ranks.reduce((key, own, c) => key + (own[choices[i * width + c] ?? 0] ?? 0n), 0n),
    )
    const order = [...keys.keys()].sort((a, b) => ((keys[a] ?? 0n) < (keys[b] ?? 0n) ? -1 : 1))
    return order.map((i) => i * width)
  }
}
