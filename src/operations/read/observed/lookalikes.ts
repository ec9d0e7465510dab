/**
 * What an observed coat may be: itself, or what may be mistaken for it (rules/looks.yaml).
 * Guarantees: the patterns themselves are always among what is returned, each once; each look-alike used is named; every
 * pattern is counted before the next row of look-alikes is applied.
 * Leaves to others: whether any animal can show such a coat (inference/).
 */
import type { CoatPattern } from '../../../inference/question.js'
import type { LookalikeRow } from '../../../rules/tables.js'

/** A look-alike as tokens that have a name, and those in which some coat that was added differs from what was seen. */
export interface TakenFor {
  readonly tokens: readonly string[]
  readonly differs: readonly string[]
}

/** For each pattern named: a row of look-alikes that would add more is not applied. */
const MAX_PATTERNS = 64

export type Widened = Readonly<ReturnType<typeof widened>>

/**
 * @param named the patterns that one name can mean @param count receives the number of patterns made, and throws to end the work
 * @returns what it may be, and the look-alikes that were taken into account
 */
export function widened(
  named: readonly CoatPattern[],
  looks: readonly LookalikeRow[],
  count: (patterns: number) => void,
) {
  const most = MAX_PATTERNS * named.length
  const coats = new Map(named.map((coat) => [keyOf(coat), coat]))
  const used = new Map<string, TakenFor>()
  count(named.length)
  looks.forEach((look, row) => {
    const more = new Map<string, CoatPattern>()
    const taken = new Map<string, TakenFor>()
    for (const each of coats.values())
      for (const { tokens, coat } of alternatives(each, look)) {
        count(1)
        const differs = difference(each, coat)
        const key = keyOf(coat)
        if (!coats.has(key)) more.set(key, coat)
        taken.set(`${row} ${tokens.join()} ${differs.join()}`, { tokens, differs })
      }
    if (coats.size + more.size > most) return
    for (const [key, coat] of more) coats.set(key, coat)
    for (const [key, each] of taken) used.set(key, each)
  })
  return { coats: [...coats.values()], used: [...used.values()] }
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

/** Equal for patterns of the same tokens in any order. */
function keyOf({ exactly, has, lacks }: CoatPattern): string {
  const keys = [exactly, has, lacks].map((tokens) =>
    tokens === undefined ? '' : [...tokens].sort().join(' '),
  )
  return `${exactly === undefined}${keys.join('|')}`
}
