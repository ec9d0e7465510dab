/**
 * Decides whether one animal can show some tokens together, considering single tables only.
 * Guarantees: monotonic: if some tokens cannot occur together, neither can any superset, so a search can prune there.
 */
import type { DecisionTable } from '../rules/tables.js'

export type CanBeTogether = (tokens: readonly string[]) => boolean

/**
 * In a table where one rule decides, tokens of two rules never occur together, unless another table gives them too.
 */
export function togetherIn(tables: readonly DecisionTable[]): CanBeTogether {
  const givenIn = tables.map(({ rules }) => new Set(rules.flatMap(({ then }) => then)))
  /** Token → table in which one rule decides → places of the rules that give it. */
  const givenBy = new Map<string, Map<number, number[]>>()
  tables.forEach(({ hit, rules }, table) => {
    if (hit === 'collect') return
    rules.forEach(({ then }, rule) => {
      for (const token of then) {
        if (givenIn.some((given, other) => other !== table && given.has(token))) continue
        const byTable = givenBy.get(token) ?? new Map<number, number[]>()
        givenBy.set(token, byTable.set(table, [...(byTable.get(table) ?? []), rule]))
      }
    })
  })
  return (tokens) => {
    const common = new Map<number, readonly number[]>()
    for (const token of tokens)
      for (const [table, rules] of givenBy.get(token) ?? []) {
        const both = common.get(table)?.filter((rule) => rules.includes(rule)) ?? rules
        if (both.length === 0) return false
        common.set(table, both)
      }
    return true
  }
}
