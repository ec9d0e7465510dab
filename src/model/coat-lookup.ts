/**
 * The coats of many foals of one cross. What one component of a coat can see of a foal is few things, so it is
 * worked out once for each; a coat is then looked up by its components.
 * Guarantees: the coat that phenotype.ts finds for the same genotype.
 * Leaves to others: single horses (phenotype.ts), coats without their genotypes (coat-shares.ts).
 */
import { mattering, splitComponents, withAsked, type Component } from './components.js'
import type { Coat, CompiledTable, Model, Outcome } from './model.js'
import type { Phenotypes } from './phenotype.js'
import { outcomeAt } from './tokens.js'
import { genotypeOfChoice, type FoalGroup } from './zygotes.js'

/** @param choice the outcome chosen in each group */
export type CoatOfChoice = (choice: ArrayLike<number>) => Coat

/** For the foals of one cross after the other; what depends on the model alone is worked out once. */
export function createCoatLookup(
  model: Model,
  phenotypes: Phenotypes,
): (groups: readonly FoalGroup[]) => CoatOfChoice {
  const coating = new Set(mattering(model.tables))
  const tables = withAsked(model.tables, (table) => coating.has(table))
  const components = splitComponents(model.groups, tables)
  return (groups) => {
    const lookups = components.map((each) => createPartLookup(each, groups))
    const coats = new Map<string, Coat>()
    return (choice) => {
      let key = ''
      for (const { partOf } of lookups) key += String.fromCharCode(partOf(choice))
      const known = coats.get(key)
      if (known !== undefined) return known
      const outcomes = new Map(lookups.flatMap(({ outcomesOf }, c) => [...outcomesOf(key.charCodeAt(c))]))
      const coat = phenotypes.coatFrom(tables.flatMap((table) => outcomes.get(table) ?? []))
      coats.set(key, coat)
      return coat
    }
  }
}

interface PartLookup {
  /** A number for what the component's tables say of a foal; equal outcomes, equal numbers. */
  readonly partOf: (choice: ArrayLike<number>) => number
  readonly outcomesOf: (part: number) => ReadonlyMap<CompiledTable, Outcome>
}

function createPartLookup(component: Component, groups: readonly FoalGroup[]): PartLookup {
  // What does not vary says the same of every foal.
  const varying = component.groups.filter((g) => (groups[g]?.outcomes.length ?? 0) > 1)
  const sizes = varying.map((g) => groups[g]?.outcomes.length ?? 1)
  const strides = sizes.map((_, i) => sizes.slice(0, i).reduce((product, size) => product * size, 1))
  const isCountable = sizes.reduce((product, size) => product * size, 1) <= Number.MAX_SAFE_INTEGER
  const parts: ReadonlyMap<CompiledTable, Outcome>[] = []
  const numbers = new Map<string, number>()
  const known = new Map<number, number>()
  const judge = (choice: ArrayLike<number>): number => {
    const outcomes = judgeFoal(component, groups, choice)
    const key = component.tables.map((table) => table.outcomes.indexOf(outcomes.get(table) as Outcome)).join()
    const number = numbers.get(key) ?? parts.push(outcomes) - 1
    numbers.set(key, number)
    return number
  }
  return {
    outcomesOf: (part) => parts[part] as ReadonlyMap<CompiledTable, Outcome>,
    partOf: (choice) => {
      if (!isCountable) return judge(choice)
      let place = 0
      for (let i = 0; i < varying.length; i++) place += (choice[varying[i] ?? 0] ?? 0) * (strides[i] ?? 0)
      let part = known.get(place)
      if (part === undefined) known.set(place, (part = judge(choice)))
      return part
    },
  }
}

/** What each table of a component says of a foal; tables whose tokens they ask for are of the same component. */
function judgeFoal(
  { tables, groups: own }: Component,
  groups: readonly FoalGroup[],
  choice: ArrayLike<number>,
): ReadonlyMap<CompiledTable, Outcome> {
  const genotype = genotypeOfChoice(groups, choice, own)
  const outcomes = new Map<CompiledTable, Outcome>()
  for (const table of tables) {
    const outcome = outcomeAt(
      table,
      (column) => genotype[column.locus]?.classes[table.index] ?? 0,
      (token) => [...outcomes.values()].some((earlier) => earlier.tokens.includes(token)),
    )
    outcomes.set(table, outcome)
  }
  return outcomes
}
