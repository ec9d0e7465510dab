/**
 * The coats that one row of look-alikes takes an observed coat for.
 * Guarantees: where the row has a figure, the weights are the probabilities of the record given the coat, and what is left of the
 * coat itself weighs 1 less the figure. Without a figure everything weighs what it did.
 */
import type { CoatPattern } from '../../../inference/question.js'
import { variantOf } from '../../../rules/notation.js'
import type { LookalikeRow } from '../../../rules/tables.js'
import { differenceOf, times, union, without } from './patterns.js'

export interface Confusion {
  /** What names the look-alike. */
  readonly tokens: readonly string[]
  /** The tokens in which the two coats differ. */
  readonly differs: readonly string[]
  readonly coat: CoatPattern
}

/** A coat with `tokens` instead of `seen`. */
interface Swap extends Pick<Confusion, 'tokens' | 'coat'> {
  readonly seen: readonly string[]
}

/** @returns the coat itself, perhaps in several patterns, and what may have been mistaken for it */
export function confusionsOf(coat: CoatPattern, look: LookalikeRow) {
  const { alike, unless, any, takenFor, imitated, figure } = look
  const named = coat.exactly ?? coat.has
  if (unless.some((token) => named.includes(token))) return { self: [coat], others: [] }
  if (imitated !== undefined) return { self: [coat], others: imitations(coat, imitated) }
  const swaps = takenFor === undefined ? swapsAmong(coat, alike) : swapsFor(coat, any, takenFor)
  const share = takenFor === undefined ? (figure?.value ?? 0) / (alike.length - 1) : (figure?.value ?? 0)
  const others = swaps.map(({ tokens, coat: other }): Confusion => {
    const differs = differenceOf(coat, other)
    return { tokens, differs, coat: figure === undefined ? other : times(lacking(other, unless), share) }
  })
  if (figure === undefined) return { self: [coat], others }
  const told =
    takenFor === undefined
      ? alike.map((list) => [list, toldApart(coat, list, alike)] as const)
      : [[any, 1] as const]
  const self = told.reduce<readonly CoatPattern[]>(
    (parts, [tokens, count]) => parts.flatMap((part) => lessLikely(part, tokens, unless, 1 - share * count)),
    [coat],
  )
  return { self, others }
}

/**
 * From how many other lists the pattern tells one apart: being recorded as any of the others changes nothing. No coat holds two
 * of the lists.
 */
function toldApart(
  { exactly, has, lacks }: CoatPattern,
  list: readonly string[],
  alike: LookalikeRow['alike'],
): number {
  const others = alike.filter((other) => other !== list)
  if (exactly !== undefined) {
    const isShorter = others.some((other) => holdsMore(other, list) && without(other, exactly).length === 0)
    return isShorter ? 0 : others.length
  }
  if (others.some((other) => without(other, list).some((token) => has.includes(token)))) return 0
  const isTold = (other: readonly string[]): boolean =>
    [...without(list, other), ...without(other, list)].some(
      (token) => has.includes(token) || lacks.includes(token),
    )
  return others.filter(isTold).length
}

function swapsAmong(coat: CoatPattern, alike: LookalikeRow['alike']): readonly Swap[] {
  const swaps = alike.flatMap((seen) =>
    alike.flatMap((tokens) =>
      seen === tokens ? [] : swapped(coat, seen, tokens).map((other) => ({ seen, tokens, coat: other })),
    ),
  )
  // Of two lists, one of which holds the other, the coat shows the longer one.
  return swaps.filter(({ seen }) => !swaps.some((other) => holdsMore(other.seen, seen)))
}

function holdsMore(list: readonly string[], other: readonly string[]): boolean {
  return list.length > other.length && without(other, list).length === 0
}

/** Whoever saw `seen` may have looked at `other`. */
function swapped(
  coat: CoatPattern,
  seen: readonly string[],
  other: readonly string[],
): readonly CoatPattern[] {
  const { exactly, has, lacks } = coat
  if (exactly !== undefined) {
    if (!seen.every((token) => exactly.includes(token))) return []
    const gone = without(seen, other)
    const kept = without(exactly, seen).filter((token) => !gone.includes(variantOf(token)?.of ?? token))
    return [{ ...coat, exactly: union(kept, other) }]
  }
  const [gone, come] = [without(seen, other), without(other, seen)]
  // Only where something is said of what the two differ in.
  if (!has.some((token) => gone.includes(token)) && !lacks.some((token) => come.includes(token))) return []
  if (has.some((token) => come.includes(token)) || lacks.some((token) => seen.includes(token))) return []
  return [{ ...coat, has: union(without(has, seen), other), lacks: union(without(lacks, come), gone) }]
}

/** Whoever saw a coat of one token may have looked at any coat with `any`. */
function swapsFor(coat: CoatPattern, any: readonly string[], takenFor: string): readonly Swap[] {
  const { exactly, has, lacks, weight } = coat
  const isRecord =
    exactly === undefined
      ? has.every((token) => token === takenFor) && !lacks.includes(takenFor)
      : exactly.join() === takenFor
  if (!isRecord) return []
  const other = { exactly: undefined, has: any, lacks: [], ...(weight === undefined ? {} : { weight }) }
  return [{ seen: [takenFor], tokens: any, coat: other }]
}

/** Whoever saw the token may have looked at the same coat without it. */
function imitations(coat: CoatPattern, token: string): readonly Confusion[] {
  const { exactly, has } = coat
  if (!(exactly ?? has).includes(token)) return []
  const rest = exactly === undefined ? { has: without(has, [token]) } : { exactly: without(exactly, [token]) }
  return [{ tokens: [token], differs: [token], coat: { ...coat, ...rest } }]
}

/** The pattern, with another weight where a coat has all of `tokens` and none of `unless`. */
function lessLikely(
  coat: CoatPattern,
  tokens: readonly string[],
  unless: readonly string[],
  factor: number,
): readonly CoatPattern[] {
  const { exactly, has, lacks } = coat
  if (factor === 1) return [coat]
  if (exactly !== undefined)
    return [tokens.every((token) => exactly.includes(token)) ? times(coat, factor) : coat]
  if (lacks.some((token) => tokens.includes(token)) || has.some((token) => unless.includes(token)))
    return [coat]
  // Patterns that exclude each other: each of them fails at another token, the last one at none.
  const parts: CoatPattern[] = []
  let rest: CoatPattern = coat
  for (const token of without(tokens, has)) {
    parts.push(lacking(rest, [token]))
    rest = { ...rest, has: union(rest.has, [token]) }
  }
  for (const token of without(unless, lacks)) {
    parts.push({ ...rest, has: union(rest.has, [token]) })
    rest = lacking(rest, [token])
  }
  return [...parts, times(rest, factor)]
}

/** Of a coat of which all tokens are known nothing need be said. */
function lacking(coat: CoatPattern, tokens: readonly string[]): CoatPattern {
  return coat.exactly === undefined ? { ...coat, lacks: union(coat.lacks, tokens) } : coat
}
