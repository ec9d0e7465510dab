/**
 * How probable the facts of a question are, and which of them contradict each other.
 * Guarantees: a contradiction is minimal; without any one of its facts the others can hold.
 */
import type { Contradiction, Evidence, Work } from '../answer.js'
import { possiblePairs } from '../facts/possible.js'
import type { Rectangle } from '../facts/rectangles.js'
import type { Fact } from '../facts/fact.js'
import type { Settled } from '../facts/settled.js'
import type { Known } from '../network/known.js'
import { DOUBLE, POSSIBLE } from '../network/numbers.js'
import { totalOf } from '../network/posterior.js'

export function evidenceOf(known: Known, settled: Settled): Work<Evidence> {
  const { operations, mostEntangled, run } =
    known.possible.empty === undefined ? totalOf(DOUBLE, known) : IMPOSSIBLE
  return {
    operations,
    ...(mostEntangled === undefined ? {} : { mostEntangled }),
    run: () => {
      const { value, log10 } = run()
      const { unheardOf, orders } = settled
      if (value === 0) return { log10: -Infinity, contradiction: contradictionIn(known), unheardOf }
      // A settled genotype counts as certain, in whichever order its copies stand.
      const certain = orders.reduce((sum, order) => sum + Math.log10(order), 0)
      return { log10: Math.log10(value) + log10 - certain, contradiction: undefined, unheardOf }
    },
  }
}

const IMPOSSIBLE = { operations: 0, mostEntangled: undefined, run: () => ({ value: 0, log10: 0 }) }

function contradictionIn(known: Known): Contradiction {
  const byMendel = { ...known, priors: undefined, isSettled: () => false }
  const population = canHold(byMendel, known.facts)
  const laws = population ? known : byMendel
  const facts = smallest(
    known.facts.filter(isFact),
    (some) => !canHold(laws, [...some, ...known.facts.filter((fact) => !isFact(fact))]),
  )
  const loci = [...new Set(facts.flatMap((fact) => lociOf(known, fact)))].sort((a, b) => a - b)
  return {
    facts: facts.map(({ place }) => place),
    locus: loci.find(
      (locus) =>
        !canHold(
          laws,
          facts.map((fact) => saidOf(known, locus, fact)),
        ),
    ),
    horses: [...new Set(facts.map(({ place }) => place.horse))].sort((a, b) => a - b),
    population,
  }
}

function isFact({ crossing }: Fact): boolean {
  return crossing === undefined
}

function canHold(known: Known, facts: readonly Fact[]): boolean {
  const possible = possiblePairs(known.reading, facts, known.priors, known.isSettled)
  return possible.empty === undefined && totalOf(POSSIBLE, { ...known, facts, possible }).run().value !== 0
}

/** What a fact says of one locus by itself. */
function saidOf({ reading }: Known, locus: number, { test, together: _, ...fact }: Fact): Fact {
  const level = reading.levelOf[locus]
  const constraints = fact.constraints.map((all) =>
    all.map((option): Rectangle => new Map([...option].filter(([own]) => own === level))),
  )
  return { ...fact, constraints, ...(test?.locus === locus ? { test } : {}) }
}

function lociOf({ reading }: Known, { test, together, constraints }: Fact): readonly number[] {
  const declared = [...(together ?? [])].flatMap(([group, alleles]) =>
    alleles.flatMap(({ position }) => reading.model.groups[group]?.loci[position]?.index ?? []),
  )
  const levels = constraints.flatMap((all) => all.flatMap((option) => [...option.keys()]))
  const seen = levels.flatMap((level) => reading.levels[level]?.loci ?? [])
  return [...(test === undefined ? [] : [test.locus]), ...declared, ...seen]
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
