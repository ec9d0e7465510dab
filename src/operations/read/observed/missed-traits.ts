/**
 * Traits that observers miss, and those that come with age: an observed coat with what it may have besides.
 * Guarantees: a trait is added to the patterns that exclude it only, and its likelihood to all that speak of it.
 */
import type { CoatPattern, Miss, Trait } from '../../../inference/question.js'
import type { LookalikeRow } from '../../../rules/tables.js'
import { union, without } from './patterns.js'

/** A trait that a coat may have although it was not seen. */
export interface MissedTrait {
  readonly token: string
  /** Whether rules state how often it is missed. */
  readonly isCounted: boolean
}

export function withTraits(coat: CoatPattern, looks: readonly LookalikeRow[]) {
  const missed: MissedTrait[] = []
  let coats: readonly CoatPattern[] = [coat]
  for (const { unseen, acquired, by, beside, figure } of looks) {
    const token = unseen ?? acquired
    if (token === undefined) continue
    const miss: Miss = { by: by.length === 0 ? undefined : by, chance: figure?.value }
    coats = coats.flatMap((each) => withTrait(each, token, beside, miss))
    if (excludes(coat, token)) missed.push({ token, isCounted: figure !== undefined })
  }
  return { coats, missed }
}

function excludes({ exactly, lacks }: CoatPattern, token: string): boolean {
  return exactly === undefined ? lacks.includes(token) : !exactly.includes(token)
}

/** @param beside tokens without which the trait is not missed */
function withTrait(
  coat: CoatPattern,
  token: string,
  beside: readonly string[],
  miss: Miss,
): readonly CoatPattern[] {
  const { exactly, has, lacks, traits = [] } = coat
  const own = traits.find((each) => each.token === token)
  const trait: Trait = { token, misses: [...(own?.misses ?? []), miss] }
  const more = { traits: [...traits.filter((each) => each !== own), trait] }
  if (exactly !== undefined)
    return [beside.every((each) => exactly.includes(each)) ? { ...coat, ...more } : coat]
  if (!has.includes(token) && !lacks.includes(token) && own === undefined) return [coat]
  if (beside.some((each) => lacks.includes(each))) return [coat]
  // Patterns that exclude each other: each of them lacks another token of `beside`, the last one none.
  const parts: CoatPattern[] = []
  let rest: CoatPattern = coat
  for (const each of without(beside, has)) {
    parts.push({ ...rest, lacks: union(rest.lacks, [each]) })
    rest = { ...rest, has: union(rest.has, [each]) }
  }
  return [...parts, { ...rest, ...more, lacks: without(rest.lacks, [token]) }]
}
