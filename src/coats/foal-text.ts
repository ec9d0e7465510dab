/**
 * The rows of a large answer as bytes of JSON, a block at a time. Rows of one weight whose first linkage groups are
 * alike follow each other, and what they share is looked up once for all of them; the rest is the same for many blocks.
 * Guarantees: the bytes that JSON.stringify would write of the same rows; each name, gene and percentage stood in a
 * row that was checked as a whole before any byte of it is given away; memory does not follow the answer.
 * Leaves to others: which rows there are (foal-rows.ts), when they are sent (http/row-stream.ts).
 */
import type { CoatLookup, CoatState } from '../model/coat-lookup.js'
import type { Coat } from '../model/model.js'
import { createBrief } from '../model/memo.js'
import { rankBlocks, type RankedBlock } from '../model/rank.js'
import type { RankedFoal } from '../model/offspring.js'
import { genotypeOfChoice, type FoalGroup } from '../model/zygotes.js'
import { byChoice } from './by-choice.js'
import type { CheckRows, Possibility } from './answers.js'
import type { FrameBytes, FrameText, RowMemory } from './row-memory.js'
import { createRowWriter, type RowPieces } from './row-text.js'
import type { ShownGene } from './rule-book.js'

/** What the rows of one cross are put together from. */
export interface FoalParts {
  readonly groups: readonly FoalGroup[]
  readonly coats: CoatLookup
  readonly genes: readonly ShownGene[]
  readonly memory: RowMemory
  readonly frameOf: (coat: Coat) => FrameText
  /** As in a row: `"percentage":12.5`. */
  readonly percentageText: (weight: bigint) => string
  readonly rowOf: (foal: RankedFoal) => Possibility
}

/** The last groups have at most so many combinations: more of them make longer blocks, but fewer that are alike. */
const MOST_ENDS = 128
/** So many texts of a kind, and lists of them, are kept at a time. */
const MOST_KEPT = 4096
const MOST_LISTS = 512

const CLOSE = Buffer.from('}')

/** @param count how many rows are wanted */
export function* renderFoals(parts: FoalParts, count: number, check: CheckRows): Generator<Uint8Array> {
  const { groups, percentageText } = parts
  const split = splitOf(groups)
  const ranked = rankBlocks(
    groups.map(({ weights }) => weights),
    split,
  )
  const endsOf: (readonly Int32Array[])[] = []
  const piecesOf = createPieces(parts, split, check)
  const writer = createRowWriter(count)
  let left = count
  let weight: bigint | undefined
  let percentage = Buffer.alloc(0)
  for (const block of ranked.blocks()) {
    const ends = (endsOf[block.rest] ??= ranked.ends(block.rest))
    const isNew = block.weight !== weight
    if (isNew) percentage = Buffer.from(`${percentageText(block.weight)},"genotype":{`)
    weight = block.weight
    writer.write(piecesOf(block, percentage, isNew, ends), Math.min(left, ends.length))
    const full = writer.full()
    if (full.length > 0) yield* full
    left -= ends.length
    if (left <= 0) break
  }
  yield* writer.rest()
}

/** By the rank of the last groups' product, by row. Starts that cannot be told apart in them have them together. */
type ByRow<Piece> = (readonly Piece[])[]

/**
 * What foals with the same outcomes in the first groups have to be written with. A class, because the engine takes to
 * making literals that live as long as an answer old at once, and then keeps what they refer to beyond it.
 */
class Start {
  readonly state: CoatState
  readonly shared: Uint8Array
  readonly frames: ByRow<FrameBytes>
  readonly genes: ByRow<Uint8Array>

  constructor(state: CoatState, shared: Uint8Array, frames: ByRow<FrameBytes>, genes: ByRow<Uint8Array>) {
    this.state = state
    this.shared = shared
    this.frames = frames
    this.genes = genes
  }
}

/** @param isNew whether the percentage stood in no row yet @param ends all outcomes of the last groups, by row */
type PiecesOf = (
  block: RankedBlock,
  percentage: Uint8Array,
  isNew: boolean,
  ends: readonly Int32Array[],
) => RowPieces

