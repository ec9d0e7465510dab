/**
 * The rows of an offspring answer: one a genotype, or one a coat, most probable first.
 * Guarantees: rows as values and rows as bytes are the same rows; they are made when they are taken, so that
 * a large answer is never held as a whole.
 * Leaves to others: everything in the answer beside the rows (offspring.ts).
 */
import { percentOf } from '../../genetics/probability.js'
import { followFoals } from '../../model/phenotype/coat-lookup.js'
import type { CoatShare } from '../../model/by-coat/order.js'
import { firstOf } from '../../model/lazy.js'
import type { Coat } from '../../model/model.js'
import type { Cross, RankedFoal } from '../../model/cross/cross.js'
import { genotypeOfChoice } from '../../model/cross/zygotes.js'
import type { CheckRows, Possibility } from '../answers.js'
import type { RowBlock } from './answer-bytes.js'
import { encodeText } from './encode-text.js'
import { blocksOf, foalBlocks } from './row-blocks.js'
import type { CrossOptions } from '../request/options.js'
import { createRowWriter, type RowWords } from './row-writer.js'
import { lexiconOf, viabilityOf, type RuleBook, type ShownGene } from '../rule-book.js'
import { genotypeShown } from '../show.js'

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

export interface RowsWanted {
  readonly book: RuleBook
  readonly options: CrossOptions
  readonly show: readonly ShownGene[]
  /** Under the best fractions, then where a band is wanted under the low and the high ones. */
  readonly crosses: readonly [Cross, ...Cross[]]
}

/** One row a genotype. */
export function genotypeRows(wanted: RowsWanted): FoalRows {
  const { book, options, show, crosses } = wanted
  const [cross] = crosses
  const { groups, genotypes: total } = cross
  const { language } = options
  const count = countOf(options, total)
  const coats = book.offspring.coatLookup(cross)
  const foals = <Row>(rowOf: (foal: RankedFoal) => Row): Iterable<Row> =>
    firstOf(book.offspring.foals(crosses), count, rowOf)
  const coatOf = followFoals(coats)
  const rowOf = ({ choice, weights }: RankedFoal): Possibility => {
    const coat = coatOf(choice)
    return {
      coat: book.nameOf(coat, language),
      ...percentages(weights, crosses),
      genotype: genotypeShown(show, genotypeOfChoice(groups, choice)),
      ...viabilityField(book, coat, language),
    }
  }
  return {
    count,
    total,
    returned: () => {
      let sum = 0n
      for (const weight of foals(({ weights }) => weights[0] ?? 0n)) sum += weight
      return sum
    },
    rows: { [Symbol.iterator]: () => foals(rowOf)[Symbol.iterator]() },
    blocks: (check) => {
      const writer = createRowWriter(wordsOf(wanted), check)
      return foalBlocks({ groups, coats, genes: show, writer, rowOf }, blocksOf(book, crosses), count)
    },
  }
}

/** One row a coat, with its most probable genotype. */
export function coatRows(wanted: RowsWanted): FoalRows {
  const { book, options, show, crosses } = wanted
  const { language } = options
  const { total, list } = book.offspring.coats(crosses)
  const count = countOf(options, total)
  const shares = <Row>(rowOf: (share: CoatShare) => Row): Iterable<Row> => firstOf(list(), count, rowOf)
  const rowOf = ({ coat, weights, genotypes, representative }: CoatShare): Possibility => ({
    coat: book.nameOf(coat, language),
    ...percentages(weights, crosses),
    genotype: genotypeShown(show, representative),
    genotypes: Number(genotypes),
    ...viabilityField(book, coat, language),
  })
  return {
    count,
    total,
    returned: () => {
      let sum = 0n
      for (const weight of shares(({ weights }) => weights[0] ?? 0n)) sum += weight
      return sum
    },
    rows: { [Symbol.iterator]: () => shares(rowOf)[Symbol.iterator]() },
    blocks: (check) => {
      const writer = createRowWriter(wordsOf(wanted), check)
      return shares((share) => {
        const { coat, weights, genotypes, representative } = share
        let genes = ''
        for (const { key, allelesOf } of show)
          genes += (genes === '' ? '' : ',') + writer.gene(key, allelesOf(representative))
        const text = genes + writer.genotypes(genotypes)
        const frames = [writer.frame(coat)]
        const head = writer.percentage(weights)
        writer.checked(() => rowOf(share))
        return { count: 1, frames, head, genes: [encodeText(text)] }
      })
    },
  }
}

/** Each row is its coat, its percentage, its genes, and what ends it; each of them is shared by many rows. */
function wordsOf({ book, options: { language }, crosses }: RowsWanted): RowWords {
  return {
    memory: book.rowMemory(language),
    frameOf: (coat) => {
      const viability = viabilityOf(coat, lexiconOf(book.lexicons, language))
      return {
        before: `{"coat":${JSON.stringify(book.nameOf(coat, language))},`,
        after: viability === undefined ? '}' : `,"viability":${JSON.stringify(viability)}}`,
      }
    },
    percentageText: (weights) => `${JSON.stringify(percentages(weights, crosses)).slice(1, -1)},"genotype":{`,
  }
}

function countOf({ limit }: CrossOptions, total: bigint): number {
  return limit === undefined || total < BigInt(limit) ? Number(total) : limit
}

/** The percentage, and with it the band when the cross was asked for under other fractions too. */
function percentages(
  weights: readonly bigint[],
  crosses: readonly Cross[],
): Pick<Possibility, 'percentage' | 'percentage_band'> {
  const [percentage = 0, ...band] = weights.map((weight, i) => percentOf(weight, crosses[i]?.total ?? 1n))
  const [low, high] = band
  return low === undefined || high === undefined
    ? { percentage }
    : { percentage, percentage_band: { low, high } }
}

function viabilityField(book: RuleBook, coat: Coat, language: string): Pick<Possibility, 'viability'> {
  const viability = viabilityOf(coat, lexiconOf(book.lexicons, language))
  return viability === undefined ? {} : { viability }
}
