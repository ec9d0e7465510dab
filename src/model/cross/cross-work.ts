/**
 * How much work a cross will be, counted from its parents before any of it is done: gametes that meet, genotypes, states
 * of the sums by coat, and coats.
 * Guarantees: upper bounds (a linkage that makes some combination impossible is not looked at); the counting itself
 * takes microseconds, but for `sums`, which takes up to a few milliseconds.
 */
import type { Copy } from '../../genetics/locus.js'
import { pairOf, type Genotype } from '../../genetics/genotype.js'
import { clustersOf, groupOfOne, coatTables, splitComponents } from '../by-coat/components.js'
import { createBoundedMap, once, onceFor } from '../../common/memo.js'
import type { Genotypes } from '../phenotype/genotypes.js'
import type { CompiledTable, Model, ModelLocus } from '../model.js'
import { hidesAll } from '../by-coat/parts.js'
import { createTableSteps, type StateKey } from '../by-coat/table-steps.js'

export type EstimateWork = ReturnType<typeof createWorkEstimate>
export type CrossWork = ReturnType<EstimateWork>
export type SumWork = ReturnType<CrossWork['sums']>

/** @param mostCounted states after which a bound is good enough */
export function createWorkEstimate(model: Model, genotypes: Genotypes, mostCounted = MAX_COUNTED) {
  const counters = once(() => stateCounters(model, genotypes, mostCounted))
  return (mother: readonly Genotype[], father: readonly Genotype[]) => {
    const sideAt = (parent: readonly Genotype[], index: number) => copiesOf(parent[index] as Genotype)
    const copies = model.loci.map(({ index }): Copies => [sideAt(mother, index), sideAt(father, index)])
    const at = ({ index }: ModelLocus): Copies => copies[index] as Copies
    return {
      /** Ways through meioses, and gametes that meet, over all linkage groups. */
      meetings: sum(model.groups.map(({ loci }) => meetingsIn(loci, [mother, father], at))),
      /** Distinct genotypes of foals. */
      genotypes: product(model.loci.map((locus) => pairCount(at(locus)))),
      /** States of the sums that tell coats apart, and how many coats there can be at most. */
      sums: () => {
        // Components are summed one by one; within one, tables that share no locus vary independently.
        const counted = counters().map((own) => own.map((count) => count(at)))
        // What hides all that other components show is one coat with all of it.
        const showing = counted.map((own) => product(own.map(({ last, hiding }) => last - hiding)))
        const all = counted.map((own) => product(own.map(({ last }) => last)))
        return {
          states: sum(counted.map((own) => product(own.map(({ most }) => most)))),
          coats: product(showing) + sum(all) - sum(showing),
        }
      },
    }
  }
}

/** The copies that mother and father can hand on at a locus. */
type Copies = readonly [readonly Copy[], readonly Copy[]]

const copiesOf = onceFor(({ layouts }: Genotype): readonly Copy[] => [
  ...new Map(layouts.flat().map((copy) => [copy.join(), copy])).values(),
])

/** Unordered pairs of one copy from either side: those of two copies that both have are met twice. */
function pairCount([eggs, sperms]: Copies): number {
  if (eggs.length === 1 || sperms.length === 1) return eggs.length * sperms.length
  const texts = new Set(eggs.map((copy) => copy.join()))
  const shared = sperms.filter((copy) => texts.has(copy.join())).length
  return eggs.length * sperms.length - (shared * (shared - 1)) / 2
}

/** Of one group: every phasing's ways through both meioses, and every egg with every sperm. */
function meetingsIn(
  loci: readonly ModelLocus[],
  parents: readonly (readonly Genotype[])[],
  at: (locus: ModelLocus) => Copies,
): number {
  // A group in which nobody varies has one gamete a parent.
  if (loci.every((locus) => at(locus).every((copies) => copies.length === 1))) return 1
  const ways = parents.map((parent, side) => {
    const varying = loci.filter((locus) => (at(locus)[side]?.length ?? 1) > 1)
    const layouts = product(loci.map((locus) => parent[locus.index]?.layouts.length ?? 1))
    return layouts * 2 ** Math.max(0, varying.length - 1) * 2 ** varying.length
  })
  const gametes = parents.map((_, side) => product(loci.map((locus) => at(locus)[side]?.length ?? 1)))
  return sum(ways) + product(gametes)
}

const MAX_COUNTED = 20_000
/** Counts for the same copies at a table's loci: few of them are ever met. */
const MAX_REMEMBERED = 500

/** By component, those of its tables that share loci. */
function stateCounters(model: Model, genotypes: Genotypes, mostCounted: number) {
  return splitComponents(model.groups, coatTables(model.tables)).map(({ tables }) =>
    clustersOf(tables, ({ columns }) => columns.map(({ locus }) => locus)).map((own) =>
      stateCounter(model, genotypes, own, mostCounted),
    ),
  )
}

/**
 * How many states some tables have over the foals of a cross: at most, and after the last locus, and those of the last that
 * hide everything else.
 */
function stateCounter(
  { loci }: Model,
  genotypes: Genotypes,
  cluster: readonly CompiledTable[],
  mostCounted: number,
) {
  const tables = cluster.toSorted((a, b) => a.index - b.index)
  const read = loci.filter(({ index }) =>
    tables.some(({ columns }) => columns.some(({ locus }) => locus === index)),
  )
  const steps = createTableSteps(read.map(groupOfOne), tables)
  const canHide = tables.some(({ outcomes }) => hidesAll(outcomes))
  const inputsAt = (locus: ModelLocus, place: number, [eggs, sperms]: Copies) => {
    const pairs = eggs.flatMap((egg) => sperms.map((sperm) => pairOf(egg, sperm)))
    return new Set(pairs.map((pair) => steps.inputOf(place, [genotypes.of(locus, [pair])])))
  }
  const count = (at: (locus: ModelLocus) => Copies) => {
    let states = new Set<StateKey>([steps.start])
    let most = 1
    let beyond = 1
    let isCounted = true
    read.forEach((locus, place) => {
      const inputs = inputsAt(locus, place, at(locus))
      // From there on every input may lead to a state of its own.
      isCounted &&= states.size * inputs.size <= mostCounted
      if (!isCounted) {
        beyond *= inputs.size
        return
      }
      const next = new Set<StateKey>()
      for (const state of states) for (const input of inputs) next.add(steps.after(state, input))
      states = next
      most = Math.max(most, next.size)
    })
    const canTell = canHide && isCounted
    const hiding = canTell ? [...states].filter((state) => hidesAll(steps.outcomesAt(state))).length : 0
    return { most: most * beyond, last: states.size * beyond, hiding }
  }
  const counted = createBoundedMap<string, ReturnType<typeof count>>(MAX_REMEMBERED)
  return (at: (locus: ModelLocus) => Copies) => {
    const key = JSON.stringify(read.map(at))
    return counted.known(key) ?? counted.keep(key, count(at))
  }
}

function product(factors: readonly number[]): number {
  return factors.reduce((all, factor) => all * factor, 1)
}

function sum(terms: readonly number[]): number {
  return terms.reduce((all, term) => all + term, 0)
}
