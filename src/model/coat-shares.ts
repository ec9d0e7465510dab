/**
 * The coats of a cross with their shares, most probable first, without listing genotypes: each component is
 * summed by itself, and coats are ranked as products of component parts.
 * Guarantees: exact; each coat with its most probable genotype, the first in canonical order among equals;
 * ties stand in the order of those genotypes. The work follows the coats taken, not 3^loci.
 */
import { hidesAll, sumParts, wholeOf, type Part } from './coat-parts.js'
import { mattering, splitComponents, type Component } from './components.js'
import type { Coat, HorseGenotype, LocusGenotype, Model, Outcome } from './model.js'
import type { Phenotypes } from './phenotype.js'
import { rankProducts } from './rank.js'
import { createTally, type Tally } from './tally.js'
import type { FoalGroup } from './zygotes.js'

export interface CoatShare {
  readonly coat: Coat
  /** One weight for each distribution given; the first decides the order. */
  readonly weights: readonly bigint[]
  readonly genotypes: bigint
  readonly representative: HorseGenotype
}

export interface CoatShares {
  /** How many coats there are. */
  readonly total: bigint
  readonly list: () => Generator<CoatShare>
}

/** @param distributions the same cross under one or more sets of fractions; the first one is listed */
export type ShareCoats = (distributions: readonly (readonly FoalGroup[])[]) => CoatShares

/** A coat before its genotype is looked up. */
interface Sum {
  readonly coat: Coat
  readonly weights: readonly bigint[]
  readonly genotypes: bigint
  /** The outcome chosen in each linkage group by its most probable genotype, and that one's weight. */
  readonly path: readonly number[]
  readonly bestWeight: bigint
}

export function createCoatShares(model: Model, phenotypes: Phenotypes): ShareCoats {
  const components = splitComponents(model.groups, mattering(model.tables))
  const tallies = components.map(({ groups, tables }) =>
    createTally(
      groups.flatMap((g) => model.groups[g] ?? []),
      tables,
    ),
  )
  const coatOf = (parts: readonly (Pick<Part, 'outcomes'> | undefined)[]): Coat =>
    phenotypes.coatFrom(assemble(model, components, parts))
  return (distributions) => {
    const groups = distributions[0] ?? []
    const parts = components.map((component, c) =>
      // Components add up, so what one gives by itself is what it adds to every coat.
      sumParts(component, tallies[c] as Tally, distributions, ({ outcomes }) =>
        [hidesAll(outcomes), phenotypes.coatFrom(outcomes).key].join(' '),
      ),
    )
    const sum = (chosen: readonly Part[]): Sum => sumOf(components, groups, chosen, coatOf(chosen))
    const wholes = parts.map(wholeOf)
    const closed = parts.flatMap((own, c) =>
      own
        .filter((part) => part.hidesRest)
        .map((part) => sum(wholes.map((whole, i) => (i === c ? part : whole)))),
    )
    const open = parts.map((own) => own.filter((part) => !part.hidesRest))
    const twins = findTwins(closed, open, sum)
    return {
      total: BigInt(closed.length - twins.size) + open.reduce((n, own) => n * BigInt(own.length), 1n),
      *list() {
        const alone = closed.filter((each) => !twins.has(each.coat.key))
        for (const { coat, weights, genotypes, path } of inOrder(alone, rankOpen(open, sum, twins))) {
          yield { coat, weights, genotypes, representative: genotypeOf(groups, path) }
        }
      },
    }
  }
}

/** Outcomes of all tables; those of a component not given, and of tables that matter to no coat, stand still. */
function assemble(
  model: Model,
  components: readonly Component[],
  parts: readonly (Pick<Part, 'outcomes'> | undefined)[],
): readonly Outcome[] {
  const outcomes = model.tables.map((table) => table.outcomes[0] as Outcome)
  parts.forEach((part, c) => {
    components[c]?.tables.forEach((table, i) => {
      const outcome = part?.outcomes[i]
      if (outcome !== undefined) outcomes[table.index] = outcome
    })
  })
  return outcomes
}

