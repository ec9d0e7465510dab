/**
 * The rows of genotypes as JSON, a block at a time: rows of one weight whose first linkage groups are alike follow
 * each other, and what they share is looked up once for all of them.
 * Guarantees: each row is what JSON.stringify would write of it; memory does not follow the answer.
 */
import type { CoatLookup, CoatState } from '../../model/phenotype/coat-automaton.js'
import { createBoundedMap } from '../../common/memo.js'
import type { Coat, HorseGenotype } from '../../model/model.js'
import { type RankedFoal, weightsUnderEach } from '../../model/cross/cross.js'
import { rankBlocks, type RankedBlock } from '../../model/cross/ranked-products.js'
import { genotypeOfChoice, type FoalGroup } from '../../model/cross/zygotes.js'
import { sexGroupOf, sexOfChoice } from '../../model/cross/by-sex.js'
import type { FoalRow, RowsWanted } from '../../operations/generate-child/row.js'
import { sexLetter } from '../../operations/read/sex.js'
import type { ShownGene } from '../../operations/ruleset.js'
import { encodeText, type Frame, type RowBlock } from './row-bytes.js'
import type { RowWriter } from './row-writer.js'

/** The genotype chosen in each linkage group. */
type Choice = ArrayLike<number>

/** The last groups have at most so many combinations: more of them make longer blocks, but fewer that are alike. */
const MAX_ENDS = 128
/** So many lists of texts are kept at a time. */
const MAX_LISTS = 512

/** @param rowOf a row that must be checked @param count how many rows are wanted */
export function* foalBlocks(
  wanted: RowsWanted,
  writer: RowWriter,
  coats: CoatLookup,
  rowOf: (foal: RankedFoal) => FoalRow,
  count: number,
): Generator<RowBlock> {
  const { crosses } = wanted
  const [{ groups }] = crosses
  const split = splitOf(groups)
  const { blocks, ends } = rankBlocks(
    groups.map(({ weights }) => weights),
    split,
  )
  const lastWeightsOf = weightsUnderEach(crosses.map((cross) => ({ groups: cross.groups.slice(split) })))
  const endsBy: Ends[] = []
  const endsOf = (rest: number): Ends => byWeights(ends(rest), (end) => lastWeightsOf(end.slice(split), []))
  const blockOf = createBlocks(wanted, writer, coats, rowOf, split)
  let left = count
  for (const block of blocks()) {
    const own = (endsBy[block.rest] ??= endsOf(block.rest))
    yield blockOf(block, left < own.of.length ? firstEnds(own, left) : own)
    left -= own.of.length
    if (left <= 0) return
  }
}

/** The ways in which the rows of a block end, which all have one weight in the first cross. */
interface Ends {
  /** The genotypes of the last groups, by row. */
  readonly of: readonly Choice[]
  /** The first row of each band: of those that weigh the same under all fractions. */
  readonly bands: readonly number[]
  /** Row → its band. */
  readonly bandOf: readonly number[]
}

function byWeights(of: readonly Int32Array[], weightsOf: (end: Int32Array) => readonly bigint[]): Ends {
  const byText = new Map<string, number>()
  const bands: number[] = []
  const bandOf = of.map((end, row) => {
    const text = weightsOf(end).join()
    const band = byText.get(text) ?? byText.size
    byText.set(text, band)
    bands[band] ??= row
    return band
  })
  return { of, bands, bandOf }
}

function firstEnds({ of, bands, bandOf }: Ends, count: number): Ends {
  return { of: of.slice(0, count), bands: bands.filter((row) => row < count), bandOf: bandOf.slice(0, count) }
}

/**
 * Where the last groups begin: as many as have few combinations together, at least one that varies. With as many
 * combinations before it as after it the fewest pieces would be made; but a block costs more than a piece, so that
 * somewhat more come after it.
 */
function splitOf(groups: readonly FoalGroup[]): number {
  const all = groups.reduce((product, { genotypes }) => product * genotypes.length, 1)
  const most = Math.min(MAX_ENDS, 2 * Math.sqrt(all))
  let split = groups.length
  let ends = 1
  while (split > 0) {
    const own = groups[split - 1]?.genotypes.length ?? 1
    if (ends > 1 && ends * own > most) break
    ends *= own
    split--
  }
  return split
}

/** By the rank of the last groups' product, by row. */
type ByRow<Piece> = (readonly Piece[])[]

