/**
 * Coats put together from parts of which none hides the others: what each shows, side by side.
 * Guarantees: tokens in table order, as a horse with all these parts shows them.
 * Leaves to others: which parts there are (parts.ts), and coats in which something hides the rest (phenotype.ts).
 */
import type { Viability } from '../../rules/tables.js'
import type { Component } from './components.js'
import type { Coat, Outcome } from '../model.js'
import type { Phenotypes } from '../phenotype/phenotype.js'

/** What a part adds to the coats it is a part of, worked out once. */
export interface Shown {
  /** Visible tokens, by stretch of tables. */
  readonly tokens: readonly (readonly string[])[]
  readonly viability: Viability | undefined
}

export interface CombinedParts {
  /** @param outcomes one for each table of the component */
  readonly shownBy: (outcomes: readonly Outcome[], component: number) => Shown
  /** @param shown by one part of each component */
  readonly coatOf: (shown: readonly Shown[]) => Coat
}

export function createCombinedParts(components: readonly Component[], phenotypes: Phenotypes): CombinedParts {
  // Each table is of one component, so parts need no sorting: stretch by stretch of table order.
  const stretches = stretchesOf(components)
  return {
    shownBy: (outcomes, c) => {
      const { tokens, viability } = phenotypes.show(outcomes)
      const tables = components[c]?.tables ?? []
      const tableOf = (token: string): number =>
        tables[outcomes.findIndex((outcome) => outcome.tokens.includes(token))]?.index ?? 0
      const shown = stretches.map(({ first, last, component }) =>
        component !== c ? [] : tokens.filter((token) => first <= tableOf(token) && tableOf(token) <= last),
      )
      return { tokens: shown, viability }
    },
    coatOf: (shown) => {
      const tokens: string[] = []
      let viability: Viability | undefined
      for (let s = 0; s < stretches.length; s++) {
        const own = shown[stretches[s]?.component ?? 0]?.tokens[s] ?? []
        for (const token of own) tokens.push(token)
      }
      for (const each of shown) viability ??= each.viability
      return phenotypes.coatShowing(tokens, viability)
    },
  }
}

/** Tables in a row that are all of one component, by their indices. */
interface Stretch {
  readonly component: number
  readonly first: number
  last: number
}

function stretchesOf(components: readonly Component[]): readonly Stretch[] {
  const owned = components.flatMap(({ tables }, component) =>
    tables.map(({ index }) => ({ index, component })),
  )
  const stretches: Stretch[] = []
  for (const { index, component } of owned.sort((a, b) => a.index - b.index)) {
    const before = stretches.at(-1)
    if (before?.component === component) before.last = index
    else stretches.push({ component, first: index, last: index })
  }
  return stretches
}
