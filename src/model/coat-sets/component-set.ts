/**
 * The genotypes of one component that a wanted coat needs, as disjoint products over its places.
 * Guarantees: exact. Animals of either sex are counted separately, and their products are joined where they differ on the sex
 * chromosome only, since the number of copies there tells them apart.
 */
import { hidesAll } from '../by-coat/parts.js'
import { outcomesOfTerminals } from '../by-coat/diagram.js'
import { coatFrom } from '../phenotype/phenotype.js'
import { ACCEPT, fewestPathsTo, REJECT } from './accepting-paths.js'
import type { Place } from './places.js'
import { valuesOf, type EndState, type PlaceGraph, type Smallest } from './place-graph.js'
import type { Diagram, Automaton } from './table-automaton.js'
import type { Demands } from './wanted-coat.js'

/** Place → allowed values, by their indices; a place without an entry allows all. */
export type Product = ReadonlyMap<number, readonly number[]>

export interface ComponentSet {
  /** How many genotypes it has, by sex. */
  readonly genotypes: readonly bigint[]
  readonly products: readonly Product[]
  /** How many products there are; more than `products` where it was cut. */
  readonly total: bigint
  /** By sex, the values of a smallest genotype; undefined where there is none. */
  readonly smallest: readonly (SmallestGenotype | undefined)[]
}

export interface SmallestGenotype {
  readonly carried: number
  readonly values: readonly number[]
}

/** Of more paths the first ones are listed as they are. */
const MAX_PATHS = 5_000

/** Which last states belong to the coat: as a part of it beside other components, or as all of it, hiding the others. */
export function acceptedEnds(
  { ends }: PlaceGraph,
  automata: readonly Automaton[],
  { requiredHere, isForbidden }: Demands,
  isAllRequiredHere: boolean,
): readonly ('part' | 'whole' | undefined)[] {
  const diagrams = automata.flatMap(({ diagram }) => diagram ?? [])
  return ends.map(({ nodes }) => {
    if (nodes === undefined) return undefined
    const shown = shownBy(diagrams, nodes)
    const isWanted =
      requiredHere.every((token) => shown.tokens.includes(token)) && !shown.tokens.some(isForbidden)
    if (!isWanted) return undefined
    if (!shown.hides) return 'part'
    return isAllRequiredHere ? 'whole' : undefined
  })
}

function shownBy(diagrams: readonly Diagram[], nodes: readonly number[]) {
  const outcomes = outcomesOfTerminals(diagrams, (table) => nodes[table] ?? 0)
  return { tokens: coatFrom(outcomes).tokens, hides: hidesAll(outcomes) }
}

/** @param graphs one per sex @param isAccepted by sex and last state */
export function setOf(
  places: readonly Place[],
  graphs: readonly PlaceGraph[],
  isAccepted: (sex: number, end: number) => boolean,
): ComponentSet {
  const accepted = graphs.map(({ ends }, sex) => ends.filter((_, end) => isAccepted(sex, end)))
  const bySex = graphs.map(({ inputsAt, nextAt, ends }, sex) => {
    const counts = inputsAt.map(({ length }) => length)
    const terminals = ends.map((_, end) => (isAccepted(sex, end) ? ACCEPT : REJECT))
    const { paths, total } = fewestPathsTo(counts, nextAt, terminals, MAX_PATHS)
    const products = paths.map((path) =>
      path.map((inputs, p) => inputs.flatMap((input) => inputsAt[p]?.[input] ?? []).sort((a, b) => a - b)),
    )
    return { products, total }
  })
  const isCut = bySex.some(({ products, total }) => BigInt(products.length) < total)
  const joined = isCut ? bySex.flatMap(({ products }) => products) : joinedSexes(places, bySex)
  return {
    genotypes: accepted.map((ends) => ends.reduce((sum, { genotypes }) => sum + genotypes, 0n)),
    products: joined.map((product) => productOf(places, product)),
    total: isCut ? bySex.reduce((sum, { total }) => sum + total, 0n) : BigInt(joined.length),
    smallest: accepted.map(smallestOf),
  }
}

type Values = readonly (readonly number[])[]

/** Products of both sexes that agree off the sex chromosome become one. */
function joinedSexes(
  places: readonly Place[],
  bySex: readonly { readonly products: readonly Values[] }[],
): readonly Values[] {
  const [first, second] = bySex
  if (first === undefined || second === undefined) return first?.products ?? []
  const isSexed = places.map(({ locus }) => locus.noCopy !== null)
  const keyOf = (values: Values): string => values.map((own, p) => (isSexed[p] ? '' : own.join())).join('|')
  const left = [...second.products]
  const joined = first.products.map((values) => {
    const key = keyOf(values)
    const place = left.findIndex((other) => keyOf(other) === key)
    if (place < 0) return values
    const [other = []] = left.splice(place, 1)
    return values.map((own, p) => (isSexed[p] ? [...own, ...(other[p] ?? [])].sort((a, b) => a - b) : own))
  })
  return [...joined, ...left]
}

/** Without the places at which everything is allowed. */
function productOf(places: readonly Place[], values: Values): Product {
  return new Map(
    values.flatMap((own, p) => (own.length === places[p]?.values.length ? [] : [[p, own] as const])),
  )
}

function smallestOf(ends: readonly EndState[]): SmallestGenotype | undefined {
  const found = ends.reduce<Smallest | undefined>(
    (best, { smallest }) =>
      best === undefined || (smallest !== undefined && smallest.carried < best.carried) ? smallest : best,
    undefined,
  )
  return found && { carried: found.carried, values: valuesOf(found) }
}
