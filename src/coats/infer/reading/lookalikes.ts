/**
 * What a coat that was seen may be: itself, or what the eye takes for it (rules/looks.yaml).
 * Guarantees: the pattern itself is always among what is returned; each look-alike used is named.
 * Leaves to others: whether any animal can show such a coat (inference/).
 */
import type { CoatPattern } from '../../../inference/question.js'
import type { LookalikeRow } from '../../../rules/tables.js'

/** A look-alike as tokens that have a name, and those in which some coat that was added differs from what was seen. */
export interface TakenFor {
  readonly tokens: readonly string[]
  readonly differs: readonly string[]
}

/** Beyond this a coat is left as wide as it is: every row multiplies them. */
const MOST_PATTERNS = 64

/** @returns what it may be, and the look-alikes that were taken into account */
export function widened(coat: CoatPattern, looks: readonly LookalikeRow[]) {
  let coats: readonly CoatPattern[] = [coat]
  const used: TakenFor[] = []
  for (const look of looks) {
    const more = coats.flatMap((each) =>
      alternatives(each, look).map(({ tokens, coat }) => ({ tokens, coat, differs: difference(each, coat) })),
    )
    const all = distinct([...coats, ...more.map((each) => each.coat)])
    if (all.length === coats.length || all.length > MOST_PATTERNS) continue
    coats = all
    used.push(...more)
  }
  return { coats, used }
}

function alternatives(coat: CoatPattern, { alike, unless, unseen }: LookalikeRow) {
  const named = coat.exactly ?? coat.has
  if (unless.some((token) => named.includes(token))) return []
  if (unseen !== undefined) return missed(coat, unseen).map((other) => ({ tokens: [unseen], coat: other }))
  return alike.flatMap((seen) =>
    alike.flatMap((tokens) =>
      seen === tokens ? [] : swapped(coat, seen, tokens).map((other) => ({ tokens, coat: other })),
    ),
  )
}

/** What was not noticed may be there. */
function missed(coat: CoatPattern, token: string): readonly CoatPattern[] {
  if (coat.exactly !== undefined)
    return coat.exactly.includes(token) ? [] : [{ ...coat, exactly: [...coat.exactly, token] }]
  return coat.lacks.includes(token) ? [{ ...coat, lacks: without(coat.lacks, [token]) }] : []
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
    return [{ ...coat, exactly: [...new Set([...without(exactly, seen), ...other])] }]
  }
  const [gone, come] = [without(seen, other), without(other, seen)]
  // Only where something is said of what the two differ in.
  if (!has.some((token) => gone.includes(token)) && !lacks.some((token) => come.includes(token))) return []
  if (has.some((token) => come.includes(token)) || lacks.some((token) => seen.includes(token))) return []
  return [
    {
      ...coat,
      has: [...new Set([...without(has, seen), ...other])],
      lacks: [...new Set([...without(lacks, come), ...gone])],
    },
  ]
}

function difference(a: CoatPattern, b: CoatPattern): readonly string[] {
  const [of, other] = [a, b].map(({ exactly = [], has, lacks }) => [
    ...exactly,
    ...has,
    ...lacks.map((token) => `-${token}`),
  ])
  const one = [...without(of ?? [], other ?? []), ...without(other ?? [], of ?? [])]
  return one.map((token) => token.replace(/^-/, ''))
}

function without(tokens: readonly string[], gone: readonly string[]): readonly string[] {
  return tokens.filter((token) => !gone.includes(token))
}

function distinct(coats: readonly CoatPattern[]): readonly CoatPattern[] {
  const keyOf = ({ exactly, has, lacks }: CoatPattern): string =>
    JSON.stringify([exactly && [...exactly].sort(), [...has].sort(), [...lacks].sort()])
  return [...new Map(coats.map((coat) => [keyOf(coat), coat])).values()]
}
