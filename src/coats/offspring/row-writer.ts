/**
 * The parts that rows of an offspring answer are put together from, many of them shared by rows and remembered.
 * Guarantees: the JSON that JSON.stringify would write of the same row; each part of a row that is handed on stood in a row
 * that was checked as a whole, in this answer or an earlier one, and so did what stands around the rows, with the first row.
 * Leaves to others: which rows there are (rows.ts), their bytes (answer-bytes.ts).
 */
import { percentOf } from '../../genetics/probability.js'
import type { Cross } from '../../model/cross/cross.js'
import type { Coat } from '../../model/model.js'
import type { CheckRows, Possibility } from '../answers.js'
import type { CrossOptions } from '../request/options.js'
import type { CheckedParts, Frame } from './checked-parts.js'
import { lexiconOf, viabilityOf, type RuleBook, type ShownGene } from '../rule-book.js'

export interface RowsWanted {
  readonly book: RuleBook
  readonly options: CrossOptions
  readonly show: readonly ShownGene[]
  /** Under the best fractions, then where a band is wanted under the low and the high ones. */
  readonly crosses: readonly [Cross, ...Cross[]]
}

const encoder = new TextEncoder()

/** For the rows of one answer. */
export class RowWriter {
  private readonly known: CheckedParts
  // The first row is checked in any case, and with it what stands around the rows.
  private isUnchecked = true
  private readonly unchecked: (() => void)[] = []

  constructor(
    private readonly wanted: RowsWanted,
    private readonly check: CheckRows,
  ) {
    this.known = wanted.book.checkedParts(wanted.options.language)
  }

  frame(coat: Coat): Frame {
    const { frames } = this.known
    const known = frames.known(coat.key)
    if (known !== undefined) return known
    const { coat: name, viability } = wordsOf(this.wanted, coat)
    const after = viability === undefined ? '}' : `,"viability":${JSON.stringify(viability)}}`
    const before = `{"coat":${JSON.stringify(name)},`
    const frame = { before: encoder.encode(before), after: encoder.encode(after) }
    this.keepOnceChecked(() => frames.keep(coat.key, frame))
    return frame
  }

  /**
   * As in a row, up to its genes: `"percentage":12.5,"genotype":{`, with its band where one is wanted.
   * @param weights the first decides the percentage, the others its band
   */
  percentage(weights: readonly bigint[]): Uint8Array {
    const { percentages } = this.known
    const text = `${JSON.stringify(percentagesOf(weights, this.wanted.crosses)).slice(1, -1)},"genotype":{`
    const known = percentages.known(text)
    if (known !== undefined) return known
    const bytes = encoder.encode(text)
    this.keepOnceChecked(() => percentages.keep(text, bytes))
    return bytes
  }

  /** How many genotypes a row sums, after its genes. */
  genotypes(count: bigint): string {
    const { counts } = this.known
    const text = `},"genotypes":${count}`
    if (counts.known(text) === undefined) this.keepOnceChecked(() => counts.keep(text, true))
    return text
  }

  /** One gene of a row: `"agouti":["A","a"]`. */
  gene({ key }: ShownGene, alleles: readonly string[]): string {
    const { genes } = this.known
    const known = genes.get(alleles)
    if (known !== undefined) return known
    const text = `${JSON.stringify(key)}:${JSON.stringify(alleles)}`
    this.keepOnceChecked(() => genes.set(alleles, text))
    return text
  }

  /** Call it for each row before its bytes are given away. @param rowOf the row as a value, made only if it must be checked */
  checked(rowOf: () => Possibility): void {
    if (!this.isUnchecked) return
    this.check([rowOf()])
    for (const keep of this.unchecked.splice(0)) keep()
    this.isUnchecked = false
  }

  private keepOnceChecked(keep: () => void): void {
    this.isUnchecked = true
    this.unchecked.push(keep)
  }
}

/** What a row says of its coat. */
export function wordsOf(
  { book, options: { language } }: RowsWanted,
  coat: Coat,
): Pick<Possibility, 'coat' | 'viability'> {
  const viability = viabilityOf(coat, lexiconOf(book.lexicons, language))
  const name = book.nameOf(coat, language)
  return viability === undefined ? { coat: name } : { coat: name, viability }
}

/** The percentage, and with it the band when the cross was asked for under other fractions too. */
export function percentagesOf(
  weights: readonly bigint[],
  crosses: readonly Cross[],
): Pick<Possibility, 'percentage' | 'percentage_band'> {
  const [percentage = 0, ...band] = weights.map((weight, i) => percentOf(weight, crosses[i]?.total ?? 1n))
  const [low, high] = band
  return low === undefined || high === undefined
    ? { percentage }
    : { percentage, percentage_band: { low, high } }
}
