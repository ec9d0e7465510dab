/**
 * Several foals of the same parents. They share their parents' genotypes, so that they are not independent: each pair of
 * genotypes has its own probability p of a wanted foal, and 1 − (1 − p)ⁿ is averaged over them (foal-chances.ts).
 * Guarantees: exact but for rounding; parents' genotypes with the same p are one class. How many classes there are is known only
 * when linkage groups are combined: each step of that is counted, and it throws TooMuchWork once it takes more than is left.
 */
import type { ParentClass } from '../answer.js'
import { groupsOf, type GenotypeSet } from '../facts/genotype-sets.js'
import { selectionsOf } from '../network/couplings.js'
import { createGametes } from '../network/gametes.js'
import type { Network } from '../network/network.js'
import { DOUBLE } from '../network/numbers.js'
import type { Selector } from '../network/variables.js'
import { combined, draftsWithin, mapPlan, withOperations } from '../planning/drafts.js'
import { TooMuchWork, type AnswerDraft } from '../planning/planning.js'
import { A_CROSS, A_JOIN, A_JOINED, A_MEETING } from '../planning/weights.js'
import type { Joint, Posterior } from '../posterior/posterior.js'
import { createSelectionsIn, lowestOrders, selectionsOfLowestOrder } from './selections.js'

/** Parents over one linkage group: for each rectangle the probability of a foal in it, and the weight of such parents. */
interface GroupClass {
  readonly inRectangles: Float64Array
  /** By selection of the rectangles that couple groups. */
  readonly weights: Float64Array
}

/** @param left operations that it may take */
export function parentClasses(
  { evidence, network, joint }: Posterior,
  parents: readonly [mother: number, father: number],
  wanted: GenotypeSet,
  left: number,
): AnswerDraft<readonly ParentClass[]> {
  const couplings = network.couplings(parents)
  const selections = selectionsOf(couplings)
  // Coupled groups weigh the selections, even where they do not decide which foals are wanted.
  const groups = new Set([
    ...groupsOf(evidence.reading.model, wanted),
    ...couplings.flatMap((coupling) => coupling.groups),
  ])
  const drafts = draftsWithin(left, groups, (group) => {
    const query = { group, groups: [group], purpose: { wanted }, animals: parents, couplings }
    const crossing = crossingCost(network, parents, wanted, group)
    return mapPlan(withOperations(crossing, joint(DOUBLE, query)), (plan) => ({
      ...plan,
      run: () => groupClasses(network, wanted, plan.run(), couplings),
    }))
  })
  return combined(drafts, (found) => {
    const parts = found.map(({ classes }) => classes)
    const start = {
      inRectangles: new Float64Array(wanted.length).fill(1),
      weights: startingWeights(
        found.map(({ orders }) => orders),
        selections,
      ),
    }
    let states = new Map<string, GroupClass>([['', start]])
    let operations = 0
    for (const own of parts) {
      operations += states.size * own.length * (A_JOIN + (wanted.length + selections) * A_JOINED)
      if (operations > left) throw new TooMuchWork(operations)
      const next = new Map<string, GroupClass>()
      for (const before of states.values()) {
        for (const { inRectangles, weights } of own) {
          const both = before.inRectangles.map((each, r) => each * (inRectangles[r] ?? 0))
          add(
            next,
            keyOf(both),
            both,
            before.weights.map((weight, s) => weight * (weights[s] ?? 0)),
          )
        }
      }
      states = next
    }
    const classes = [...states.values()].map(({ inRectangles, weights }) => ({
      foal: Math.min(1, sum(inRectangles)),
      parents: sum(weights),
    }))
    const total = sum(classes.map(({ parents }) => parents))
    return classes.map(({ foal, parents }) => ({ foal, parents: parents / total }))
  })
}

