/**
 * The coats of a genotype space, one after the other: parts of independent components put together.
 * Guarantees: every coat that holds the tokens asked for, with how many genotypes show it and a smallest one.
 */
import type { LocusGenotype } from '../model/model.js'
import type { Phenotypes } from '../model/phenotype/phenotype.js'
import type { SpaceComponent, SpacePart } from '../model/space/space.js'

export interface SpaceCoat {
  /** Visible tokens. */
  readonly tokens: readonly string[]
  readonly genotypes: bigint
  /** Genotypes at the loci that matter to it; loci not named do not. */
  readonly witness: readonly LocusGenotype[]
  /** How many alleles other than the wild type the witness carries. */
  readonly size: number
}

/** @param holding tokens that a coat must show */
export function* coatsOfSpace(
  space: readonly SpaceComponent[],
  phenotypes: Phenotypes,
  holding: readonly string[],
): Generator<SpaceCoat> {
  const components = space.map(({ parts, genotypes }) => ({
    gives: new Set(parts.flatMap(({ outcomes }) => outcomes.flatMap(({ tokens }) => tokens))),
    genotypes,
    parts: parts.map((part) => ({ hidesRest: part.hidesRest, coat: coatOf(part, phenotypes) })),
  }))
  const total = components.reduce((product, each) => product * each.genotypes, 1n)
  for (const { parts, genotypes } of components) {
    for (const { hidesRest, coat } of parts) {
      if (hidesRest && holds(coat, holding))
        yield { ...coat, genotypes: (coat.genotypes * total) / genotypes }
    }
  }
  if (holding.some((token) => components.every(({ gives }) => !gives.has(token)))) return
  const visible = components.map(({ parts, gives }) => {
    const own = holding.filter((token) => gives.has(token))
    return parts.flatMap(({ hidesRest, coat }) => (!hidesRest && holds(coat, own) ? [coat] : []))
  })
  yield* combineParts(visible)
}

const NOTHING: SpaceCoat = { tokens: [], genotypes: 1n, witness: [], size: 0 }

/** One part of each component, in every way. */
export function* combineParts(
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
      witness: [...sum.witness, ...part.witness],
      size: sum.size + part.size,
    })
  }
}

function coatOf({ outcomes, genotypes, witness }: SpacePart, phenotypes: Phenotypes): SpaceCoat {
  return { tokens: phenotypes.coatFrom(outcomes).tokens, genotypes, witness, size: sizeOf(witness) }
}

/** Alleles other than the wild type, the canonical first allele where none is stated. */
export function sizeOf(witness: readonly LocusGenotype[]): number {
  return witness.reduce((sum, { locus, layouts: [pair = [[], []]] }) => {
    const carried = pair.flat().filter((allele) => allele !== locus.wildType)
    return sum + carried.length
  }, 0)
}

function holds({ tokens }: SpaceCoat, holding: readonly string[]): boolean {
  return holding.every((token) => tokens.includes(token))
}
