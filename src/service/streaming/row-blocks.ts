/**
 * Serialises rows of genotypes in blocks: rows with the same weight and the same genotypes in the first linkage groups, whose
 * common parts are looked up once.
 * Guarantees: the same JSON as JSON.stringify of each row; memory does not grow with the answer.
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

/** The index of the genotype in each linkage group. */
type Choice = ArrayLike<number>

/** Maximum number of combinations of the last groups. More would make blocks longer, but the cache of lists less effective. */
const MAX_ENDINGS = 128
/** Cache size for lists of texts. */
const MAX_LISTS = 512

/** @param rowOf builds a row for validation @param count number of rows to yield */
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
  const endingsBy: Endings[] = []
  const endingsOf = (rest: number): Endings =>
    byWeights(ends(rest), (ending) => lastWeightsOf(ending.slice(split), []))
  const blockOf = createBlocks(wanted, writer, coats, rowOf, split)
  let left = count
  for (const block of blocks()) {
    const endings = (endingsBy[block.rest] ??= endingsOf(block.rest))
    yield blockOf(block, left < endings.of.length ? firstEndings(endings, left) : endings)
    left -= endings.of.length
    if (left <= 0) return
  }
}

/** The last groups of the rows of a block. All rows have the same weight in the first cross. */
interface Endings {
  /** The genotypes of the last groups, by row. */
  readonly of: readonly Choice[]
  /** The first row of each set of rows that have the same weights under all fractions. */
  readonly firstRows: readonly number[]
  /** Row → index of its set. */
  readonly setOf: readonly number[]
}

function byWeights(of: readonly Int32Array[], weightsOf: (ending: Int32Array) => readonly bigint[]): Endings {
  const byText = new Map<string, number>()
  const firstRows: number[] = []
  const setOf = of.map((ending, row) => {
    const text = weightsOf(ending).join()
    const set = byText.get(text) ?? byText.size
    byText.set(text, set)
    firstRows[set] ??= row
    return set
  })
  return { of, firstRows, setOf }
}

function firstEndings({ of, firstRows, setOf }: Endings, count: number): Endings {
  return {
    of: of.slice(0, count),
    firstRows: firstRows.filter((row) => row < count),
    setOf: setOf.slice(0, count),
  }
}

/**
 * The index of the first of the last groups. They include at least one varying group and have a limited number of combinations.
 * An even split would minimise the number of cached texts; but a block costs more than a text, so the last groups get up to twice
 * as many combinations.
 */
function splitOf(groups: readonly FoalGroup[]): number {
  const all = groups.reduce((product, { genotypes }) => product * genotypes.length, 1)
  const most = Math.min(MAX_ENDINGS, 2 * Math.sqrt(all))
  let split = groups.length
  let endings = 1
  while (split > 0) {
    const inGroup = groups[split - 1]?.genotypes.length ?? 1
    if (endings > 1 && endings * inGroup > most) break
    endings *= inGroup
    split--
  }
  return split
}

/** Values by the rank of the last groups' product, then by row. */
type ByRow<Value> = (readonly Value[])[]

/** @returns a function that makes the rows of a block, given its endings */
function createBlocks(
  { show: genes, bySex, crosses }: RowsWanted,
  writer: RowWriter,
  coats: CoatLookup,
  rowOf: (foal: RankedFoal) => FoalRow,
  split: number,
): (block: RankedBlock, endings: Endings) => RowBlock {
  const [{ groups }] = crosses
  const isLast = (g: number): boolean => g >= split
  const firstVarying = genes.findIndex(({ groups: needed }) => needed.some(isLast))
  const first = genes.slice(0, firstVarying < 0 ? genes.length : firstVarying)
  const last = genes.slice(first.length)
  // Any foal: used for genes that do not vary.
  const oneFoal = genotypeOfChoice(groups, new Int32Array(groups.length))
  const firstText = geneTexts(groups, first, writer, oneFoal)
  const lastText = geneTexts(groups, last, writer, oneFoal)
  const comma = first.length > 0 && last.length > 0 ? ',' : ''
  const rowEnd = (foal: Choice): string => {
    const sex = bySex === undefined ? undefined : sexLetter(sexOfChoice(bySex.sexes, groups, foal))
    return comma + lastText(foal) + writer.end(sex, undefined)
  }
  // The first groups that the end of a row also depends on.
  const sexGroup = bySex === undefined ? [] : [sexGroupOf(groups)]
  const needed = [...new Set([...last.flatMap((gene) => gene.groups), ...sexGroup])].filter((g) => !isLast(g))
  const rowEndsBy = createBoundedMap<string, ByRow<Uint8Array>>(MAX_LISTS)
  const framesBy = createBoundedMap<CoatState, ByRow<Frame>>(MAX_LISTS)
  // No group varies from here on, so that the state before it determines the coat.
  const fixedFrom = groups.findLastIndex(({ genotypes }) => genotypes.length > 1) + 1
  const coatAfter = (state: CoatState, ending: Choice): Coat =>
    coats.coatAt(coats.follow(state, ending, fixedFrom, groups.length))
  const frameAt: Frame[] = []
  const weightsOf = weightsUnderEach(crosses)
  // Reused for all foals, because nothing keeps a reference.
  const foal = new Int32Array(groups.length)
  return ({ choice, weights: firstWeights, rest }, { of: endings, firstRows, setOf }) => {
    const foalWith = (ending: Choice): Choice => {
      for (let g = 0; g < foal.length; g++) foal[g] = (isLast(g) ? ending[g] : choice[g]) ?? 0
      return foal
    }
    const weightsBySet = firstRows.map((row) => weightsOf(foalWith(endings[row] ?? []), firstWeights))
    const rowAt = (row: number): FoalRow =>
      rowOf({ choice: foalWith(endings[row] ?? []), weights: weightsBySet[setOf[row] ?? 0] ?? firstWeights })
    const firstGenes = firstText(choice)
    const starts = weightsBySet.map((weights, set) =>
      writer.checked(encodeText(writer.percentage(weights) + firstGenes), rowAt, firstRows[set]),
    )
    const state = coats.follow(0, choice, 0, split)
    const framesByRest = framesBy.known(state) ?? framesBy.keep(state, [])
    const frames = (framesByRest[rest] ??= endings.map((ending, row) => {
      const lastState = coats.follow(state, ending, split, fixedFrom)
      return (frameAt[lastState] ??= writer.checked(writer.frame(coatAfter(lastState, ending)), rowAt, row))
    }))
    const key = needed.map((g) => choice[g]).join()
    const rowEndsByRest = rowEndsBy.known(key) ?? rowEndsBy.keep(key, [])
    const rowEnds = (rowEndsByRest[rest] ??= endings.map((ending, row) =>
      writer.checked(encodeText(rowEnd(foalWith(ending))), rowAt, row),
    ))
    return { count: endings.length, frames, starts, startOf: setOf, genes: rowEnds }
  }
}

/**
 * The comma-separated texts of some genes of a foal.
 * @param oneFoal any foal of the cross, for genes that do not vary
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

/** The text of one gene, memoized for each choice of the groups that it depends on. */
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
