/**
 * All genotypes that show a wanted coat, as disjoint products over places: from a coat back to genotypes.
 * Guarantees: exact over the whole genotype space, without listing it; phase is not told apart, since no coat depends on it. A
 * product of which loci on the sex chromosome are part means animals that have the same number of copies of each.
 */
import { coatTables, groupOfOne, splitComponents } from '../by-coat/components.js'
import { createBoundedMap, once } from '../../common/memo.js'
import type { Genotypes } from '../phenotype/genotypes.js'
import type { CompiledTable, Model, ModelLocus } from '../model.js'
import { acceptedEnds, setOf, type ComponentSet } from './component-set.js'
import { combined, type CoatSet } from './combined-sets.js'
import { placesOf, type Place, type PlaceValue } from './places.js'
import { graphOver, type CountSteps } from './place-graph.js'
import { possibleAutomata, automatonOf, type Automaton } from './table-automaton.js'
import { stepsToClasses, type VariantSteps } from './variant-steps.js'
import { demandsOn, type Demands, type WantedCoat } from './wanted-coat.js'

export type { CoatSet } from './combined-sets.js'
export type { WantedCoat } from './wanted-coat.js'
export { keyOfPlace, type Place } from './places.js'

export type CoatSets = ReturnType<typeof createCoatSets>

interface Component {
  readonly loci: readonly ModelLocus[]
  readonly tables: readonly CompiledTable[]
  readonly places: readonly Place[]
  /** Tokens that its tables give. */
  readonly given: ReadonlySet<string>
  /** Index of its first place among all. */
  readonly offset: number
  readonly possible: readonly Automaton[]
}

interface Sets {
  readonly part: ComponentSet
  readonly whole: ComponentSet
}

/** How the steps of one request are counted. */
export interface Counting {
  /** Throws to end the work. */
  readonly count: CountSteps
  /** What was counted already. */
  readonly counted: Set<string>
}

export function countingTo(count: CountSteps): Counting {
  return { count, counted: new Set() }
}

interface CountedSets extends Sets {
  readonly steps: number
}