/** @returns the rows of a block, given the genotypes of the last groups by row */
function createBlocks(
  { show: genes, bySex, crosses }: RowsWanted,
  writer: RowWriter,
  coats: CoatLookup,
  rowOf: (foal: RankedFoal) => FoalRow,
  split: number,
): (block: RankedBlock, ends: Ends) => RowBlock {
  const [{ groups }] = crosses
  const isLast = (g: number): boolean => g >= split
  const firstVarying = genes.findIndex(({ groups: needed }) => needed.some(isLast))
  const first = genes.slice(0, firstVarying < 0 ? genes.length : firstVarying)
  const last = genes.slice(first.length)
  // Where nothing varies, all foals are as this one.
  const oneFoal = genotypeOfChoice(groups, new Int32Array(groups.length))
  const firstText = geneTexts(groups, first, writer, oneFoal)
  const lastText = geneTexts(groups, last, writer, oneFoal)
  const comma = first.length > 0 && last.length > 0 ? ',' : ''
  const rowEnd = (foal: Choice): string => {
    const sex = bySex === undefined ? undefined : sexLetter(sexOfChoice(bySex.sexes, groups, foal))
    return comma + lastText(foal) + writer.end(sex, undefined)
  }
  // The first groups that the end of a row looks at, too.
  const sexGroup = bySex === undefined ? [] : [sexGroupOf(groups)]
  const needed = [...new Set([...last.flatMap((gene) => gene.groups), ...sexGroup])].filter((g) => !isLast(g))
  const endsBy = createBoundedMap<string, ByRow<Uint8Array>>(MAX_LISTS)
  const framesBy = createBoundedMap<CoatState, ByRow<Frame>>(MAX_LISTS)
  // From here on no group varies: foals that are in one state before it have one coat.
  const fixedFrom = groups.findLastIndex(({ genotypes }) => genotypes.length > 1) + 1
  const coatAfter = (state: CoatState, end: Choice): Coat =>
    coats.coatAt(coats.follow(state, end, fixedFrom, groups.length))
  const frameAt: Frame[] = []
  const weightsOf = weightsUnderEach(crosses)
  // One for all foals, since nobody keeps it.
  const foal = new Int32Array(groups.length)
  return ({ choice, weights: firstWeights, rest }, { of: ends, bands, bandOf }) => {
    const endedBy = (end: Choice): Choice => {
      for (let g = 0; g < foal.length; g++) foal[g] = (isLast(g) ? end[g] : choice[g]) ?? 0
      return foal
    }
    const weightsByBand = bands.map((row) => weightsOf(endedBy(ends[row] ?? []), firstWeights))
    const rowAt = (row: number): FoalRow =>
      rowOf({ choice: endedBy(ends[row] ?? []), weights: weightsByBand[bandOf[row] ?? 0] ?? firstWeights })
    const firstGenes = firstText(choice)
    const starts = weightsByBand.map((weights, band) =>
      writer.checked(encodeText(writer.percentage(weights) + firstGenes), rowAt, bands[band]),
    )
    const state = coats.follow(0, choice, 0, split)
    const ownFrames = framesBy.known(state) ?? framesBy.keep(state, [])
    const frames = (ownFrames[rest] ??= ends.map((end, row) => {
      const own = coats.follow(state, end, split, fixedFrom)
      return (frameAt[own] ??= writer.checked(writer.frame(coatAfter(own, end)), rowAt, row))
    }))
    const place = needed.map((g) => choice[g]).join()
    const ownEnds = endsBy.known(place) ?? endsBy.keep(place, [])
    const rowEnds = (ownEnds[rest] ??= ends.map((end, row) =>
      writer.checked(encodeText(rowEnd(endedBy(end))), rowAt, row),
    ))
    return { count: ends.length, frames, starts, startOf: bandOf, genes: rowEnds }
  }
}

/**
 * The texts of some genes of a foal, joined.
 * @param oneFoal any foal of the cross: of a gene that does not vary it has what all have
 */
function geneTexts(
  groups: readonly FoalGroup[],
  genes: readonly ShownGene[],
  writer: RowWriter,
  oneFoal: HorseGenotype,
): (choice: Choice) => string {
  const varying: { readonly before: string; readonly textOf: (choice: Choice) => string }[] = []
  let constant = ''
  for (const [i, gene] of genes.entries()) {
    if (i > 0) constant += ','
    if (gene.groups.every((g) => groups[g]?.genotypes.length === 1)) constant += writer.gene(gene, oneFoal)
    else {
      varying.push({ before: constant, textOf: createGeneText(groups, gene, writer) })
      constant = ''
    }
  }
  return (choice) => {
    let text = ''
    for (const { before, textOf } of varying) text += before + textOf(choice)
    return text + constant
  }
}

/** The text of one gene, looked up once for each choice of the groups that it depends on. */
function createGeneText(
  groups: readonly FoalGroup[],
  gene: ShownGene,
  writer: RowWriter,
): (choice: Choice) => string {
  const known: string[] = []
  return (choice) => {
    let place = 0
    for (const g of gene.groups) place = place * (groups[g]?.genotypes.length ?? 1) + (choice[g] ?? 0)
    return (known[place] ??= writer.gene(gene, genotypeOfChoice(groups, choice, gene.groups)))
  }
}
