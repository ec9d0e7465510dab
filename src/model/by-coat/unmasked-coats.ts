/**
 * The coats of a cross in which no component hides the others: every choice of one part of each.
 * Guarantees: exact; most probable first, equals in the order of their most probable genotypes; a coat is but a place
 * in a list of choices until it is asked what it is.
 * Leaves to others: coats that hide everything (masked-coats.ts), the order of both kinds (order.ts).
 */
import type { MaskedCoat, PlacedCoat, Ties } from './order.js'
import { bestWeightOf, genotypesOf, weightsOf, type Part } from './parts.js'
import type { Component } from './components.js'
import { createCanonicalPlaces } from './canonical-places.js'
import { mapped } from '../lazy.js'
import type { Coat, HorseGenotype, Outcome } from '../model.js'
import { rankTies } from '../cross/ranked-products.js'
import type { Shown, CombinedParts } from './combine-parts.js'
import { genotypeOfChoice, type FoalGroup } from '../cross/zygotes.js'

export interface UnmaskedCoats {
  readonly total: bigint
  /** @param choice a part of each component, by its place */
  readonly coatAt: (choice: readonly number[]) => Coat
  readonly at: (choice: readonly number[]) => MaskedCoat
  /** The choices in which no other component shows anything. */
  readonly bare: (component: number) => readonly (readonly number[])[]
  /** @param without those whose choices, joined by commas, are among these */
  readonly ranked: (without: ReadonlySet<string>) => Generator<Ties>
}

/** @param open of each component the parts that do not hide the rest @param groups of foals, as they are listed */
export function createUnmaskedCoats(
  components: readonly Component[],
  open: readonly (readonly Part[])[],
  groups: readonly FoalGroup[],
  sideBySide: CombinedParts,
): UnmaskedCoats {
  const width = components.length
  const shown = open.map((): Shown[] => [])
  const shownBy = (c: number, at: number): Shown =>
    ((shown[c] as Shown[])[at] ??= sideBySide.shownBy(open[c]?.[at]?.outcomes ?? [], c))
  const partsAt = (choices: readonly number[], from: number): readonly Part[] =>
    open.map((own, c) => own[choices[from + c] ?? 0] as Part)
  const pathAt = (choices: readonly number[], from: number): readonly number[] =>
    joinedPath(components, partsAt(choices, from))
  const chosen: Chosen = {
    coatAt: (choices, from) =>
      sideBySide.coatOf(components.map((_, c) => shownBy(c, choices[from + c] ?? 0))),
    weightsAt: (choices, from) => weightsOf(partsAt(choices, from)),
    genotypesAt: (choices, from) => genotypesOf(partsAt(choices, from)),
    pathAt,
    representativeAt: (choices, from) => genotypeOfChoice(groups, pathAt(choices, from)),
  }
  const placesInOrder = createCanonicalPlaces(components, open, groups)
  const isOnly = open[0]?.[0]?.weights.length === 1
  return {
    total: open.reduce((product, own) => product * BigInt(own.length), 1n),
    coatAt: (choice) => chosen.coatAt(choice, 0),
    at: (choice) => {
      const parts = partsAt(choice, 0)
      const path = joinedPath(components, parts)
      return {
        coat: chosen.coatAt(choice, 0),
        weights: weightsOf(parts),
        genotypes: genotypesOf(parts),
        representative: genotypeOfChoice(groups, path),
        path,
        bestWeight: bestWeightOf(parts),
      }
    },
    bare: (component) => {
      const plain = open.map((own) => own.findIndex(({ outcomes }) => outcomes.every(isSilent)))
      const isNever = plain.some((at, c) => c !== component && at < 0)
      return isNever ? [] : [...(open[component] ?? []).keys()].map((at) => plain.with(component, at))
    },
    ranked: (without) =>
      mapped(rankTies(open.map((own) => own.map(listedWeight))), ({ weight, choices, count }) => {
        const ties: OpenTies = { chosen, choices, weights: isOnly ? [weight] : undefined }
        const coats: OpenCoat[] = []
        for (const from of placesInOrder(choices, count)) {
          if (without.size === 0 || !without.has(choices.slice(from, from + width).join()))
            coats.push(new OpenCoat(ties, from))
        }
        return { weight, coats }
      }),
  }
}

function isSilent({ tokens }: Outcome): boolean {
  return tokens.length === 0
}

/** The outcome chosen in each linkage group by the most probable genotype of one part of each component. */
export function joinedPath(components: readonly Component[], parts: readonly Part[]): readonly number[] {
  const path: number[] = []
  components.forEach(({ groups }, c) => {
    groups.forEach((group, i) => (path[group] = parts[c]?.best.path[i] ?? 0))
  })
  return path
}

/** What the coat is of which the choices stand from this place on. */
interface Chosen {
  readonly coatAt: (choices: readonly number[], from: number) => Coat
  readonly weightsAt: (choices: readonly number[], from: number) => readonly bigint[]
  readonly genotypesAt: (choices: readonly number[], from: number) => bigint
  readonly pathAt: (choices: readonly number[], from: number) => readonly number[]
  readonly representativeAt: (choices: readonly number[], from: number) => HorseGenotype
}

/** What coats of one weight share. */
interface OpenTies {
  readonly chosen: Chosen
  /** A part of each component, coat after coat. */
  readonly choices: readonly number[]
  /** Undefined where each has weights of its own under other fractions. */
  readonly weights: readonly bigint[] | undefined
}

/** There are very many, so that each holds nothing that it can work out. */
class OpenCoat implements PlacedCoat {
  private readonly ties: OpenTies
  private readonly from: number

  constructor(ties: OpenTies, from: number) {
    this.ties = ties
    this.from = from
  }

  get coat(): Coat {
    return this.ties.chosen.coatAt(this.ties.choices, this.from)
  }

  get weights(): readonly bigint[] {
    return this.ties.weights ?? this.ties.chosen.weightsAt(this.ties.choices, this.from)
  }

  get genotypes(): bigint {
    return this.ties.chosen.genotypesAt(this.ties.choices, this.from)
  }

  get path(): readonly number[] {
    return this.ties.chosen.pathAt(this.ties.choices, this.from)
  }

  get representative(): HorseGenotype {
    return this.ties.chosen.representativeAt(this.ties.choices, this.from)
  }
}

function listedWeight({ weights }: Part): bigint {
  return weights[0] ?? 0n
}
