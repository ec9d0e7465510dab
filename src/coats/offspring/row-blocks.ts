/**
 * The rows of genotypes as JSON, a block at a time: rows of one weight whose first linkage groups are alike follow
 * each other, and what they share is looked up once for all of them.
 * Guarantees: each row is what JSON.stringify would write of it; memory does not follow the answer.
 */
import type { CoatState } from '../../model/phenotype/coat-automaton.js'
import type { CoatLookup } from '../../model/phenotype/coat-lookup.js'
import { createBoundedMap } from '../../model/memo.js'
import type { RankedFoal } from '../../model/cross/cross.js'
import { rankBlocks } from '../../model/cross/ranked-products.js'
import type { FoalGroup } from '../../model/cross/zygotes.js'
import type { Possibility } from '../answers.js'
import { byChoice, geneTexts, MOST_KEPT } from './gene-texts.js'
import { encodeText, type RowBlock } from './answer-bytes.js'
import type { Frame } from './checked-parts.js'
import type { RowsWanted, RowWriter } from './row-writer.js'

/** What rows of genotypes are made with. */
export interface FoalRowParts {
  readonly coats: CoatLookup
  readonly rowOf: (foal: RankedFoal) => Possibility
  readonly writer: RowWriter
}

/** Foals of the same weights that are alike in the first linkage groups. */
interface Block {
  /** The outcomes of the first groups; of the others as they may be. */
  readonly choice: ArrayLike<number>
  readonly weights: readonly bigint[]
  /** Which of the last groups' lists of outcomes follow here; the first, where it is not given. */
  readonly rest?: number
}

interface Blocks {
  /** How many groups are the first ones. */
  readonly split: number
  readonly blocks: Iterable<Block>
  /** The outcomes of the last groups, by row of a block. */
  readonly ends: (rest: number) => readonly ArrayLike<number>[]
}

const JOIN_BYTES = 512
/** The last groups have at most so many combinations: more of them make longer blocks, but fewer that are alike. */
const MOST_ENDS = 128
/** So many lists of texts of a kind are kept at a time. */
const MOST_LISTS = 512

/** @param count how many rows are wanted */
export function* foalBlocks(wanted: RowsWanted, makers: FoalRowParts, count: number): Generator<RowBlock> {
  const { split, blocks, ends } = blocksOf(wanted)
  const endsOf: (readonly ArrayLike<number>[])[] = []
  const sharedBy = createShared(wanted, makers, split)
  const join = createJoin()
  let left = count
  let percentage: Uint8Array = new Uint8Array()
  let latest: readonly bigint[] = []
  for (const block of blocks) {
    const { rest = 0 } = block
    const own = (endsOf[rest] ??= ends(rest))
    if (!areEqual(block.weights, latest)) {
      latest = block.weights
      percentage = makers.writer.percentage(latest)
    }
    const { genes, lastGenes, frames } = sharedBy(block, own)
    yield { count: Math.min(left, own.length), frames, head: join(percentage, genes), genes: lastGenes }
    left -= own.length
    if (left <= 0) return
  }
}

/** Joins two pieces in memory of its own, so that the result holds until the next two come. */
function createJoin(): (first: Uint8Array, second: Uint8Array) => Uint8Array {
  let memory = new Uint8Array(JOIN_BYTES)
  return (first, second) => {
    const length = first.length + second.length
    if (length > memory.length) memory = new Uint8Array(2 * length)
    memory.set(first)
    memory.set(second, first.length)
    return memory.subarray(0, length)
  }
}

/** The foals of a cross in blocks, most probable first. */
function blocksOf({ book, crosses }: RowsWanted): Blocks {
  const [{ groups }] = crosses
  // Under other fractions each row has a band of its own.
  if (crosses.length > 1)
    return { split: groups.length, blocks: book.offspring.foals(crosses), ends: () => [[]] }
  const split = splitOf(groups)
  const { blocks, ends } = rankBlocks(
    groups.map(({ weights }) => weights),
    split,
  )
  return { split, blocks: blocks(), ends }
}

/**
 * Where the last groups begin: as many as have few combinations together, at least one that varies. With as many
 * combinations before it as after it, the fewest pieces are made.
 */
