/**
 * Finds sets of facts that rule out a parent, or both together.
 * Guarantees: each set cannot hold, and without any one of its facts the others can, unless it is marked as not minimal
 * because the search would exceed its budget. Of each gene that by itself rules out a parent, or both together, there is a
 * set; where only several genes together do, there is one.
 */
import { TooMuchWork } from '../../planning/planning.js'
import type { Fact } from '../../facts/read-facts.js'
import { smallest } from '../contradiction.js'
import { FATHER, MOTHER, OFFSPRING, type FactSets } from './fact-sets.js'

export interface ExclusionSet {
  readonly facts: readonly Fact[]
  /** The fewest loci at which the facts cannot hold; several where only these together show it. */
  readonly loci: readonly number[]
  readonly isMinimal: boolean
}

export interface Exclusions {
  readonly sets: readonly ExclusionSet[]
  /** Whether the facts about the offspring and this parent alone can hold, with any other parent. */
  readonly isMotherPossible: boolean
  readonly isFatherPossible: boolean
}

export interface Budget {
  /** Operations left for deciding what is possible, and for making sets minimal. */
  deciding: number
  searching: number
}

const SCOPES = [
  [OFFSPRING, MOTHER],
  [OFFSPRING, FATHER],
  [OFFSPRING, MOTHER, FATHER],
] as const

/** Throws TooMuchWork where deciding what is possible exceeds the budget. */
export function exclusionsIn(factSets: FactSets, all: readonly Fact[], budget: Budget): Exclusions {
  const { canHold, canHoldAt, lociOf } = factSets
  const decide = (facts: readonly Fact[]): boolean => {
    const holds = canHold(facts, (operations) => (budget.deciding -= operations))
    if (holds === undefined) throw new TooMuchWork(-budget.deciding)
    return holds
  }
  const found: ExclusionSet[] = []
  const isExcluded = SCOPES.map((scope) => {
    const facts = all.filter(({ place }) => scope.some((animal) => animal === place.animal))
    const isWithin = ({ facts: some }: ExclusionSet): boolean => some.every((fact) => facts.includes(fact))
    const before = found.filter(isWithin)
    const loci = [...new Set(facts.flatMap((fact) => lociOf(fact)))].sort((a, b) => a - b)
    for (const locus of loci) {
      if (before.some((each) => each.loci.includes(locus)) || canHoldAt(locus, facts)) continue
      const there = withoutNeedless(
        facts.filter((fact) => lociOf(fact).includes(locus)),
        (some) => !canHoldAt(locus, some),
      )
      add(found, minimal(factSets, there, [locus], budget))
    }
    if (found.some(isWithin)) return true
    if (decide(facts)) return false
    add(found, minimal(factSets, facts, undefined, budget))
    return true
  })
  return { sets: found, isMotherPossible: isExcluded[0] !== true, isFatherPossible: isExcluded[1] !== true }
}

function add(found: ExclusionSet[], set: ExclusionSet): void {
  const isKnown = found.some(
    ({ facts }) => facts.length === set.facts.length && facts.every((fact) => set.facts.includes(fact)),
  )
  if (!isKnown) found.push(set)
}

/** A minimal set among facts that cannot hold. @param shown the locus that shows it, if one does */
function minimal(
  { canHold, factAt, lociOf }: FactSets,
  facts: readonly Fact[],
  shown: readonly number[] | undefined,
  budget: Budget,
): ExclusionSet {
  // Tests of one locus have nothing to do with other loci.
  if (shown !== undefined && facts.every(({ test }) => test !== undefined))
    return { facts, loci: shown, isMinimal: true }
  // Once the budget is spent, everything counts as possible, so that no further fact is dropped.
  const fails = (some: readonly Fact[]): boolean =>
    canHold(some, (operations) => (budget.searching -= operations)) === false
  const left = shown === undefined ? smallest(facts, fails) : withoutNeedless(facts, fails)
  const isShown = shown !== undefined && left.length === facts.length
  const loci = [...new Set(left.flatMap((fact) => lociOf(fact)))].sort((a, b) => a - b)
  const failAt = (some: readonly number[]): boolean => fails(left.map((fact) => factAt(fact, new Set(some))))
  const fewest = isShown ? shown : smallest(loci, failAt)
  return { facts: left, loci: [...fewest].sort((a, b) => a - b), isMinimal: budget.searching >= 0 }
}

/** A minimal failing subset of a few items. */
function withoutNeedless<Item>(
  items: readonly Item[],
  fails: (some: readonly Item[]) => boolean,
): readonly Item[] {
  let left = items
  for (const item of items) {
    const without = left.filter((each) => each !== item)
    if (fails(without)) left = without
  }
  return left
}
