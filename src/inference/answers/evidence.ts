/**
 * How probable the facts of a question are, and which of them contradict each other.
 * Guarantees: a contradiction is minimal, or says that finding out would have taken longer than a question may.
 */
import type { Contradiction, Evidence } from '../answer.js'
import type { Fact } from '../facts/facts.js'
import { know, knowFacts, type Known } from '../facts/known.js'
import type { Rectangle } from '../facts/rectangles.js'
import type { Settled } from '../facts/settled.js'
import { DOUBLE } from '../network/numbers.js'
import { totalOf } from '../network/posterior.js'
import { costingMore, drafted } from '../planning/cost.js'
import { together, type AnswerDraft } from './work.js'

/**
 * @param settled by the facts alone @param left operations that it may take @param most operations that the search for
 * contradicting facts may take
 */
export function evidenceOf(
  known: Known,
  { unheardOf, orders }: Settled,
  left: number,
  most: number,
): AnswerDraft<Evidence> {
  const parts = known.possible.isEmpty ? [] : totalOf(DOUBLE, known, left)
  const draft = together(parts, (totals): Evidence => {
    if (known.possible.isEmpty || totals.some(({ value }) => value === 0))
      return { log10: -Infinity, contradiction: contradictionIn(known, most), unheardOf }
    const log10 = totals.reduce((sum, total) => sum + Math.log10(total.value) + total.log10, 0)
    // A settled genotype counts as certain, in whichever order its copies stand.
    const certain = orders.reduce((sum, order) => sum + Math.log10(order), 0)
    return { log10: log10 - certain, contradiction: undefined, unheardOf }
  })
  // Whatever is asked, the question was read.
  return costingMore(Math.ceil(known.reading.operations), draft)
}

/** @param most operations that finding the smallest may take; beyond that it is as small as it was found */
export function contradictionIn(known: Known, most: number): Contradiction {
  let left = most
  const narrowed = (laws: Known, facts: readonly Fact[]): Known => {
    left -= known.reading.operations
    return know({ ...laws, facts })
  }
  // Once all of it is spent everything is taken to hold, so that no further fact is found to be to spare.
  const canHold = (laws: Known, facts: readonly Fact[]): boolean => {
    if (left < 0) return true
    const own = narrowed(laws, facts)
    if (own.possible.isEmpty) return false
    const { operations, plans } = drafted(totalOf(DOUBLE, own, left)).plan(left)
    left -= operations
    return left < 0 || plans.every(({ run }) => run().value !== 0)
  }
  const byMendel = knowFacts(known.reading)
  const isByFigures = known.reading.question.population !== undefined && canHold(byMendel, known.facts)
  const population = left < 0 && isByFigures ? undefined : isByFigures
  const laws = isByFigures ? known : byMendel
  const leaveNothing = (some: readonly Fact[]): boolean => left >= 0 && narrowed(laws, some).possible.isEmpty
  // What relatives leave locus by locus is soon seen; only what is left of that is worked out.
  const few = leaveNothing(known.facts) ? smallest(known.facts, leaveNothing) : known.facts
  const facts = smallest(few, (some) => !canHold(laws, some))
  const isMinimal = left >= 0
  const loci = [...new Set(facts.flatMap((fact) => lociOf(known, fact)))].sort((a, b) => a - b)
  const locus = loci.find((each) => {
    const said = facts.map((fact) => saidOf(each, fact))
    return !canHold(laws, said)
  })
  return {
    facts: facts.map(({ place }) => place),
    isMinimal,
    locus,
    horses: [...new Set(facts.map(({ place }) => place.horse))].sort((a, b) => a - b),
    population,
  }
}

/** What a fact says of one locus by itself. */
function saidOf(locus: number, { test, together: _, ...fact }: Fact): Fact {
  const constraints = fact.constraints.map((all) =>
    all.map((option): Rectangle => new Map([...option].filter(([own]) => own === locus))),
  )
  return { ...fact, constraints, ...(test?.locus === locus ? { test } : {}) }
}

function lociOf({ reading }: Known, { test, together: declared, constraints }: Fact): readonly number[] {
  return [
    ...(test === undefined ? [] : [test.locus]),
    ...[...(declared ?? [])].flatMap(([group, alleles]) =>
      alleles.flatMap(({ position }) => reading.model.groups[group]?.loci[position]?.index ?? []),
    ),
    ...constraints.flatMap((all) => all.flatMap((option) => [...option.keys()])),
  ]
}

/** A smallest part of a list that fails by itself, found by halves (Junker's QuickXplain). */
function smallest<Item>(items: readonly Item[], fails: (some: readonly Item[]) => boolean): readonly Item[] {
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
