/**
 * The rows of genotypes as JSON, a block at a time: rows of one weight whose first linkage groups are alike follow
 * each other, and what they share is looked up once for all of them.
 * Guarantees: each row is what JSON.stringify would write of it; memory does not follow the answer.
 * Leaves to others: which rows there are (rows.ts), checking them (row-writer.ts), their bytes (answer-bytes.ts).
 */
import type { CoatLookup, CoatState } from '../../model/phenotype/coat-lookup.js'
import { createBoundedMap } from '../../model/memo.js'
import { mapped } from '../../model/lazy.js'
import type { Cross, RankedFoal } from '../../model/cross/cross.js'
import { rankBlocks } from '../../model/cross/ranked-products.js'
import { genotypeOfChoice, type FoalGroup } from '../../model/cross/zygotes.js'
import type { Possibility } from '../answers.js'
import { byChoice } from './by-choice.js'
import { encodeText } from './encode-text.js'
import type { RowBlock } from './answer-bytes.js'
import type { Frame } from './row-memory.js'
import type { RowWriter } from './row-writer.js'
import type { RuleBook, ShownGene } from '../rule-book.js'

/** What the rows of one cross are put together from. */
export interface FoalParts {
  readonly groups: readonly FoalGroup[]
  readonly coats: CoatLookup
  readonly genes: readonly ShownGene[]
  readonly writer: RowWriter
  readonly rowOf: (foal: RankedFoal) => Possibility
}

/** Foals of the same weights that are alike in the first linkage groups. */
interface Block {
  /** Of the first groups. */
  readonly choice: ArrayLike<number>
  readonly weights: readonly bigint[]
  /** Which of the last groups' lists of outcomes follow here. */
  readonly rest: number
}

export interface Blocks {
  /** How many groups are the first ones. */
  readonly split: number
  readonly blocks: Iterable<Block>
  /** The outcomes of the last groups, by row of a block. */
  readonly ends: (rest: number) => readonly ArrayLike<number>[]
}

const JOIN_BYTES = 512

/** The last groups have at most so many combinations: more of them make longer blocks, but fewer that are alike. */
const MOST_ENDS = 128

