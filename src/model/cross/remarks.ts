/**
 * Which remarks on health apply to the offspring of a cross, and how often.
 * Guarantees: exact; offspring not expected to live have none. Crosses that share gametes share the work.
 */
import { groupsRead, withDependencies } from '../by-coat/components.js'
import { coatEffect, type EffectOf } from '../by-coat/diagram.js'
import { createTally } from '../by-coat/tally.js'
import type { Model } from '../model.js'
import type { Cross } from './cross.js'
import type { FoalGroup } from './zygotes.js'

/** Remark → weight of the offspring that it applies to, out of the total of the cross. */
export type RemarkWeights = ReadonlyMap<string, bigint>

/** Results are remembered, so create it for one question. */
export function createHealthTally({ groups, tables }: Model): (cross: Cross) => RemarkWeights {
  const numbers = new WeakMap<FoalGroup, number>()
  let count = 0
  const numberOf = (foals: FoalGroup): number => {
    const number = numbers.get(foals) ?? count++
    numbers.set(foals, number)
    return number
  }
  const parts = tables
    .filter(({ source }) => source.rules.some((rule) => rule.remarks.health.length > 0))
    .map((table) => {
      const relevant = withDependencies(
        tables,
        (each) => each === table || each.source.rules.some((rule) => rule.viability !== undefined),
      )
      const read = groupsRead(groups, relevant)
      return {
        read,
        tally: createTally(groups, read, relevant, healthEffect),
        known: new Map<string, readonly (readonly [string, bigint])[]>(),
      }
    })
  return (cross) => {
    const found = new Map<string, bigint>()
    for (const { read, tally, known } of parts) {
      const key = read.map((g) => numberOf(cross.groups[g] as FoalGroup)).join()
      const own = known.get(key) ?? weightsIn(tally([cross.groups]))
      known.set(key, own)
      const others = cross.groups.reduce(
        (product, { total }, g) => (read.includes(g) ? product : product * total),
        1n,
      )
      for (const [id, weight] of own) found.set(id, (found.get(id) ?? 0n) + weight * others)
    }
    return found
  }
}

/** What the outcome means for the coat, for viability and for health. */
const healthEffect: EffectOf = (outcome) =>
  `${coatEffect(outcome)} ${outcome.fired.flatMap(({ remarks }) => remarks.health).join()}`

function weightsIn({ rows, outcomesAt }: ReturnType<ReturnType<typeof createTally>>) {
  const found = new Map<string, bigint>()
  for (const { state, weights } of rows) {
    const fired = outcomesAt(state).flatMap((outcome) => outcome.fired)
    if (fired.some(({ viability }) => viability?.status === 'lethal')) continue
    for (const id of new Set(fired.flatMap((rule) => rule.remarks.health)))
      found.set(id, (found.get(id) ?? 0n) + (weights[0] ?? 0n))
  }
  return [...found]
}