export function createCoatSets(model: Model, genotypes: Genotypes) {
  const places: Place[] = []
  const components = once(() =>
    splitComponents(model.loci.map(groupOfOne), coatTables(model.tables)).map(
      ({ groups, tables }): Component => {
        const loci = groups.flatMap((locus) => model.loci[locus] ?? [])
        const own = loci.flatMap((locus) => placesOf(locus, genotypes))
        const offset = places.length
        places.push(...own)
        const given = new Set(tables.flatMap(({ source }) => source.rules.flatMap(({ then }) => then)))
        return { loci, tables, places: own, given, offset, possible: possibleAutomata(loci, own) }
      },
    ),
  )
  const known = createBoundedMap<string, VariantSteps>(MAX_STEPS_KEPT)
  const stepsOf = (table: CompiledTable, locus: ModelLocus): VariantSteps => {
    const key = `${table.index} ${locus.index}`
    const column = table.columns.find((each) => each.locus === locus.index)
    if (column === undefined)
      throw new Error(`internal error in coat-sets.ts: ${table.name} does not read ${locus.key}`)
    const variants = placesOf(locus, genotypes).flatMap(({ variant }) => variant ?? [])
    return known.known(key) ?? known.keep(key, stepsToClasses(locus, variants, column))
  }
  const isSexed = model.loci.some(({ noCopy }) => noCopy !== null)
  /** Whether animals of each sex can have a value: with two copies on the sex chromosome, and with one. */
  const sexes: readonly ((value: PlaceValue) => boolean)[] = isSexed
    ? [({ copies }) => copies !== 1, ({ copies }) => copies !== 2]
    : [() => true]
  const everything = once(() =>
    components().map((each) => {
      const graphs = sexes.map((isAllowed) => graphOver(each.places, each.possible, isAllowed, uncounted))
      const isPossible = (sex: number, end: number): boolean => graphs[sex]?.ends[end]?.nodes !== undefined
      // All that is possible: no place is restricted.
      return { ...setOf(each.places, graphs, isPossible), products: [new Map()], total: 1n }
    }),
  )
  const automata = createBoundedMap<string, Automaton>(MAX_AUTOMATA_KEPT)
  /** Coats for which the outcomes of a table have the same effects share its automaton. */
  const automatonFor = (
    { loci, places: own }: Component,
    table: CompiledTable,
    demands: Demands,
  ): Automaton => {
    const effects = table.outcomes.map((outcome) => demands.effectOf(table, outcome))
    const key = `${table.index} ${effects.join('|')}`
    return automata.known(key) ?? automata.keep(key, automatonOf(table, loci, own, effects, stepsOf))
  }
  const setsOf = (component: Component, wanted: WantedCoat, isAllHere: boolean, count: CountSteps): Sets => {
    const { tables, places: own, possible } = component
    const demands = demandsOn(tables, wanted)
    const automata = [...tables.map((table) => automatonFor(component, table, demands)), ...possible]
    count(automata.reduce((sum, automaton) => sum + sizeOf(automaton), 0))
    const graphs = sexes.map((isAllowed) => graphOver(own, automata, isAllowed, count))
    const ends = graphs.map((graph) => acceptedEnds(graph, automata, demands, isAllHere))
    const of = (kind: 'part' | 'whole'): ComponentSet =>
      setOf(own, graphs, (sex, end) => ends[sex]?.[end] === kind)
    return { part: of('part'), whole: of('whole') }
  }
  const remembered = createBoundedMap<string, CountedSets>(MAX_SETS_KEPT)
  /** Coats that say the same of a component share its sets. The steps are counted once a request, remembered or not. */
  const setsOnce = (
    component: Component,
    wanted: WantedCoat,
    isAllHere: boolean,
    { count, counted }: Counting,
  ): Sets => {
    const { offset, given } = component
    const said = [wanted.exactly ?? wanted.has, wanted.lacks].map((tokens) =>
      tokens.filter((token) => given.has(token)).sort(),
    )
    const key = JSON.stringify([offset, wanted.exactly === undefined, isAllHere, said])
    const known = remembered.known(key)
    if (known !== undefined) {
      if (!counted.has(key)) count(known.steps)
      counted.add(key)
      return known
    }
    counted.add(key)
    let steps = 0
    const sets = setsOf(component, wanted, isAllHere, (more) => {
      steps += more
      count(more)
    })
    return remembered.keep(key, { ...sets, steps })
  }
  return {
    places: (): readonly Place[] => {
      components()
      return places
    },
    /** @param most products to list */
    showing: (wanted: WantedCoat, most: number, counting: Counting = countingTo(uncounted)): CoatSet => {
      const all = components()
      const required = wanted.exactly ?? wanted.has
      if (!required.every((token) => all.some(({ given }) => given.has(token)))) return NOTHING
      const sets = all.map((component) => {
        const isAllHere = required.every((token) => component.given.has(token))
        return setsOnce(component, wanted, isAllHere, counting)
      })
      const parts = sets.map(({ part }) => part)
      const wholes = sets.map(({ whole }, c) =>
        everything().map((each, other) => (other === c ? whole : each)),
      )
      const offsets = all.map(({ offset }) => offset)
      return combined([parts, ...wholes], { offsets, places: places.length, sexes: sexes.length, most })
    },
  }
}

const MAX_STEPS_KEPT = 200
const MAX_AUTOMATA_KEPT = 400
/** Sets of components; a few hundred bytes for each product. */
const MAX_SETS_KEPT = 200
const uncounted: CountSteps = () => {}
const NOTHING: CoatSet = { genotypes: 0n, total: 0n, products: [], free: new Set(), smallest: undefined }

function sizeOf({ nextAt }: Automaton): number {
  return nextAt.reduce((sum, next) => sum + (next?.length ?? 1), 0)
}
