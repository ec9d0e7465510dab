/**
 * What one component of a coat can contribute: the rows of its tally, joined where no eye tells them apart; and what parts
 * of which none hides the others show together.
 * Guarantees: exact sums under each distribution given; tokens in table order, as a horse with all these parts shows them.
 */
import type { Viability } from '../../rules/tables.js'
import type { Component } from './components.js'
import type { Coat, Outcome } from '../model.js'
import type { Phenotypes } from '../phenotype/phenotype.js'
import type { StateKey } from './state-keys.js'
import { isBetter, type BestGenotype, type Tally, type TallyRow } from './tally.js'
import type { FoalGroup } from '../cross/zygotes.js'

export interface Part {
  /** One outcome for each table of the component. */
  readonly outcomes: readonly Outcome[]
  readonly hidesRest: boolean
  /** One weight for each distribution. */
  readonly weights: readonly bigint[]
  /** How many genotypes of the component's groups it sums, and the best of them. */
  readonly genotypes: bigint
  readonly best: BestGenotype
}

/** A part while it is being summed. */
type Sum = { -readonly [Field in keyof Part]: Part[Field] } & { readonly weights: bigint[] }

/** @param keyOf equal keys mean that the component adds the same to every coat */
export function sumParts(
  component: Component,
  tally: Tally,
  distributions: readonly (readonly FoalGroup[])[],
  keyOf: (row: TallyRow) => string,
): readonly Part[] {
  const parts = new Map<string, Sum>()
  const byState = new Map<StateKey, Sum | undefined>()
  /** What only another set of fractions makes possible is no possibility of the one that is listed. */
  const partFor = (row: TallyRow, d: number): Sum | undefined => {
    const key = keyOf(row)
    const known = parts.get(key)
    if (known !== undefined || d > 0) return known
    const made = newPart(row, distributions.length)
    parts.set(key, made)
    return made
  }
  distributions.forEach((groups, d) => {
    for (const row of tally(component.groups.flatMap((g) => groups[g] ?? []))) {
      // What a state shows is the same under all fractions, and worked out once.
      const part = byState.get(row.state) ?? partFor(row, d)
      byState.set(row.state, part)
      if (part !== undefined) add(part, row, d)
    }
  })
  return [...parts.values()]
}

/** A component taken whole: all its parts together, by its most probable genotype. */
export function wholeOf(parts: readonly Part[]): Part {
  return parts.reduce((whole, part) => ({
    outcomes: whole.outcomes,
    hidesRest: false,
    weights: whole.weights.map((weight, d) => weight + (part.weights[d] ?? 0n)),
    genotypes: whole.genotypes + part.genotypes,
    best: isBetter(part.best, whole.best) ? part.best : whole.best,
  }))
}

/** Of one part of each component, taken together: one weight for each distribution. */
export function weightsOf(chosen: readonly Part[]): readonly bigint[] {
  return (chosen[0]?.weights ?? []).map((_, d) =>
    chosen.reduce((product, part) => product * (part.weights[d] ?? 0n), 1n),
  )
}

export function genotypesOf(chosen: readonly Part[]): bigint {
  return chosen.reduce((product, part) => product * part.genotypes, 1n)
}

export function bestWeightOf(chosen: readonly Part[]): bigint {
  return chosen.reduce((product, part) => product * part.best.weight, 1n)
}

export function hidesAll(outcomes: readonly Outcome[]): boolean {
  for (const { fired } of outcomes) for (const rule of fired) if (rule.hides === 'all') return true
  return false
}

/** With nothing added yet. */
function newPart({ outcomes, best }: TallyRow, distributions: number): Sum {
  const weights = Array<bigint>(distributions).fill(0n)
  return { outcomes, hidesRest: hidesAll(outcomes), weights, genotypes: 0n, best }
}

function add(part: Sum, row: TallyRow, distribution: number): void {
  part.weights[distribution] = (part.weights[distribution] ?? 0n) + row.weight
  if (distribution > 0) return
  part.genotypes += row.count
  const { best } = row
  if (isBetter(best, part.best)) part.best = best
}

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
