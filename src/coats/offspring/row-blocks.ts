/**
 * The rows of genotypes as JSON, a block at a time: rows of one weight whose first linkage groups are alike follow
 * each other, and what they share is looked up once for all of them.
 * Guarantees: each row is what JSON.stringify would write of it; memory does not follow the answer.
 */
import type { CoatLookup, CoatState } from '../../model/phenotype/coat-automaton.js'
import { createBoundedMap } from '../../model/memo.js'
import type { RankedFoal } from '../../model/cross/cross.js'
import { rankBlocks, type RankedBlock } from '../../model/cross/ranked-products.js'
import { genotypeOfChoice, type FoalGroup } from '../../model/cross/zygotes.js'
import { sexGroupOf, sexOfChoice } from '../../model/cross/by-sex.js'
import { sexLetter, type SexLetter } from '../request/sex.js'
import type { ShownGene } from '../rule-book.js'
import { encodeText, type Frame, type RowBlock } from './answer-bytes.js'
import type { FoalRow, RowsWanted, RowWriter } from './row-writer.js'

/** The outcome chosen in each linkage group. */
type Choice = ArrayLike<number>

/** The last groups have at most so many combinations: more of them make longer blocks, but fewer that are alike. */
const MOST_ENDS = 128
/** So many texts of a kind, and lists of them, are kept at a time. */
const MOST_KEPT = 4096
const MOST_LISTS = 512
const JOIN_BYTES = 512