function splitOf(groups: readonly FoalGroup[]): number {
  const all = groups.reduce((product, { outcomes }) => product * outcomes.length, 1)
  const most = Math.min(MOST_ENDS, Math.sqrt(all))
  let split = groups.length
  let ends = 1
  while (split > 0) {
    const own = groups[split - 1]?.outcomes.length ?? 1
    if (ends > 1 && ends * own > most) break
    ends *= own
    split--
  }
  return split
}

function areEqual(some: readonly bigint[], others: readonly bigint[]): boolean {
  return some.length === others.length && some.every((weight, i) => weight === others[i])
}

/** What the rows of a block are written with. */
interface Shared {
  /** The first genes, the same in all rows. */
  readonly genes: Uint8Array
  /** All other genes and what closes them, by row. */
  readonly lastGenes: readonly Uint8Array[]
  readonly frames: readonly Frame[]
}

/** By the rank of the last groups' product, by row. */
type ByRow<Piece> = (readonly Piece[])[]

/**
 * What foals with the same outcomes in the first groups have in common. A class, because the engine makes literals that
 * live as long as an answer old at once, and then keeps what they refer to beyond it.
 */
class Start {
  constructor(
    readonly state: CoatState,
    readonly genes: Uint8Array,
    readonly lastGenes: ByRow<Uint8Array>,
    readonly frames: ByRow<Frame>,
  ) {}
}

function createShared(
  { show: genes, crosses }: RowsWanted,
  { coats, rowOf, writer }: FoalRowParts,
  split: number,
): (block: Block, ends: readonly ArrayLike<number>[]) => Shared {
  const [{ groups }] = crosses
  const isLast = (g: number): boolean => g >= split
  const firstVarying = genes.findIndex(({ groups: needed }) => needed.some(isLast))
  const first = genes.slice(0, firstVarying < 0 ? genes.length : firstVarying)
  const last = genes.slice(first.length)
  const needed = [...new Set(last.flatMap((gene) => gene.groups))]
  const firstText = geneTexts(groups, first, writer)
  const lastText = geneTexts(groups, last, writer)
  const comma = first.length > 0 && last.length > 0 ? ',' : ''
  const lastBytes = byChoice(groups, needed, MOST_KEPT, (choice) =>
    encodeText(`${comma}${lastText(choice)}}`),
  )
  const lastGenesOf = byChoice<ByRow<Uint8Array>>(
    groups,
    needed.filter((g) => !isLast(g)),
    MOST_LISTS,
    () => [],
  )
  const framesAfter = createBoundedMap<CoatState, ByRow<Frame>>(MOST_LISTS)
  const follow = (from: CoatState, choice: ArrayLike<number>, begin: number, end: number): CoatState => {
    let state = from
    for (let g = begin; g < end; g++) state = coats.next(state, g, choice[g] ?? 0)
    return state
  }
  const firstGroups = [...groups.keys()].slice(0, split)
  const startOf = byChoice(groups, firstGroups, MOST_KEPT, (choice): Start => {
    const state = follow(0, choice, 0, split)
    const frames = framesAfter.known(state) ?? framesAfter.keep(state, [])
    return new Start(state, encodeText(firstText(choice)), lastGenesOf(choice), frames)
  })
  // Where the foals stop differing: from there on the way of a state is followed only once.
  const settled = Math.max(split, 1 + groups.findLastIndex(({ outcomes }) => outcomes.length > 1))
  const frameAt = new Map<CoatState, Frame>()
  // One for all foals, since nobody keeps it.
  const foal = new Int32Array(groups.length)
  return ({ choice, weights, rest = 0 }, ends) => {
    const start = startOf(choice)
    const place = (end: ArrayLike<number>): Int32Array => {
      for (let g = 0; g < foal.length; g++) foal[g] = (isLast(g) ? end[g] : choice[g]) ?? 0
      return foal
    }
    const check = (end: ArrayLike<number>): void => {
      writer.checked(() => rowOf({ choice: place(end), weights }))
    }
    const lastGenes = (start.lastGenes[rest] ??= ends.map((end) => {
      const bytes = lastBytes(place(end))
      check(end)
      return bytes
    }))
    const frames = (start.frames[rest] ??= ends.map((end) => {
      const state = follow(start.state, end, split, settled)
      const known = frameAt.get(state)
      if (known !== undefined) return known
      const frame = writer.frame(coats.coatAt(follow(state, place(end), settled, groups.length)))
      check(end)
      frameAt.set(state, frame)
      return frame
    }))
    check(ends[0] ?? [])
    return { genes: start.genes, lastGenes, frames }
  }
}
