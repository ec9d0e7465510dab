/**
 * The coats of a genotype space, one after the other: parts of independent components put together.
 * Guarantees: every coat that holds the tokens asked for, with how many genotypes show it and a smallest one.
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
  /** Genotypes at the loci that matter to it; loci not named do not. */
  readonly example: readonly LocusGenotype[]
  /** How many alleles other than the wild type the example carries. */
  readonly size: number
}

/** What one component adds to coats. */
export interface CoatPart extends SpaceCoat {
  readonly hidesRest: boolean
  /** Genotypes of the other components beside which a part that hides them is seen alone. */
  readonly beside: bigint
}

/** What each component of the genotype space adds to coats. @param among the alleles that may be carried; all, where not given */
export function partsOfSpace(model: Model, among?: SpaceOptions['among']): readonly (readonly CoatPart[])[] {
  const space = surveySpace(model, {
    keyOf: (outcomes) => coatFrom(outcomes).tokens.join(' '),
    ...(among && { among }),
  })
  const total = space.reduce((product, each) => product * each.genotypes, 1n)
  return space.map(({ parts, genotypes: own }) =>
    parts.map(({ outcomes, genotypes, example, hidesRest }): CoatPart => {
      const { tokens } = coatFrom(outcomes)
      return { tokens, genotypes, example, size: sizeOf(example), hidesRest, beside: total / own }
    }),
  )
}

/** The coats of parts, where tokens of different components differ. @param holding tokens that a coat must show */
export function* coatsOfParts(
  components: readonly (readonly CoatPart[])[],
  holding: readonly string[],
): Generator<SpaceCoat> {
  for (const part of components.flat()) {
    const { tokens, genotypes, example, size, beside } = part
    if (part.hidesRest && holds(tokens, holding))
      yield { tokens, genotypes: genotypes * beside, example, size }
  }
  const gives = components.map((parts) => new Set(parts.flatMap(({ tokens }) => tokens)))
  if (holding.some((token) => gives.every((own) => !own.has(token)))) return
  yield* combineParts(
    components.map((parts, c) => {
      const own = holding.filter((token) => gives[c]?.has(token))
      return parts.filter(({ tokens, hidesRest }) => !hidesRest && holds(tokens, own))
    }),
  )
}

const NOTHING: SpaceCoat = { tokens: [], genotypes: 1n, example: [], size: 0 }

/** One part of each component, in every way. */
function* combineParts(
  components: readonly (readonly SpaceCoat[])[],
  from = 0,
  sum = NOTHING,
): Generator<SpaceCoat> {
  const own = components[from]
  if (own === undefined) {
    yield sum
    return
  }
  for (const part of own) {
    yield* combineParts(components, from + 1, {
      tokens: [...sum.tokens, ...part.tokens],
      genotypes: sum.genotypes * part.genotypes,
      example: [...sum.example, ...part.example],
      size: sum.size + part.size,
    })
  }
}

/** Of coats with one key the smallest, the first among equals. */
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

/** Tokens as one word, whatever their order. */
export function tokensKey(tokens: readonly string[]): string {
  return [...tokens].sort().join(' ')
}

/** Alleles other than the wild type, the canonical first allele where none is stated. */
export function sizeOf(example: readonly LocusGenotype[]): number {
  return example.reduce(
    (sum, { locus, layouts: [pair = [[], []]] }) => sum + carriedOf(locus, dosageOf(locus, pair)),
    0,
  )
}

function holds(tokens: readonly string[], holding: readonly string[]): boolean {
  return holding.every((token) => tokens.includes(token))
}
