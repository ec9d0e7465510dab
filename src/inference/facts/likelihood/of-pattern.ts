/**
 * How likely an observation is, as far as one part of the coat is concerned: a number for each pattern.
 * Guarantees: 0 where the part does not match the pattern; the numbers of independent parts multiply.
 */
import { variantOf } from '../../../rules/notation.js'
import type { CoatPattern, Miss, Trait } from '../../question.js'

/** What a part of a coat shows. */
export interface Shown {
  /** It hides all other parts. */
  readonly isWhole: boolean
  readonly tokens: readonly string[]
  /** Ids of the rules that give a token, as far as patterns name them. */
  readonly givenBy: ReadonlyMap<string, readonly string[]>
}

/** @param among the tokens that this part of the coat could give; undefined where it is the whole coat */
export function likelihoodOf(
  { exactly, has, lacks, traits = [], anyVariantOf = [] }: CoatPattern,
  { tokens, givenBy }: Shown,
  among: ReadonlySet<string> | undefined,
): number {
  const isMissing = (token: string): boolean =>
    (among === undefined || among.has(token)) && !tokens.includes(token)
  if (has.some(isMissing) || exactly?.some(isMissing) === true) return 0
  if (lacks.some((token) => tokens.includes(token))) return 0
  const named = exactly ?? has
  let likelihood = 1
  for (const token of tokens) {
    const trait = traits.find((each) => each.token === token)
    const isNamed = named.includes(token)
    if (trait !== undefined) {
      const { missed, noticed } = chancesOf(trait, givenBy.get(token) ?? [])
      likelihood *= isNamed ? noticed : missed
    } else if (exactly !== undefined && !isNamed) {
      const of = variantOf(token)?.of ?? ''
      const isMissed = !named.includes(of) && traits.some((each) => each.token === of)
      if (!isMissed && !anyVariantOf.includes(of)) return 0
    }
  }
  return likelihood
}

/** What a pattern says of the tokens that a part of the coat can give. */
export function partOfPattern(
  { exactly, has, lacks, traits = [], anyVariantOf = [] }: CoatPattern,
  among: ReadonlySet<string>,
) {
  const own = (tokens: readonly string[]): readonly string[] => tokens.filter((token) => among.has(token))
  return {
    exactly: exactly === undefined ? undefined : own(exactly),
    has: own(has),
    lacks: own(lacks),
    traits: traits.filter(({ token }) => among.has(token)),
    anyVariantOf: own(anyVariantOf),
  }
}

/** A trait that several rules give is missed where each of them is. */
function chancesOf({ misses }: Trait, rules: readonly string[]) {
  const used = new Set<Miss>()
  for (const rule of rules) {
    const miss = misses.find(({ by }) => by === undefined || by.includes(rule))
    if (miss === undefined) return { missed: 0, noticed: 1 }
    used.add(miss)
  }
  const chances = [...used].map(({ chance }) => chance)
  const missed = chances.reduce<number>((product, chance = 1) => product * chance, 1)
  return { missed, noticed: chances.includes(undefined) ? 1 : 1 - missed }
}
