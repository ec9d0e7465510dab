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
  { exactly, has, lacks, traits = [] }: CoatPattern,
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
    const pattern = variantOf(token)?.of
    if (pattern !== undefined && isUnnumbered(pattern, named, traits)) continue
    const trait = traits.find((each) => each.token === token)
    const isNamed = named.includes(token)
    if (trait !== undefined) {
      const { missed, noticed } = chancesOf(trait, givenBy.get(token) ?? [])
      likelihood *= isNamed ? noticed : missed
    } else if (exactly !== undefined && !isNamed) return 0
  }
  return likelihood
}

/** Whether a trait is named, or may have been missed, without the number of its variant, which no observer sees. */
function isUnnumbered(trait: string, named: readonly string[], traits: readonly Trait[]): boolean {
  const isMentioned = named.includes(trait) || traits.some(({ token }) => token === trait)
  return isMentioned && !named.some((token) => variantOf(token)?.of === trait)
}

/** What a pattern says of the tokens that a part of the coat can give. */
export function partOfPattern({ exactly, has, lacks, traits = [] }: CoatPattern, among: ReadonlySet<string>) {
  const own = (tokens: readonly string[]): readonly string[] => tokens.filter((token) => among.has(token))
  return {
    exactly: exactly === undefined ? undefined : own(exactly),
    has: own(has),
    lacks: own(lacks),
    traits: traits.filter(({ token }) => among.has(token)),
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
