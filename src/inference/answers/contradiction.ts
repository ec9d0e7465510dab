/**
 * Finds the facts of a question that contradict each other.
 * Guarantees: the result is minimal, or is marked as not minimal because the search would exceed its budget.
 */
import type { Contradiction } from '../answer.js'
import { evidenceByFacts, withFacts, type Evidence } from '../facts/evidence.js'
import type { Rectangle } from '../facts/genotype-sets.js'
import type { Fact } from '../facts/read-facts.js'
import { DOUBLE } from '../network/numbers.js'
import { inTurn } from '../planning/drafts.js'
import { posteriorOf } from '../posterior/posterior.js'

/** @param most budget of the search in operations; beyond it the result is not minimal */
export function contradictionIn(evidence: Evidence, most: number): Contradiction {
  let left = most
  const narrowed = (laws: Evidence, facts: readonly Fact[]): Evidence => {
    left -= evidence.reading.operations
    return withFacts(laws, facts)
  }
  // Once the budget is spent, treat all facts as possible, so that no further fact is dropped.
  const canHold = (laws: Evidence, facts: readonly Fact[]): boolean => {
    if (left < 0) return true
    const narrowedEvidence = narrowed(laws, facts)
    if (narrowedEvidence.possible.isEmpty) return false
    const { operations, plans } = inTurn(posteriorOf(narrowedEvidence).total(DOUBLE, left)).plan(left)
    left -= operations
    return left < 0 || plans.every(({ run }) => run().value !== 0)
  }
  const byMendel = evidenceByFacts(evidence.reading)
  const isByPriors = evidence.reading.question.population !== undefined && canHold(byMendel, evidence.facts)
  const population = left < 0 && isByPriors ? undefined : isByPriors
  const laws = isByPriors ? evidence : byMendel
  const leaveNothing = (some: readonly Fact[]): boolean => left >= 0 && narrowed(laws, some).possible.isEmpty
  // Checking each locus separately is cheap, so do that first to reduce the facts.
  const few = leaveNothing(evidence.facts) ? smallest(evidence.facts, leaveNothing) : evidence.facts
  const facts = smallest(few, (some) => !canHold(laws, some))
  const isMinimal = left >= 0
  const loci = [...new Set(facts.flatMap((fact) => lociOf(evidence, fact)))].sort((a, b) => a - b)
  const locus = loci.find((each) => {
    const there = facts.map((fact) => factAt(each, fact))
    return !canHold(laws, there)
  })
  return {
    facts: facts.map(({ place }) => place),
    isMinimal,
    locus,
    animals: [...new Set(facts.map(({ place }) => place.animal))].sort((a, b) => a - b),
    population,
  }
}

/** The part of a fact that concerns one locus. */
function factAt(locus: number, { test, together: _, ...fact }: Fact): Fact {
  const constraints = fact.constraints.map((all) =>
    all.map(
      (option): Rectangle => new Map([...option].filter(([restrictedLocus]) => restrictedLocus === locus)),
    ),
  )
  return { ...fact, constraints, ...(test?.locus === locus ? { test } : {}) }
}

function lociOf({ reading }: Evidence, { test, together: declared, constraints }: Fact): readonly number[] {
  return [
    ...(test === undefined ? [] : [test.locus]),
    ...[...(declared ?? [])].flatMap(([group, alleles]) =>
      alleles.flatMap(({ position }) => reading.model.groups[group]?.loci[position]?.index ?? []),
    ),
    ...constraints.flatMap((all) => all.flatMap((option) => [...option.keys()])),
  ]
}

/** A minimal failing subset, found by bisection (QuickXplain, Junker 2004). */
export function smallest<Item>(
  items: readonly Item[],
  fails: (some: readonly Item[]) => boolean,
): readonly Item[] {
  const search = (base: readonly Item[], added: boolean, rest: readonly Item[]): readonly Item[] => {
    if (added && fails(base)) return []
    if (rest.length === 1) return rest
    const half = Math.ceil(rest.length / 2)
    const [first, second] = [rest.slice(0, half), rest.slice(half)]
    const inSecond = search([...base, ...first], first.length > 0, second)
    const inFirst = search([...base, ...inSecond], inSecond.length > 0, first)
    return [...inFirst, ...inSecond]
  }
  return items.length === 0 ? [] : search([], false, items)
}