/** The foals of a cross in blocks, most probable first. */
export function blocksOf(book: RuleBook, crosses: readonly [Cross, ...Cross[]]): Blocks {
  const [{ groups }] = crosses
  // Under other fractions each row has a band of its own.
  if (crosses.length > 1) {
    const alone = ({ choice, weights }: RankedFoal): Block => ({ choice, weights, rest: 0 })
    return { split: groups.length, blocks: mapped(book.offspring.foals(crosses), alone), ends: () => [[]] }
  }
  const split = splitOf(groups)
  const factors = groups.map(({ weights }) => weights)
  const { blocks, ends } = rankBlocks(factors, split)
  return {
    split,
    blocks: mapped(blocks(), ({ choice, weight, rest }) => ({ choice, weights: [weight], rest })),
    ends,
  }
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

/** @param count how many rows are wanted */
export function* foalBlocks(
  parts: FoalParts,
  { split, blocks, ends }: Blocks,
  count: number,
): Generator<RowBlock> {
  const { writer } = parts
  const endsOf: (readonly ArrayLike<number>[])[] = []
  const sharedBy = createShared(parts, split)
  const join = createJoin()
  let left = count
  let percentage: Uint8Array = new Uint8Array()
  let latest: readonly bigint[] = []
  for (const block of blocks) {
    const own = (endsOf[block.rest] ??= ends(block.rest))
    if (!areEqual(block.weights, latest)) {
      latest = block.weights
      percentage = writer.percentage(latest)
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

/** So many texts of a kind are kept at a time. */
const MOST_KEPT = 4096
const MOST_LISTS = 512

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
  { groups, coats, genes, writer, rowOf }: FoalParts,
  split: number,
): (block: Block, ends: readonly ArrayLike<number>[]) => Shared {
  const isLast = (g: number): boolean => g >= split
  const firstVarying = genes.findIndex(({ groups: needed }) => needed.some(isLast))
  const first = genes.slice(0, firstVarying < 0 ? genes.length : firstVarying)
  const last = genes.slice(first.length)
  const needed = [...new Set(last.flatMap((gene) => gene.groups))]
  const comma = first.length > 0 && last.length > 0 ? ',' : ''
  const firstText = geneTexts(groups, first, writer)
  const lastText = geneTexts(groups, last, writer)
  const lastBytes = byChoice(groups, needed, MOST_KEPT, (choice) =>
    encodeText(`${comma}${lastText(choice)}}`),
  )
  const neededFirst = needed.filter((g) => !isLast(g))
  const lastGenesOf = byChoice<ByRow<Uint8Array>>(groups, neededFirst, MOST_LISTS, () => [])
  const framesAfter = createBoundedMap<CoatState, ByRow<Frame>>(MOST_LISTS)
  const firstGroups = [...groups.keys()].slice(0, split)
  const startOf = byChoice(groups, firstGroups, MOST_KEPT, (choice): Start => {
    const state = follow(coats.start, choice, 0, split)
    const frames = framesAfter.known(state) ?? framesAfter.keep(state, [])
    return new Start(state, encodeText(firstText(choice)), lastGenesOf(choice), frames)
  })
  // Where the foals stop differing: from there on the way of a state is followed only once.
  const settled = Math.max(split, 1 + groups.findLastIndex(({ outcomes }) => outcomes.length > 1))
  const frameAt = new Map<CoatState, Frame>()
  const follow = (from: CoatState, choice: ArrayLike<number>, begin: number, end: number): CoatState => {
    let state = from
    for (let g = begin; g < end; g++) state = coats.next(state, g, choice[g] ?? 0)
    return state
  }
  // One for all foals, since nobody keeps it.
  const foal = new Int32Array(groups.length)
  return ({ choice, weights, rest }, ends) => {
    const start = startOf(choice)
    const place = (end: ArrayLike<number>): Int32Array => {
      for (let g = 0; g < foal.length; g++) foal[g] = (isLast(g) ? end[g] : choice[g]) ?? 0
      return foal
    }
    const rowAt = (end: ArrayLike<number>) => (): Possibility => rowOf({ choice: place(end), weights })
    const lastGenes = (start.lastGenes[rest] ??= ends.map((end) => {
      const bytes = lastBytes(place(end))
      writer.checked(rowAt(end))
      return bytes
    }))
    const frames = (start.frames[rest] ??= ends.map((end) => {
      const state = follow(start.state, end, split, settled)
      const known = frameAt.get(state)
      if (known !== undefined) return known
      const frame = writer.frame(coats.coatAt(follow(state, place(end), settled, groups.length)))
      writer.checked(rowAt(end))
      frameAt.set(state, frame)
      return frame
    }))
    writer.checked(rowAt(ends[0] ?? []))
    return { genes: start.genes, lastGenes, frames }
  }
}

/** The texts of some genes of a foal, joined: those that are the same in all foals are looked up once. */
function geneTexts(
  groups: readonly FoalGroup[],
  genes: readonly ShownGene[],
  writer: RowWriter,
): (choice: ArrayLike<number>) => string {
  const only = new Int32Array(groups.length)
  const varying: { readonly before: string; readonly textOf: (choice: ArrayLike<number>) => string }[] = []
  let constant = ''
  for (const [i, { key, groups: needed, allelesOf }] of genes.entries()) {
    const textOf = (choice: ArrayLike<number>): string =>
      writer.gene(key, allelesOf(genotypeOfChoice(groups, choice, needed)))
    if (i > 0) constant += ','
    if (needed.every((g) => groups[g]?.outcomes.length === 1)) constant += textOf(only)
    else {
      varying.push({ before: constant, textOf: byChoice(groups, needed, MOST_KEPT, textOf) })
      constant = ''
    }
  }
  return (choice) => {
    let text = ''
    for (const { before, textOf } of varying) text += before + textOf(choice)
    return text + constant
  }
}
