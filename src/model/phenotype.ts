/**
 * The phenotype of a horse: table look-ups, then hiding, applied once after the last table.
 * Guarantees: equals a fresh run of the rule engine on every genotype; never runs the engine itself.
 * Leaves to others: words (naming/).
 */
import type { RuleRow, Viability } from '../rules/tables.js'
import { createMemo } from './memo.js'
import type { Coat, HorseGenotype, Model, Outcome, Phenotype } from './model.js'
import { outcomeAt } from './tokens.js'

const BYTES_PER_PHENOTYPE = 1000
const MOST_BYTES = 32 * 2 ** 20

/** Phenotypes of one model, remembered by what its tables say. */
export interface Phenotypes {
  readonly of: (horse: HorseGenotype) => Phenotype
  /** The phenotype that these outcomes, one per table, make together. */
  readonly from: (outcomes: readonly Outcome[]) => Phenotype
}

export function createPhenotypes(model: Model): Phenotypes {
  const memo = createMemo<Phenotype>(MOST_BYTES, () => BYTES_PER_PHENOTYPE)
  const numbers = new Map(model.tables.flatMap((table) => table.outcomes.map((each, i) => [each, i] as const)))
  const from = (outcomes: readonly Outcome[]): Phenotype => {
    const key = String.fromCharCode(...outcomes.map((outcome) => numbers.get(outcome) ?? 0))
    return memo.take(key, () => combine(outcomes))
  }
  return { of: (horse) => from(outcomesOf(model, horse)), from }
}

/** One outcome per table, in table order. */
export function outcomesOf(model: Model, horse: HorseGenotype): readonly Outcome[] {
  const outcomes: Outcome[] = []
  for (const table of model.tables) {
    outcomes.push(
      outcomeAt(
        table,
        (column) => horse[column.locus]?.classes[table.index] ?? 0,
        (token) => outcomes.some((earlier) => earlier.tokens.includes(token)),
      ),
    )
  }
  return outcomes
}

function combine(outcomes: readonly Outcome[]): Phenotype {
  const fired = outcomes.flatMap((outcome) => outcome.fired)
  const given = [...new Set(outcomes.flatMap((outcome) => outcome.tokens))]
  const hidden = given.flatMap((token) => {
    const by = hiderOf(token, fired)
    return by === undefined ? [] : [{ token, by }]
  })
  const tokens = given.filter((token) => !hidden.some((each) => each.token === token))
  const viability = gravest(fired)
  const key = viability === undefined ? tokens.join(' ') : `${tokens.join(' ')} ${Object.values(viability).join(' ')}`
  const coat: Coat = Object.freeze({ key, tokens, viability })
  return Object.freeze({ coat, hidden, notes: [...new Set(fired.flatMap((rule) => rule.notes))], outcomes })
}

/**
 * The rule that hides a token, if any does. Where two rules each hide everything, the earlier one stays:
 * what is white for the first reason is not white again for the second.
 */
function hiderOf(token: string, fired: readonly RuleRow[]): RuleRow | undefined {
  for (const rule of fired) {
    if (rule.hides !== 'all') {
      if (rule.hides.includes(token)) return rule
      continue
    }
    if (rule.then.includes(token) || rule.but.includes(token)) {
      // Given by the first rule that hides everything: no later one of that kind can hide it.
      return fired.find((other) => other.hides !== 'all' && other.hides.includes(token))
    }
    return rule
  }
  return undefined
}

/** Lethal before suspected, then file order. */
function gravest(fired: readonly RuleRow[]): Viability | undefined {
  const found = fired.flatMap((rule) => rule.viability ?? [])
  return found.find((each) => each.status === 'lethal') ?? found[0]
}