/** Every pair of parents' genotypes with its gametes, and their unions, once for each rectangle: at most. */
function crossingCost(
  network: Network,
  parents: readonly number[],
  wanted: GenotypeSet,
  group: number,
): number {
  const { of } = network.pairs(network.space({ wanted }, group))
  let [pairs, meetings] = [1, wanted.length]
  for (const { list, count } of parents.flatMap(of)) {
    // Which copy is whose does not matter here, and one of the two is handed on.
    const listed = new Set(list)
    let [unordered, handedOn] = [0, 0]
    for (const pair of list) {
      const [a, b] = [Math.floor(pair / count), pair % count]
      if (a > b && listed.has(b * count + a)) continue
      unordered += 1
      handedOn += a === b ? 1 : 2
    }
    pairs *= unordered
    meetings *= handedOn
  }
  return pairs * A_CROSS + meetings * A_MEETING * 4
}

function groupClasses(
  network: Network,
  wanted: GenotypeSet,
  joint: Joint<number>,
  couplings: readonly Selector[],
): { readonly classes: readonly GroupClass[]; readonly orders: Float64Array } {
  const { space, rows } = joint
  const gametes = createGametes(DOUBLE, space)
  const { isIn } = network.pairs(space)
  const selections = selectionsOf(couplings)
  const selectionsIn = createSelectionsIn(joint, couplings)
  const found = new Map<string, GroupClass>()
  const crossed = new Map<string, { readonly inRectangles: Float64Array; readonly key: string }>()
  const orders = lowestOrders(joint, selectionsIn, selections)
  for (const { haplotypes, selected, weight, order } of rows) {
    const [a = 0, b = 0, c = 0, d = 0] = haplotypes
    const key = `${Math.min(a, b)} ${Math.max(a, b)} ${Math.min(c, d)} ${Math.max(c, d)}`
    const foals = () => {
      const [eggs, sperms] = [gametes(a, b), gametes(c, d)]
      const inRectangles = Float64Array.from(wanted, (rectangle) =>
        sum(
          eggs.flatMap(([egg, ofEgg]) =>
            sperms.map(([sperm, ofSperm]) => (isIn(rectangle, [egg, sperm]) ? ofEgg * ofSperm : 0)),
          ),
        ),
      )
      return { inRectangles, key: keyOf(inRectangles) }
    }
    const own = crossed.get(key) ?? foals()
    crossed.set(key, own)
    const weights = new Float64Array(selections)
    for (const selection of selectionsIn(selected))
      if (order === orders[selection]) weights[selection] = weight
    add(found, own.key, own.inRectangles, weights)
  }
  return { classes: [...found.values()], orders }
}

/** 1 for each selection of the lowest order in all groups together, 0 for others. @param orders by group */
function startingWeights(orders: readonly Float64Array[], selections: number): Float64Array {
  const isLowest = selectionsOfLowestOrder(orders)
  return Float64Array.from({ length: selections }, (_, s) => (isLowest[s] === false ? 0 : 1))
}

function add(
  found: Map<string, GroupClass>,
  key: string,
  inRectangles: Float64Array,
  weights: Float64Array,
): void {
  const known = found.get(key)
  if (known === undefined) found.set(key, { inRectangles, weights: weights.slice() })
  else weights.forEach((weight, s) => (known.weights[s] = (known.weights[s] ?? 0) + weight))
}

/** x·SPLITTER − (x·SPLITTER − x) keeps the first 41 bits of x, which are twelve digits. */
const SPLITTER = 2 ** 12 + 1
const CHUNK = 8_192

/** Equal for lists of probabilities that differ by rounding only. */
function keyOf(probabilities: Float64Array): string {
  const rounded = probabilities.map((each) => {
    const wide = each * SPLITTER
    return wide - (wide - each)
  })
  const units = new Uint16Array(rounded.buffer)
  let key = ''
  for (let at = 0; at < units.length; at += CHUNK)
    key += String.fromCharCode(...units.subarray(at, at + CHUNK))
  return key
}

function sum(terms: Iterable<number>): number {
  let all = 0
  for (const term of terms) all += term
  return all
}
