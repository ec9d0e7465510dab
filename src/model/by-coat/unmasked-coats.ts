/**
 * The coats of a cross in which no component hides the others: every choice of one part of each.
 * Guarantees: exact; most probable first, equals in canonical order of their most probable genotypes.
 */
import { BIG_INTS, DOUBLES, type Integers } from '../../genetics/integers.js'
import { ChosenParts, type CoatsOfCross } from './chosen-parts.js'
import type { Component } from './components.js'
import type { Part } from './parts.js'
import { rankProducts } from '../cross/ranked-products.js'
import type { FactorWeights } from '../cross/rank-layers.js'
import type { FoalGroup } from '../cross/zygotes.js'

/** @param parts of each component those that do not hide the rest @param isTaken whether a choice is listed elsewhere */
export function* rankUnmasked(
  cross: CoatsOfCross,
  parts: readonly (readonly Part[])[],
  isTaken: (chosen: readonly Part[]) => boolean,
): Generator<ChosenParts> {
  const { components, groups } = cross
  const genotypes = groups.reduce((product, { outcomes }) => product * outcomes.length, 1)
  const placesInOrder =
    genotypes <= Number.MAX_SAFE_INTEGER
      ? canonicalOrder(DOUBLES, components, parts, groups)
      : canonicalOrder(BIG_INTS, components, parts, groups)
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
function canonicalOrder<N extends number | bigint>(
  { of, plus, append }: Integers<N>,
  components: readonly Component[],
  parts: readonly (readonly Part[])[],
  groups: readonly FoalGroup[],
): (choices: readonly number[]) => readonly number[] {
  const zero = of(0n)
  // Of a coat's place in canonical order, a mixed-radix number, each part has the digits of its own groups.
  const ranks = parts.map((own, c) =>
    own.map(({ best }) =>
      groups.reduce((rank, { outcomes }, group) => {
        const place = components[c]?.groups.indexOf(group) ?? -1
        return append(rank, outcomes.length, best.path[place] ?? 0)
      }, zero),
    ),
  )
  const width = ranks.length
  return (choices) => {
    const keys = Array.from({ length: choices.length / width }, (_, i) =>
      ranks.reduce((key, own, c) => plus(key, own[choices[i * width + c] ?? 0] ?? zero), zero),
    )
    const order = [...keys.keys()].sort((a, b) => ((keys[a] ?? zero) < (keys[b] ?? zero) ? -1 : 1))
    return order.map((i) => i * width)
  }
}
