/**
 * Iterates over the coats of the whole genotype space by combining the parts of its independent components.
 * Guarantees: yields every coat that has the required tokens, with the number of genotypes that show it and a smallest one.
 */
import { dosageOf } from '../genetics/genotype.js'
import { carriedOf } from '../model/compile/classes.js'
import type { LocusGenotype, Model } from '../model/model.js'
import { coatFrom } from '../model/phenotype/phenotype.js'
import { surveySpace, type SpaceOptions } from '../model/space/space.js'

export interface SpaceCoat {
  /** Visible tokens. */
  readonly tokens: readonly string[]
  readonly genotypes: bigint
  /** Genotypes at the loci that affect it. */
  readonly example: readonly LocusGenotype[]
  /** Number of alleles other than the wild type in the example. */
  readonly size: number
}

/** The contribution of one component to a coat. */
export interface CoatPart extends SpaceCoat {
  readonly hidesRest: boolean
  /** Number of genotypes of the other components, for a part that hides them. */
  readonly beside: bigint
}

/** The parts of each component of the genotype space. @param among alleles that may be carried; default all */
export function partsOfSpace(model: Model, among?: SpaceOptions['among']): readonly (readonly CoatPart[])[] {
  const space = surveySpace(model, {
    keyOf: (outcomes) => coatFrom(outcomes).tokens.join(' '),
    ...(among && { among }),
  })
  const total = space.reduce((product, each) => product * each.genotypes, 1n)
  return space.map(({ parts, genotypes: ofComponent }) =>
    parts.map(({ outcomes, genotypes, example, hidesRest }): CoatPart => {
      const { tokens } = coatFrom(outcomes)
      return { tokens, genotypes, example, size: sizeOf(example), hidesRest, beside: total / ofComponent }
    }),
  )
}

/** Combines parts into coats. Components must not share tokens. @param holding tokens that a coat must show */
export function* coatsOfParts(
  components: readonly (readonly CoatPart[])[],
  holding: readonly string[],
): Generator<SpaceCoat> {
  for (const part of components.flat()) {
    const { tokens, genotypes, example, size, beside } = part
    if (part.hidesRest && holds(tokens, holding))
      yield { tokens, genotypes: genotypes * beside, example, size }
  }
  const tokensOf = components.map((parts) => new Set(parts.flatMap(({ tokens }) => tokens)))
  if (holding.some((token) => tokensOf.every((possible) => !possible.has(token)))) return
  yield* combineParts(
    components.map((parts, c) => {
      const required = holding.filter((token) => tokensOf[c]?.has(token))
      return parts.filter(({ tokens, hidesRest }) => !hidesRest && holds(tokens, required))
    }),
  )
}

const NOTHING: SpaceCoat = { tokens: [], genotypes: 1n, example: [], size: 0 }

/** The product of the components: one part of each. */
function* combineParts(
  components: readonly (readonly SpaceCoat[])[],
  from = 0,
  sum = NOTHING,
): Generator<SpaceCoat> {
  const parts = components[from]
  if (parts === undefined) {
    yield sum
    return
  }
  for (const part of parts) {
    yield* combineParts(components, from + 1, {
      tokens: [...sum.tokens, ...part.tokens],
      genotypes: sum.genotypes * part.genotypes,
      example: [...sum.example, ...part.example],
      size: sum.size + part.size,
    })
  }
}

/** The smallest coat for each key; the first one among equals. */
export function smallestBy<Coat>(
  coats: Iterable<Coat>,
  keyOf: (coat: Coat) => string,
  sizeOf: (coat: Coat) => number,
): ReadonlyMap<string, Coat> {
  const found = new Map<string, Coat>()
  for (const coat of coats) {
    const key = keyOf(coat)
    const known = found.get(key)
    if (known === undefined || sizeOf(coat) < sizeOf(known)) found.set(key, coat)
  }
  return found
}

/** A key of a set of tokens that does not depend on their order. */
export function tokensKey(tokens: readonly string[]): string {
  return [...tokens].sort().join(' ')
}

/** Number of alleles other than the wild type, or other than the first allele at loci without one. */
export function sizeOf(example: readonly LocusGenotype[]): number {
  return example.reduce(
    (sum, { locus, layouts: [pair = [[], []]] }) => sum + carriedOf(locus, dosageOf(locus, pair)),
    0,
  )
}

function holds(tokens: readonly string[], holding: readonly string[]): boolean {
  return holding.every((token) => tokens.includes(token))
}
