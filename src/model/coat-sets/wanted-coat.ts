/**
 * A wanted coat, and what the outcomes of tables have to do with it.
 * Guarantees: outcomes with the same effect are equally good for the wanted coat; an outcome that is refused cannot be part of it,
 * whatever the other tables give.
 */
import { tokensReadBy } from '../by-coat/components.js'
import type { CompiledTable, Outcome } from '../model.js'

/** All coats with exactly these tokens; or, if it is undefined, with all of `has` and none of `lacks`. */
export interface WantedCoat {
  readonly exactly: readonly string[] | undefined
  readonly has: readonly string[]
  readonly lacks: readonly string[]
}

/** The effect of refused outcomes. */
export const REFUSED = 'refused'
/** Stands for any token that the coat must not show, where only hiding all of it can help. */
const FORBIDDEN = '⊥'

export type Demands = Readonly<ReturnType<typeof demandsOn>>

/** @param tables of one component */
export function demandsOn(tables: readonly CompiledTable[], { exactly, has, lacks }: WantedCoat) {
  const rules = tables.flatMap(({ source }) => source.rules)
  const required = new Set(exactly ?? has)
  const lacking = new Set(lacks)
  const isForbidden = (token: string): boolean =>
    exactly === undefined ? lacking.has(token) : !required.has(token)
  const given = new Set(rules.flatMap(({ then }) => then))
  const requiredHere = [...required].filter((token) => given.has(token))
  const hidden = new Set(rules.flatMap(({ hides }) => (hides === 'all' ? [] : hides)))
  const read = new Set(rules.flatMap(tokensReadBy))
  // Its own tokens stay visible, unless another rule hides them by name.
  const canBeHidden = rules.some(
    ({ hides, then }) => hides === 'all' && then.every((token) => !isForbidden(token) || hidden.has(token)),
  )
  /** Required tokens by the only table that gives them. */
  const soleGiver = new Map<string, CompiledTable>()
  for (const token of requiredHere) {
    const giving = tables.filter(({ source }) => source.rules.some(({ then }) => then.includes(token)))
    if (giving.length === 1 && giving[0] !== undefined) soleGiver.set(token, giving[0])
  }
  const isRefused = (table: CompiledTable, { tokens, undecided }: Outcome): boolean =>
    undecided === true ||
    [...soleGiver].some(([token, giver]) => giver === table && !tokens.includes(token)) ||
    (!canBeHidden && tokens.some((token) => isForbidden(token) && !hidden.has(token)))
  const kept = (token: string): readonly string[] =>
    required.has(token) || read.has(token) ? [token] : isForbidden(token) ? [FORBIDDEN] : []
  return {
    requiredHere,
    isForbidden,
    /** Outcomes with the same effect are equally good. */
    effectOf: (table: CompiledTable, outcome: Outcome): string => {
      if (isRefused(table, outcome)) return REFUSED
      const effects = outcome.fired.flatMap(({ then, hides, but }) => {
        const tokens = [...new Set(then.flatMap(kept))]
        return tokens.length > 0 || hides.length > 0 ? [[tokens, hides, but]] : []
      })
      return JSON.stringify(effects)
    },
  }
}
