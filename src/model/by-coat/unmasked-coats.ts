/**
 * The coats of a cross in which no component hides the others: every choice of one part of each.
 * Guarantees: exact; most probable first, equals in canonical order of their most probable genotypes; a coat is but a place
 * in a list of choices until it is asked what it is.
 */
import { BIG_INTS, DOUBLES, type Integers } from '../../genetics/integers.js'
import { bestWeightOf, genotypesOf, weightsOf, type CombinedParts, type Part, type Shown } from './parts.js'
import type { Component } from './components.js'
import type { Coat, HorseGenotype, Outcome } from '../model.js'
import { rankTies } from '../cross/ranked-products.js'
import { genotypeOfChoice, type FoalGroup } from '../cross/zygotes.js'

/** A part of each component, by its place, coat after coat. */
type Choices = readonly number[]

export class UnmaskedCoats {
  readonly total: bigint
  private readonly shown: readonly Shown[][]
  private readonly placesInOrder: (choices: Choices, count: number) => readonly number[]

  /** @param open of each component the parts that do not hide the rest @param groups of foals, as they are listed */
  constructor(
    private readonly components: readonly Component[],
    private readonly open: readonly (readonly Part[])[],
    private readonly groups: readonly FoalGroup[],
    private readonly combined: CombinedParts,
  ) {
    this.total = open.reduce((product, own) => product * BigInt(own.length), 1n)
    this.shown = open.map(() => [])
    const genotypes = groups.reduce((product, { outcomes }) => product * outcomes.length, 1)
    this.placesInOrder =
      genotypes <= Number.MAX_SAFE_INTEGER
        ? canonicalOrder(DOUBLES, components, open, groups)
        : canonicalOrder(BIG_INTS, components, open, groups)
  }

  /** The choices in which no other component shows anything. */
  bare(component: number): readonly Choices[] {
    const plain = this.open.map((own) => own.findIndex(({ outcomes }) => outcomes.every(isSilent)))
    const isNever = plain.some((at, c) => c !== component && at < 0)
    return isNever ? [] : [...(this.open[component] ?? []).keys()].map((at) => plain.with(component, at))
  }

  /** @param without those whose choices, joined by commas, are among these */
  *ranked(without: ReadonlySet<string>): Generator<UnmaskedCoat> {
    const width = this.components.length
    const isOnly = this.open[0]?.[0]?.weights.length === 1
    for (const ties of rankTies(this.open.map((own) => own.map(({ weights }) => weights[0] ?? 0n)))) {
      const { weight, choices, count } = ties
      // Each has weights of its own under other fractions.
      const weights = isOnly ? [weight] : undefined
      for (const from of this.placesInOrder(choices, count)) {
        if (without.size === 0 || !without.has(choices.slice(from, from + width).join()))
          yield new UnmaskedCoat(this, choices, from, weights)
      }
    }
  }

  coatAt(choices: Choices, from: number): Coat {
    return this.combined.coatOf(this.components.map((_, c) => this.shownBy(c, choices[from + c] ?? 0)))
  }

  partsAt(choices: Choices, from: number): readonly Part[] {
    return this.open.map((own, c) => own[choices[from + c] ?? 0] as Part)
  }

  pathAt(choices: Choices, from: number): readonly number[] {
    return joinedPath(this.components, this.partsAt(choices, from))
  }

  representativeAt(choices: Choices, from: number): HorseGenotype {
    return genotypeOfChoice(this.groups, this.pathAt(choices, from))
  }

  private shownBy(component: number, at: number): Shown {
    const outcomes = this.open[component]?.[at]?.outcomes ?? []
    return ((this.shown[component] as Shown[])[at] ??= this.combined.shownBy(outcomes, component))
  }
}

/** There are very many, so that each holds nothing that it can work out. */
export class UnmaskedCoat {
  constructor(
    private readonly coats: UnmaskedCoats,
    private readonly choices: Choices,
    private readonly from = 0,
    private readonly knownWeights?: readonly bigint[],
  ) {}

  get coat(): Coat {
    return this.coats.coatAt(this.choices, this.from)
  }

  get weights(): readonly bigint[] {
    return this.knownWeights ?? weightsOf(this.coats.partsAt(this.choices, this.from))
  }

  get genotypes(): bigint {
    return genotypesOf(this.coats.partsAt(this.choices, this.from))
  }

  get path(): readonly number[] {
    return this.coats.pathAt(this.choices, this.from)
  }

  get representative(): HorseGenotype {
    return this.coats.representativeAt(this.choices, this.from)
  }

  get bestWeight(): bigint {
    return bestWeightOf(this.coats.partsAt(this.choices, this.from))
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

/**
 * Where in choices each coat of some ties begins, in canonical order of their most probable genotypes: the groups of one
 * component may stand between those of another.
 */
function canonicalOrder<N extends number | bigint>(
  { of, plus, append }: Integers<N>,
  components: readonly Component[],
  open: readonly (readonly Part[])[],
  groups: readonly FoalGroup[],
): (choices: Choices, count: number) => readonly number[] {
  const zero = of(0n)
  // Of a coat's place in canonical order, a mixed-radix number, each part has the digits of its own groups.
  const ranks = open.map((own, c) =>
    own.map(({ best }) =>
      groups.reduce((rank, { outcomes }, group) => {
        const place = components[c]?.groups.indexOf(group) ?? -1
        return append(rank, outcomes.length, best.path[place] ?? 0)
      }, zero),
    ),
  )
  const width = ranks.length
  return (choices, count) => {
    const keys = Array.from({ length: count }, (_, i) =>
      ranks.reduce((key, own, c) => plus(key, own[choices[i * width + c] ?? 0] ?? zero), zero),
    )
    const order = [...keys.keys()].sort((a, b) => ((keys[a] ?? zero) < (keys[b] ?? zero) ? -1 : 1))
    return order.map((i) => i * width)
  }
}
