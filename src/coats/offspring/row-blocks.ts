/**
 * The rows of genotypes as JSON, a block at a time: rows of one weight whose first linkage groups are alike follow
 * each other, and what they share is looked up once for all of them.
 * Guarantees: each row is what JSON.stringify would write of it; memory does not follow the answer.
 */
import type { CoatLookup, CoatState } from '../../model/phenotype/coat-automaton.js'
import { createBoundedMap } from '../../model/memo.js'
import { type RankedFoal, weightsUnderEach } from '../../model/cross/cross.js'
import { rankBlocks, type RankedBlock } from '../../model/cross/ranked-products.js'
import { genotypeOfChoice, type FoalGroup } from '../../model/cross/zygotes.js'
import { sexGroupOf, sexOfChoice } from '../../model/cross/by-sex.js'
import { sexLetter } from '../request/sex.js'
import type { ShownGene } from '../rule-book.js'
import { encodeText, type Frame, type RowBlock } from './answer-bytes.js'
import type { FoalRow, RowsWanted, RowWriter } from './row-writer.js'

/** The outcome chosen in each linkage group. */
type Choice = ArrayLike<number>

/** The last groups have at most so many combinations: more of them make longer blocks, but fewer that are alike. */
const MOST_ENDS = 128
/** So many lists of texts are kept at a time. */
const MOST_LISTS = 512

/** @param rowOf a row that must be checked @param count how many rows are wanted */
export function* foalBlocks(
  wanted: RowsWanted,
  writer: RowWriter,
  coats: CoatLookup,
  rowOf: (foal: RankedFoal) => FoalRow,
  count: number,
): Generator<RowBlock> {
  const [{ groups }, ...others] = wanted.crosses
  // Last groups that are alike under all fractions, so that rows of one weight have one band, too.
  const varying = groups.findLastIndex((own, g) => others.some((other) => !areSame(own, other.groups[g])))
  const split = splitOf(groups, varying + 1)
  const { blocks, ends } = rankBlocks(
    groups.map(({ weights }) => weights),
    split,
  )
  const endsOf: (readonly Choice[])[] = []
  const blockOf = createBlocks(wanted, writer, coats, rowOf, split)
  let left = count
  for (const block of blocks()) {
    const own = (endsOf[block.rest] ??= ends(block.rest))
    yield blockOf(block, left < own.length ? own.slice(0, left) : own)
    left -= own.length
    if (left <= 0) return
  }
}

/** Whether these are the foals of one distribution, or of one sex of it, whose outcomes are the very same then. */
function areSame(own: FoalGroup, { outcomes }: FoalGroup = own): boolean {
  return own.outcomes.length === outcomes.length && own.outcomes.every((each, i) => each === outcomes[i])
}

/**
 * Where the last groups begin: as many as have few combinations together, at least one that varies. With as many
 * combinations before it as after it, the fewest pieces are made.
 * @param from the first group that may stand among the last
 */
function splitOf(groups: readonly FoalGroup[], from: number): number {
  const all = groups.reduce((product, { outcomes }) => product * outcomes.length, 1)
  const most = Math.min(MOST_ENDS, Math.sqrt(all))
  let split = groups.length
  let ends = 1
  while (split > from) {
    const own = groups[split - 1]?.outcomes.length ?? 1
    if (ends > 1 && ends * own > most) break
    ends *= own
    split--
  }
  return split
}

/** By the rank of the last groups' product, by row. */
type ByRow<Piece> = (readonly Piece[])[]

/** @returns the rows of a block, given the outcomes of the last groups by row */
function createBlocks(
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
  const firstText = geneTexts(groups, first, writer)
  const lastText = geneTexts(groups, last, writer)
  const comma = first.length > 0 && last.length > 0 ? ',' : ''
  const rowEnd = (foal: Choice): Uint8Array => {
    const sex = bySex === undefined ? undefined : sexLetter(sexOfChoice(bySex.sexes, groups, foal))
    return encodeText(comma + lastText(foal) + writer.end(sex, undefined))
  }
  // The first groups that the end of a row looks at, too.
  const sexGroup = bySex === undefined ? [] : [sexGroupOf(groups)]
  const needed = [...new Set([...last.flatMap((gene) => gene.groups), ...sexGroup])].filter((g) => !isLast(g))
  const endsBy = createBoundedMap<string, ByRow<Uint8Array>>(MOST_LISTS)
  const framesBy = createBoundedMap<CoatState, ByRow<Frame>>(MOST_LISTS)
  const follow = (from: CoatState, foal: Choice, begin: number, end: number): CoatState => {
    let state = from
    for (let g = begin; g < end; g++) state = coats.next(state, g, foal[g] ?? 0)
    return state
  }
  const weightsOf = weightsUnderEach(crosses)
  // One for all foals, since nobody keeps it.
  const foal = new Int32Array(groups.length)
  return ({ choice, weights: first, rest }, ends) => {
    const endedBy = (end: Choice = []): Choice => {
      for (let g = 0; g < foal.length; g++) foal[g] = (isLast(g) ? end[g] : choice[g]) ?? 0
      return foal
    }
    const weights = weightsOf(endedBy(ends[0]), first)
    const checked = <Part>(end: Choice, partOf: (foal: Choice) => Part): Part => {
      const part = partOf(endedBy(end))
      writer.checked(() => rowOf({ choice: foal, weights }))
      return part
    }
    const start = checked(ends[0] ?? [], () => encodeText(writer.percentage(weights) + firstText(choice)))
    const state = follow(0, choice, 0, split)
    const frameOf = (foal: Choice): Frame =>
      writer.frame(coats.coatAt(follow(state, foal, split, groups.length)))
    const ownFrames = framesBy.known(state) ?? framesBy.keep(state, [])
    const frames = (ownFrames[rest] ??= ends.map((end) => checked(end, frameOf)))
    const place = needed.map((g) => choice[g]).join()
    const ownEnds = endsBy.known(place) ?? endsBy.keep(place, [])
    const rowEnds = (ownEnds[rest] ??= ends.map((end) => checked(end, rowEnd)))
    return { count: ends.length, frames, start, genes: rowEnds }
  }
}

/** The texts of some genes of a foal, joined: those that are the same in all foals are looked up once. */
export function geneTexts(
  groups: readonly FoalGroup[],
  genes: readonly ShownGene[],
  writer: RowWriter,
): (choice: Choice) => string {
  const only = new Int32Array(groups.length)
  const varying: { readonly before: string; readonly gene: ShownGene }[] = []
  const textOf = (gene: ShownGene, choice: Choice): string =>
    writer.gene(gene, genotypeOfChoice(groups, choice, gene.groups))
  let constant = ''
  for (const [i, gene] of genes.entries()) {
    if (i > 0) constant += ','
    if (gene.groups.every((g) => groups[g]?.outcomes.length === 1)) constant += textOf(gene, only)
    else {
      varying.push({ before: constant, gene })
      constant = ''
    }
  }
  return (choice) => {
    let text = ''
    for (const { before, gene } of varying) text += before + textOf(gene, choice)
    return text + constant
  }
}