function createPieces(parts: FoalParts, split: number, check: CheckRows): PiecesOf {
  const { groups, coats, genes, memory, frameOf, rowOf } = parts
  let isUnchecked = false
  const geneTexts = genes.map(({ key, groups: needed, allelesOf }, i) => {
    const bytes = byChoice(groups, needed, MOST_KEPT, (choice) => {
      isUnchecked = true
      const alleles = allelesOf(genotypeOfChoice(groups, choice, needed))
      return Buffer.from(`${i === 0 ? '' : ','}${JSON.stringify(key)}:${JSON.stringify(alleles)}`)
    })
    return { needed, bytes }
  })
  const needs = (own: typeof geneTexts): readonly number[] => [
    ...new Set(own.flatMap(({ needed }) => needed)),
  ]
  const isLast = (g: number): boolean => g >= split
  const varying = geneTexts.findIndex(({ needed }) => needed.some(isLast))
  const shared = geneTexts.slice(0, varying < 0 ? geneTexts.length : varying)
  const last = geneTexts.slice(shared.length)
  const lastBytes = byChoice(groups, needs(last), MOST_KEPT, (choice) =>
    Buffer.concat([...last.map(({ bytes }) => bytes(choice)), CLOSE]),
  )
  const genesAfter = byChoice<ByRow<Uint8Array>>(
    groups,
    needs(last).filter((g) => !isLast(g)),
    MOST_LISTS,
    () => [],
  )
  const framesAfter = createBrief<CoatState, ByRow<FrameBytes>>(MOST_LISTS)
  const startOf = byChoice(groups, [...groups.keys()].slice(0, split), MOST_KEPT, (choice): Start => {
    let state = coats.start
    for (let g = 0; g < split; g++) state = coats.next(state, g, choice[g] ?? 0)
    const own = framesAfter.known(state) ?? framesAfter.keep(state, [])
    const bytes = Buffer.concat(shared.map(({ bytes: each }) => each(choice)))
    return new Start(state, bytes, own, genesAfter(choice))
  })
  const frameAt = new Map<CoatState, FrameBytes>()

  // One for all foals, since nobody keeps it: arrays of a foal each would be a fifth of what is left to collect.
  const lent = new Int32Array(groups.length)
  const foalOf = (choice: Int32Array, end: Int32Array): Int32Array => {
    for (let g = 0; g < lent.length; g++) lent[g] = (isLast(g) ? end[g] : choice[g]) ?? 0
    return lent
  }
  const checked = (foal: Int32Array, weight: bigint): void => {
    check([rowOf({ choice: foal, weights: [weight] })])
    isUnchecked = false
  }
  const genesOf = (foal: Int32Array, weight: bigint): Uint8Array => {
    const bytes = lastBytes(foal)
    if (isUnchecked) checked(foal, weight)
    return bytes
  }
  const follow = (from: CoatState, foal: Int32Array, begin: number, end: number): CoatState => {
    let state = from
    for (let g = begin; g < end; g++) state = coats.next(state, g, foal[g] ?? 0)
    return state
  }
  // Where the foals stop differing: from there on the way of a state is followed only once.
  const settled = 1 + groups.findLastIndex(({ outcomes }) => outcomes.length > 1)
  const newFrame = (state: CoatState, foal: Int32Array, weight: bigint): FrameBytes => {
    const coat = coats.coatAt(follow(state, foal, settled, groups.length))
    let frame = memory.frameBytes.known(coat.key)
    if (frame === undefined) {
      frame = encoded(frameOf(coat))
      checked(foal, weight)
      memory.frameBytes.keep(coat.key, frame)
    }
    frameAt.set(state, frame)
    return frame
  }
  const frameAfter = (start: CoatState, choice: Int32Array, end: Int32Array, weight: bigint): FrameBytes => {
    const state = follow(start, end, split, settled)
    return frameAt.get(state) ?? newFrame(state, foalOf(choice, end), weight)
  }
  return ({ choice, weight, rest }, percentage, isNew, ends) => {
    const { state, shared: bytes, frames: frameLists, genes: geneLists } = startOf(choice)
    if (isNew || isUnchecked) checked(foalOf(choice, ends[0] as Int32Array), weight)
    geneLists[rest] ??= ends.map((end) => genesOf(foalOf(choice, end), weight))
    frameLists[rest] ??= ends.map((end) => frameAfter(state, choice, end, weight))
    return { percentage, shared: bytes, genes: geneLists[rest], frames: frameLists[rest] }
  }
}

function encoded({ before, after }: FrameText): FrameBytes {
  return { before: Buffer.from(before), after: after === '' ? undefined : Buffer.from(after) }
}

/** Where the last groups begin: as many as have few combinations together, at least one that varies. */
function splitOf(groups: readonly FoalGroup[]): number {
  let split = groups.length
  let ends = 1
  while (split > 0) {
    const own = groups[split - 1]?.outcomes.length ?? 1
    if (ends > 1 && ends * own > MOST_ENDS) break
    ends *= own
    split--
  }
  return split
}