/** One part of each component, together. */
function sumOf(
  components: readonly Component[],
  groups: readonly FoalGroup[],
  chosen: readonly Part[],
  coat: Coat,
): Sum {
  const path: number[] = []
  chosen.forEach((part, c) => {
    let rest = part.best.path
    for (const g of [...(components[c]?.groups ?? [])].reverse()) {
      const radix = BigInt(groups[g]?.outcomes.length ?? 1)
      path[g] = Number(rest % radix)
      rest /= radix
    }
  })
  return {
    coat,
    weights: (chosen[0]?.weights ?? []).map((_, d) =>
      chosen.reduce((product, part) => product * (part.weights[d] ?? 0n), 1n),
    ),
    genotypes: chosen.reduce((product, part) => product * part.genotypes, 1n),
    path,
    bestWeight: chosen.reduce((product, part) => product * part.best.weight, 1n),
  }
}

/**
 * Coats that come about both ways: by hiding everything else, and by nothing else being there. By coat key,
 * the two sums joined.
 */
function findTwins(
  closed: readonly Sum[],
  open: readonly (readonly Part[])[],
  sum: (chosen: readonly Part[]) => Sum,
): ReadonlyMap<string, Sum> {
  const twins = new Map<string, Sum>()
  if (closed.length === 0) return twins
  const plain = open.map((own) =>
    own.find((part) => part.outcomes.every(({ tokens }) => tokens.length === 0)),
  )
  open.forEach((own, c) => {
    const others = plain.filter((part, i) => i === c || part !== undefined)
    if (others.length < open.length) return
    for (const part of own) {
      const bare = sum(plain.map((other, i) => (i === c ? part : (other as Part))))
      const twin = closed.find((each) => each.coat.key === bare.coat.key)
      if (twin !== undefined) twins.set(twin.coat.key, joinSums(twin, bare))
    }
  })
  return twins
}

function joinSums(a: Sum, b: Sum): Sum {
  const weights = a.weights.map((weight, d) => weight + (b.weights[d] ?? 0n))
  return {
    ...(a.bestWeight > b.bestWeight || (a.bestWeight === b.bestWeight && comparePaths(a.path, b.path) < 0)
      ? a
      : b),
    weights,
    genotypes: a.genotypes + b.genotypes,
  }
}

/** The coats in which no component hides the others, most probable first, in no order among equals. */
function* rankOpen(
  open: readonly (readonly Part[])[],
  sum: (chosen: readonly Part[]) => Sum,
  twins: ReadonlyMap<string, Sum>,
): Generator<Sum> {
  // A twin weighs more than its open half, so it may have to come before: they are few, and sorted in.
  const waiting = [...twins.values()].sort((a, b) => (weightOf(a) < weightOf(b) ? -1 : 1))
  for (const { choice, weight } of rankProducts(
    open.map((own) => own.map((part) => part.weights[0] ?? 0n)),
  )) {
    while (waiting.length > 0 && weightOf(waiting.at(-1) as Sum) >= weight) yield waiting.pop() as Sum
    const each = sum(open.map((own, c) => own[choice[c] ?? 0] as Part))
    if (!twins.has(each.coat.key)) yield each
  }
}

/** Both kinds of coats in one order; of equal weights the one whose genotype stands first in canonical order. */
function* inOrder(closed: readonly Sum[], open: Generator<Sum>): Generator<Sum> {
  const waiting = [...closed].sort((a, b) => (weightOf(a) < weightOf(b) ? -1 : 1))
  let next = open.next()
  for (;;) {
    const last = waiting.at(-1)
    if (last === undefined && next.done === true) return
    const top = weightOf(
      next.done === true || (last !== undefined && weightOf(last) > weightOf(next.value))
        ? (last as Sum)
        : next.value,
    )
    const equals: Sum[] = []
    while (waiting.length > 0 && weightOf(waiting.at(-1) as Sum) === top) equals.push(waiting.pop() as Sum)
    while (next.done !== true && weightOf(next.value) === top) {
      equals.push(next.value)
      next = open.next()
    }
    yield* equals.sort((a, b) => comparePaths(a.path, b.path))
  }
}

function weightOf(sum: Sum): bigint {
  return sum.weights[0] ?? 0n
}

function comparePaths(a: readonly number[], b: readonly number[]): number {
  for (let g = 0; g < a.length; g++) {
    const difference = (a[g] ?? 0) - (b[g] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function genotypeOf(groups: readonly FoalGroup[], path: readonly number[]): HorseGenotype {
  const genotype: LocusGenotype[] = []
  groups.forEach(({ outcomes }, g) => {
    for (const each of outcomes[path[g] ?? 0] ?? []) genotype[each.locus.index] = each
  })
  return genotype
}
