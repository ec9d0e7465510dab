/**
 * Several foals of the same parents. What is not known of the parents is the same for all of them, so that they are not
 * independent: each of the parents' genotypes has a probability p of a foal that is wanted, and 1 − (1 − p)ⁿ is averaged.
 * Guarantees: exact but for rounding; parents' genotypes with the same p are one. How many of them remain different is known
 * only when groups are joined: every step of that is counted, and it ends once it comes to more than is left.
 */
import type { Chance } from '../answer.js'
import type { Known } from '../facts/known.js'
import type { Options } from '../facts/rectangles.js'
import { createGametes } from '../network/gametes.js'
import {
  A_CROSS,
  A_JOIN,
  A_JOINED,
  A_MEETING,
  costingMore,
  draftsWithin,
  furthered,
} from '../planning/cost.js'
import { DOUBLE } from '../network/numbers.js'
import { sharesOver, type Shares } from '../network/posterior.js'
import { lumpPairsOver } from '../network/lump-pairs.js'
import { groupSpace } from '../network/lumps.js'
import { groupsOfRectangles, tiesOf, type Tie } from '../network/ties.js'
import { choicesOf, choiceWeights } from './factored.js'
import { together, TooMuchWork, type AnswerDraft } from './work.js'

/** Of one linkage group: for each rectangle the probability of a foal in it, and how probable such parents are. */
interface GroupChances {
  readonly inRectangles: Float64Array
  /** By choice of the rectangles that tie groups together. */
  readonly weights: Float64Array
}

/** @param wanted disjoint rectangles */
export function chancesOf(
  known: Known,
  parents: readonly [mother: number, father: number],
  wanted: Options,
  most: number,
): AnswerDraft<readonly Chance[]> {
  const ties = tiesOf(known, parents)
  const choices = choicesOf(ties)
  // Groups that are tied to others weigh the choices, also where no foal is wanted for them.
  const all = new Set([...groupsOfRectangles(known.reading, wanted), ...ties.flatMap(({ groups }) => groups)])
  const drafts = draftsWithin(most, all, (group) => {
    const asked = { group, groups: [group], purpose: { wanted }, animals: parents, ties }
    const crossing = crossesOf(known, parents, wanted, group)
    return furthered(costingMore(crossing, sharesOver(DOUBLE, known, asked)), (work) => ({
      ...work,
      run: () => groupChances(known, wanted, work.run(), ties),
    }))
  })
  return together(drafts, (parts) => {
    const start = {
      inRectangles: new Float64Array(wanted.length).fill(1),
      weights: new Float64Array(choices).fill(1),
    }
    let states = new Map<string, GroupChances>([['', start]])
    let joined = 0
    for (const own of parts) {
      joined += states.size * own.length * (A_JOIN + (wanted.length + choices) * A_JOINED)
      if (joined > most) throw new TooMuchWork(joined)
      const next = new Map<string, GroupChances>()
      for (const before of states.values()) {
        for (const { inRectangles, weights } of own) {
          const shares = before.inRectangles.map((share, r) => share * (inRectangles[r] ?? 0))
          add(
            next,
            keyOf(shares),
            shares,
            before.weights.map((weight, c) => weight * (weights[c] ?? 0)),
          )
        }
      }
      states = next
    }
    const chances = [...states.values()].map(({ inRectangles, weights }) => ({
      foal: Math.min(1, sum(inRectangles)),
      parents: sum(weights),
    }))
    const total = sum(chances.map(({ parents }) => parents))
    return chances.map(({ foal, parents }) => ({ foal, parents: parents / total }))
  })
}

/** That at least one of so many foals is wanted. */
export function oneOf(chances: readonly Chance[], foals: number): number {
  return sum(chances.map(({ foal, parents }) => parents * -Math.expm1(foals * Math.log1p(-foal))))
}

/** What differs by less is rounding. */
const NOISE = 1e-12

/** The fewest foals of which one is wanted with this probability. */
export function fewestFor(chances: readonly Chance[], probability: number): number | undefined {
  const most = sum(chances.map(({ foal, parents }) => (foal > 0 ? parents : 0)))
  if (most < probability) return undefined
  // What is only reached in the end, by rounding or in truth, is not reached; what is reached but for rounding is.
  const enough = most - probability > NOISE ? probability * (1 - NOISE) : probability
  let high = 1
  while (oneOf(chances, high) < enough) if ((high *= 2) > Number.MAX_SAFE_INTEGER) return undefined
  let low = Math.floor(high / 2)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (oneOf(chances, middle) < enough) low = middle
    else high = middle
  }
  return high
}

/** Every pair of parents' genotypes with its gametes, and those that meet, once for each rectangle: at most. */
function crossesOf(known: Known, parents: readonly number[], wanted: Options, group: number): number {
  const { of } = lumpPairsOver(known, groupSpace(known, { wanted }, group))
  let [pairs, meetings] = [1, wanted.length]
  for (const { list, count } of parents.flatMap(of)) {
    // Which copy is the mother's does not matter here, and one of two is handed on.
    const listed = new Set(list)
    let [unordered, handed] = [0, 0]
    for (const pair of list) {
      const [a, b] = [Math.floor(pair / count), pair % count]
      if (a > b && listed.has(b * count + a)) continue
      unordered += 1
      handed += a === b ? 1 : 2
    }
    pairs *= unordered
    meetings *= handed
  }
  return pairs * A_CROSS + meetings * A_MEETING * 4
}

function groupChances(
  known: Known,
  wanted: Options,
  shares: Shares<number>,
  ties: readonly Tie[],
): readonly GroupChances[] {
  const { space, rows } = shares
  const gametes = createGametes(DOUBLE, space)
  const { isIn } = lumpPairsOver(known, space)
  const choices = choicesOf(ties)
  const weightsOf = choiceWeights(shares, ties)
  const found = new Map<string, GroupChances>()
  const worked = new Map<string, { readonly inRectangles: Float64Array; readonly key: string }>()
  for (const { haplotypes, chosen, weight } of rows) {
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
    const own = worked.get(key) ?? foals()
    worked.set(key, own)
    const weights = new Float64Array(choices)
    for (const choice of weightsOf(chosen)) weights[choice] = weight
    add(found, own.key, own.inRectangles, weights)
  }
  return [...found.values()]
}

function add(
  found: Map<string, GroupChances>,
  key: string,
  inRectangles: Float64Array,
  weights: Float64Array,
): void {
  const known = found.get(key)
  if (known === undefined) found.set(key, { inRectangles, weights: weights.slice() })
  else weights.forEach((weight, c) => (known.weights[c] = (known.weights[c] ?? 0) + weight))
}

/** A number times this, taken from it and put back, keeps its first 41 bits, which are twelve digits. */
const SPLITTER = 2 ** 12 + 1
const CHUNK = 8_192

/** The same for lists of shares that differ by rounding only. */
function keyOf(shares: Float64Array): string {
  const rounded = shares.map((share) => {
    const wide = share * SPLITTER
    return wide - (wide - share)
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