/** @param rowOf a row that must be checked @param count how many rows are wanted */
export function* foalBlocks(
  wanted: RowsWanted,
  writer: RowWriter,
  coats: CoatLookup,
  rowOf: (foal: RankedFoal) => FoalRow,
  count: number,
): Generator<RowBlock> {
  const [{ groups }] = wanted.crosses
  const split = splitOf(groups)
  const { blocks, ends } = rankBlocks(
    groups.map(({ weights }) => weights),
    split,
  )
  const endsOf: (readonly Choice[])[] = []
  const write = createBlockWriter(wanted, writer, coats, rowOf, split)
  let left = count
  for (const block of blocks()) {
    const own = (endsOf[block.rest] ??= ends(block.rest))
    const written = write(block, own)
    yield left < own.length ? { ...written, count: left } : written
    left -= own.length
    if (left <= 0) return
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

/** By the rank of the last groups' product, by row. */
type ByRow<Piece> = (readonly Piece[])[]

/** @returns what writes a block, given the outcomes of the last groups by row */
function createBlockWriter(
  { show: genes, bySex, crosses }: RowsWanted,
  writer: RowWriter,
  coats: CoatLookup,
  rowOf: (foal: RankedFoal) => FoalRow,
  split: number,
): (block: RankedBlock, ends: readonly Choice[]) => RowBlock {
  const [{ groups }] = crosses
  const isLast = (g: number): boolean => g >= split
  const firstVarying = genes.findIndex(({ groups: needed }) => needed.some(isLast))
  const first = genes.slice(0, firstVarying < 0 ? genes.length : firstVarying)
  const last = genes.slice(first.length)
  const sexGroup = bySex === undefined ? [] : [sexGroupOf(groups)]
  const needed = [...new Set([...last.flatMap((gene) => gene.groups), ...sexGroup])]
  const firstGroups = [...groups.keys()].slice(0, split)
  const firstText = geneTexts(groups, first, writer)
  const firstBytes = byChoice(groups, firstGroups, MOST_KEPT, (choice) => encodeText(firstText(choice)))
  // What closes the genes stands after the last ones.
  const comma = first.length > 0 && last.length > 0 ? ',' : ''
  const lastText = geneTexts(groups, last, writer)
  const sexAt = (choice: Choice): SexLetter | undefined =>
    bySex === undefined ? undefined : sexLetter(sexOfChoice(bySex.sexes, groups, choice))
  const lastBytes = byChoice(groups, needed, MOST_KEPT, (choice) =>
    encodeText(`${comma}${lastText(choice)}${writer.end(sexAt(choice), undefined)}`),
  )
  const lastGenesOf = byChoice<ByRow<Uint8Array>>(
    groups,
    needed.filter((g) => !isLast(g)),
    MOST_LISTS,
    () => [],
  )

  const follow = (from: CoatState, choice: Choice, begin: number, end: number): CoatState => {
    let state = from
    for (let g = begin; g < end; g++) state = coats.next(state, g, choice[g] ?? 0)
    return state
  }
  const stateAfter = byChoice(groups, firstGroups, MOST_KEPT, (choice) => follow(0, choice, 0, split))
  const framesAfter = createBoundedMap<CoatState, ByRow<Frame>>(MOST_LISTS)
  // Where the foals stop differing: from there on the way of a state is followed only once.
  const settled = Math.max(split, 1 + groups.findLastIndex(({ outcomes }) => outcomes.length > 1))
  const frameAt = new Map<CoatState, Frame>()
  const frameOf = (from: CoatState, foal: Choice): Frame => {
    const state = follow(from, foal, split, settled)
    const known = frameAt.get(state)
    if (known !== undefined) return known
    const frame = writer.frame(coats.coatAt(follow(state, foal, settled, groups.length)))
    frameAt.set(state, frame)
    return frame
  }

  const join = createJoin()
  let latest: readonly bigint[] = []
  let percentage: Uint8Array = new Uint8Array()
  // One for all foals, since nobody keeps it.
  const foal = new Int32Array(groups.length)
  return ({ choice, weights, rest }, ends) => {
    const foalAt = (end: Choice): Choice => {
      for (let g = 0; g < foal.length; g++) foal[g] = (isLast(g) ? end[g] : choice[g]) ?? 0
      return foal
    }
    const checked = <Part>(end: Choice, part: Part): Part => {
      writer.checked(() => rowOf({ choice: foalAt(end), weights }))
      return part
    }
    if (weights !== latest) percentage = writer.percentage(weights)
    latest = weights
    const start = join(percentage, firstBytes(choice))
    const state = stateAfter(choice)
    const ownFrames = framesAfter.known(state) ?? framesAfter.keep(state, [])
    const frames = (ownFrames[rest] ??= ends.map((end) => checked(end, frameOf(state, foalAt(end)))))
    const ownGenes = lastGenesOf(choice)
    const lastGenes = (ownGenes[rest] ??= ends.map((end) => checked(end, lastBytes(foalAt(end)))))
    checked(ends[0] ?? [], start)
    return { count: ends.length, frames, start, genes: lastGenes }
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

/** The texts of some genes of a foal, joined: those that are the same in all foals are looked up once. */
export function geneTexts(
  groups: readonly FoalGroup[],
  genes: readonly ShownGene[],
  writer: RowWriter,
): (choice: Choice) => string {
  const only = new Int32Array(groups.length)
  const varying: { readonly before: string; readonly textOf: (choice: Choice) => string }[] = []
  let constant = ''
  for (const [i, gene] of genes.entries()) {
    const textOf = (choice: Choice): string =>
      writer.gene(gene, genotypeOfChoice(groups, choice, gene.groups))
    if (i > 0) constant += ','
    if (gene.groups.every((g) => groups[g]?.outcomes.length === 1)) constant += textOf(only)
    else {
      varying.push({ before: constant, textOf: byChoice(groups, gene.groups, MOST_KEPT, textOf) })
      constant = ''
    }
  }
  return (choice) => {
    let text = ''
    for (const { before, textOf } of varying) text += before + textOf(choice)
    return text + constant
  }
}

/**
 * What depends on the outcomes chosen in some linkage groups only, made once for each choice in them.
 * @param needed indices of the groups that `make` looks at @param most how many values are kept
 */
function byChoice<Value>(
  groups: readonly FoalGroup[],
  needed: readonly number[],
  most: number,
  make: (choice: Choice) => Value,
): (choice: Choice) => Value {
  const varying = needed.filter((g) => groups[g]?.outcomes.length !== 1)
  const sizes = varying.map((g) => groups[g]?.outcomes.length ?? 1)
  const size = sizes.reduce((product, own) => product * own, 1)
  if (size > Number.MAX_SAFE_INTEGER) return make
  const placeOf = (choice: Choice): number => {
    let place = 0
    for (let i = 0; i < varying.length; i++) place = place * (sizes[i] ?? 1) + (choice[varying[i] ?? 0] ?? 0)
    return place
  }
  if (size <= most) {
    const made = new Array<Value | undefined>(size)
    return (choice) => (made[placeOf(choice)] ??= make(choice))
  }
  const made = createBoundedMap<number, Value>(most)
  return (choice) => {
    const place = placeOf(choice)
    return made.known(place) ?? made.keep(place, make(choice))
  }
}
