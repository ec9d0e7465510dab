/**
 * How much work a cross will be, counted from its parents before any of it is done: gametes that meet, genotypes, states
 * of the sums by coat, and coats.
 * Guarantees: upper bounds (a linkage that makes some combination impossible is not looked at); the counting itself
 * takes microseconds, but for `sums`, which takes up to a few milliseconds.
 */
import type { Copy } from '../../genetics/locus.js'
import { pairOf } from '../../genetics/genotype.js'
import { groupOfOne, coatTables, splitComponents } from '../by-coat/components.js'
import { type BoundedMap, createBoundedMap } from '../memo.js'
import type { Genotypes } from '../phenotype/genotypes.js'
import type { CompiledTable, HorseGenotype, LocusGenotype, Model, ModelLocus } from '../model.js'
import { hidesAll } from '../by-coat/parts.js'
import { createTableSteps, type StateKey } from '../by-coat/table-steps.js'

export interface CrossWork {
  /** Ways through meioses, and gametes that meet, over all linkage groups. */
  readonly meetings: number
  /** Distinct genotypes of foals. */
  readonly genotypes: number
  /** Of the sums that tell coats apart. */
  readonly sums: () => SumWork
}

export interface SumWork {
  readonly states: number
  /** How many coats there can be at most. */
  readonly coats: number
}

/** Foals at a locus, of what parents can hand on there: few of them are ever met. */
const MOST_REMEMBERED = 500

export type EstimateWork = (mother: HorseGenotype, father: HorseGenotype) => CrossWork

/** @param mostCounted states after which a bound is good enough */
export function createWorkEstimate(
  model: Model,
  genotypes: Genotypes,
  mostCounted = MOST_COUNTED,
): EstimateWork {
  let counters: readonly (readonly CountStates[])[] | undefined
  const foals: BoundedMap<string, readonly LocusGenotype[]> = createBoundedMap(MOST_REMEMBERED)
  const foalsOf = (locus: ModelLocus, [eggs, sperms]: Copies): readonly LocusGenotype[] => {
    const key = `${locus.index} ${eggs.join(' ')} | ${sperms.join(' ')}`
    const known = foals.known(key)
    if (known !== undefined) return known
    const pairs = eggs.flatMap((egg) => sperms.map((sperm) => genotypes.of(locus, [pairOf(egg, sperm)])))
    return foals.keep(key, [...new Set(pairs)])
  }
  return (mother, father) => {
    const copies = model.loci.map(({ index }): Copies => [copiesOf(mother[index]), copiesOf(father[index])])
    const at = ({ index }: ModelLocus): Copies => copies[index] as Copies
    return {
      meetings: sum(model.groups.map(({ loci }) => meetingsIn(loci, [mother, father], at))),
      genotypes: product(model.loci.map((locus) => pairCount(at(locus)))),
      sums: () => {
        counters ??= stateCounters(model, mostCounted)
        const foalsAt = (locus: ModelLocus): readonly LocusGenotype[] => foalsOf(locus, at(locus))
        // Components are summed one by one; within one, tables that share no locus vary independently.
        const counted = counters.map((own) => own.map((count) => count(foalsAt)))
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

const known = new WeakMap<LocusGenotype, readonly Copy[]>()

function copiesOf(genotype: LocusGenotype | undefined): readonly Copy[] {
  if (genotype === undefined) return []
  const found = known.get(genotype)
  if (found !== undefined) return found
  const copies = [...new Map(genotype.layouts.flat().map((copy) => [copy.join(), copy])).values()]
  known.set(genotype, copies)
  return copies
}

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
  parents: readonly HorseGenotype[],
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

/**
 * How many states some tables have over the foals of a cross: at most, and after the last locus, and those of the last that
 * hide everything else.
 */
type CountStates = (foalsAt: (locus: ModelLocus) => readonly LocusGenotype[]) => {
  readonly most: number
  readonly last: number
  readonly hiding: number
}

const MOST_COUNTED = 20_000

/** By component, those of its tables that share loci. */
function stateCounters(model: Model, mostCounted: number): readonly (readonly CountStates[])[] {
  return splitComponents(model.groups, coatTables(model.tables)).map(({ tables }) =>
    sharingLoci(tables).map((own) => stateCounter(model, own, mostCounted)),
  )
}

function sharingLoci(tables: readonly CompiledTable[]): readonly (readonly CompiledTable[])[] {
  const clusters: { readonly loci: Set<number>; readonly tables: CompiledTable[] }[] = []
  for (const table of tables) {
    const loci = new Set(table.columns.map(({ locus }) => locus))
    const own = [table]
    for (const met of clusters.filter((each) => [...each.loci].some((locus) => loci.has(locus)))) {
      clusters.splice(clusters.indexOf(met), 1)
      met.loci.forEach((locus) => loci.add(locus))
      own.push(...met.tables)
    }
    clusters.push({ loci, tables: own })
  }
  return clusters.map((each) => each.tables)
}

function stateCounter({ loci }: Model, tables: readonly CompiledTable[], mostCounted: number): CountStates {
  const read = loci.filter(({ index }) =>
    tables.some(({ columns }) => columns.some(({ locus }) => locus === index)),
  )
  const steps = createTableSteps(read.map(groupOfOne), tables)
  const canHide = tables.some(({ outcomes }) => hidesAll(outcomes))
  const counted: BoundedMap<string, ReturnType<CountStates>> = createBoundedMap(MOST_REMEMBERED)
  const numbers = new WeakMap<readonly LocusGenotype[], number>()
  let next = 0
  const numberOf = (foals: readonly LocusGenotype[]): number => {
    const number = numbers.get(foals) ?? next++
    numbers.set(foals, number)
    return number
  }
  return (foalsAt) => {
    const key = read.map((locus) => numberOf(foalsAt(locus))).join()
    return counted.known(key) ?? counted.keep(key, count(foalsAt))
  }
  function count(foalsAt: Parameters<CountStates>[0]): ReturnType<CountStates> {
    let states = new Set<StateKey>([steps.start])
    let most = 1
    let beyond = 1
    let isCounted = true
    read.forEach((locus, place) => {
      const inputs = new Set(foalsAt(locus).map((foal) => steps.inputOf(place, [foal])))
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
}

function product(factors: readonly number[]): number {
  return factors.reduce((all, factor) => all * factor, 1)
}

function sum(terms: readonly number[]): number {
  return terms.reduce((all, term) => all + term, 0)
}
