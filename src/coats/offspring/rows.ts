/**
 * The rows of an offspring answer: one a genotype, or one a coat, most probable first.
 * Guarantees: rows as values and rows as bytes are the same rows; they are made when they are taken, so that
 * a large answer is never held as a whole.
 */
import type { CoatShare } from '../../model/by-coat/chosen-parts.js'
import { firstOf } from '../../model/lazy.js'
import type { RankedFoal } from '../../model/cross/cross.js'
import { genotypeOfChoice } from '../../model/cross/zygotes.js'
import type { CheckRows, Possibility } from '../answers.js'
import { genotypeShown } from '../show.js'
import { encodeText, type RowBlock } from './answer-bytes.js'
import { foalBlocks } from './row-blocks.js'
import { percentagesOf, RowWriter, wordsOf, type RowsWanted } from './row-writer.js'

export interface FoalRows {
  /** How many rows the answer has, and how many there are in all. */
  readonly count: number
  readonly total: bigint
  /** Sum of the weights of the answer's rows. */
  readonly returned: () => bigint
  readonly rows: Iterable<Possibility>
  /** The same rows as JSON. Rows that say something new are checked before their bytes are given away. */
  readonly blocks: (check: CheckRows) => Iterable<RowBlock>
}

/** One row a genotype. */
export function genotypeRows(wanted: RowsWanted): FoalRows {
  const { book, show, crosses } = wanted
  const [cross] = crosses
  const coats = book.offspring.coatLookup(cross)
  const rowOf = ({ choice, weights }: RankedFoal): Possibility => {
    const { coat, ...viability } = wordsOf(wanted, coats.coatOf(choice))
    const genotype = genotypeShown(show, genotypeOfChoice(cross.groups, choice))
    return { coat, ...percentagesOf(weights, crosses), genotype, ...viability }
  }
  const blocks = (check: CheckRows, count: number): Iterable<RowBlock> =>
    foalBlocks(wanted, { coats, rowOf, writer: new RowWriter(wanted, check) }, count)
  return listed(wanted, cross.genotypes, () => book.offspring.foals(crosses), rowOf, blocks)
}

/** One row a coat, with its most probable genotype. */
export function coatRows(wanted: RowsWanted): FoalRows {
  const { book, show, crosses } = wanted
  const { total, list } = book.offspring.coats(crosses)
  const rowOf = ({ coat: own, weights, genotypes, representative }: CoatShare): Possibility => {
    const { coat, ...viability } = wordsOf(wanted, own)
    const genotype = genotypeShown(show, representative)
    return { coat, ...percentagesOf(weights, crosses), genotype, genotypes: Number(genotypes), ...viability }
  }
  const blocks = (check: CheckRows, count: number): Iterable<RowBlock> => {
    const writer = new RowWriter(wanted, check)
    return firstOf(list(), count, (share) => {
      const { coat, weights, genotypes, representative } = share
      let genes = ''
      for (const gene of show)
        genes += (genes === '' ? '' : ',') + writer.gene(gene, gene.allelesOf(representative))
      const text = genes + writer.genotypes(genotypes)
      const frames = [writer.frame(coat)]
      const head = writer.percentage(weights)
      writer.checked(() => rowOf(share))
      return { count: 1, frames, head, genes: [encodeText(text)] }
    })
  }
  return listed(wanted, total, list, rowOf, blocks)
}

/** @param list all that rows are made of, most probable first */
function listed<Item extends { readonly weights: readonly bigint[] }>(
  { options: { limit } }: RowsWanted,
  total: bigint,
  list: () => Iterable<Item>,
  rowOf: (item: Item) => Possibility,
  blocks: (check: CheckRows, count: number) => Iterable<RowBlock>,
): FoalRows {
  const count = limit === undefined || total < BigInt(limit) ? Number(total) : limit
  return {
    count,
    total,
    returned: () => {
      let sum = 0n
      for (const weight of firstOf(list(), count, ({ weights }) => weights[0] ?? 0n)) sum += weight
      return sum
    },
    rows: { [Symbol.iterator]: () => firstOf(list(), count, rowOf) },
    blocks: (check) => blocks(check, count),
  }
}
