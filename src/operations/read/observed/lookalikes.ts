/**
 * What an observed coat may be: itself, what may be mistaken for it, and either with a trait that was missed (rules/looks.yaml).
 * Guarantees: the patterns themselves are always among what is returned, each once; each look-alike used is named; every
 * pattern is counted before the next row of look-alikes is applied.
 * Leaves to others: whether any animal can show such a coat, and how likely (inference/).
 */
import type { CoatPattern } from '../../../inference/question.js'
import type { LookalikeRow } from '../../../rules/tables.js'
import { confusionsOf } from './confusions.js'
import { withTraits } from './missed-traits.js'
import { keyOf } from './patterns.js'

/** A look-alike as tokens that have a name, and those in which some coat that was added differs from what was seen. */
export interface TakenFor {
  readonly tokens: readonly string[]
  readonly differs: readonly string[]
  /** Whether rules state how often it is mistaken or missed. */
  readonly isCounted: boolean
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
  const used = new Map<string, TakenFor>()
  count(named.length)
  let coats = weighed(named, true)
  for (const [row, look] of rowsInOrder(looks).entries()) {
    const isCounted = look.figure !== undefined
    const made: CoatPattern[] = []
    const taken = new Map<string, TakenFor>()
    for (const each of coats.values()) {
      const { self, others } = confusionsOf(each, look)
      count(others.length)
      made.push(...self, ...others.map(({ coat }) => coat))
      for (const { tokens, differs } of others)
        taken.set(`${row} ${tokens.join()} ${differs.join()}`, { tokens, differs, isCounted })
    }
    const next = weighed(made, isCounted)
    if (next.size > most) continue
    coats = next
    for (const [key, each] of taken) used.set(key, each)
  }
  const traits = [...coats.values()].map((coat) => withTraits(coat, looks))
  count(traits.reduce((sum, { missed }) => sum + missed.length, 0))
  for (const { missed } of traits)
    for (const { token, isCounted } of missed)
      used.set(token, { tokens: [token], differs: [token], isCounted })
  return { coats: traits.flatMap((each) => each.coats), used: [...used.values()] }
}

/** Imitations come first, because they are about what was recorded, and not about what a recorded coat may be. */
function rowsInOrder(looks: readonly LookalikeRow[]): readonly LookalikeRow[] {
  const isImitation = ({ imitated }: LookalikeRow): boolean => imitated !== undefined
  return [...looks.filter(isImitation), ...looks.filter((look) => !isImitation(look))]
}

/** Each pattern once. @param areAdded whether weights of equal ones add up; otherwise the greatest counts */
function weighed(coats: readonly CoatPattern[], areAdded: boolean): ReadonlyMap<string, CoatPattern> {
  const found = new Map<string, CoatPattern>()
  for (const coat of coats) {
    const key = keyOf(coat)
    const known = found.get(key)
    if (known === undefined) {
      found.set(key, coat)
      continue
    }
    const [one, other] = [known.weight ?? 1, coat.weight ?? 1]
    found.set(key, { ...coat, weight: areAdded ? one + other : Math.max(one, other) })
  }
  return found
}
