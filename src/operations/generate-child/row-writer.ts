/**
 * A row of an offspring answer as a value, and as parts of JSON, many of them shared by rows and remembered.
 * Guarantees: the JSON that JSON.stringify would write of the same row; each part of a row that is handed on stood in a row
 * that was checked as a whole, in this answer or an earlier one, and so did what stands around the rows, with the first row.
 * Leaves to others: which rows there are (rows.ts), their bytes (answer-bytes.ts).
 */
import { percentOf } from '../../genetics/probability.js'
import type { Cross } from '../../model/cross/cross.js'
import type { Coat, HorseGenotype } from '../../model/model.js'
import type { CrossOptions } from '../read/options.js'
import type { SexLetter, SexOptions } from '../read/sex.js'
import { lexiconOf, type RuleBook, type ShownGene, type WordMemory } from '../rule-book.js'
import { viabilityOf } from '../wording.js'
import { genotypeShown } from '../shown-genes.js'
import type { Frame } from './answer-bytes.js'

export interface RowsWanted {
  readonly book: RuleBook
  readonly options: CrossOptions
  readonly bySex: SexOptions | undefined
  readonly show: readonly ShownGene[]
  /** Under the best fractions, then where a band is wanted under the low and the high ones. */
  readonly crosses: readonly [Cross, ...Cross[]]
}

export interface FoalRow {
  readonly coat: Coat
  /** The first decides the percentage, the others its band. */
  readonly weights: readonly bigint[]
  readonly genotype: () => HorseGenotype
  readonly sex?: SexLetter | undefined
  /** Of a row of a coat: how many genotypes it sums. */
  readonly genotypes?: bigint
}

export type Possibility = Readonly<ReturnType<typeof rowValue>>

/** Throws when one of the rows breaks the contract. */
export type CheckRows = (rows: readonly Possibility[]) => void

export function rowValue(wanted: RowsWanted, row: FoalRow) {
  const { viability, ...named } = coatWords(wanted, row.coat)
  return {
    ...named,
    ...percentagesOf(wanted, row.weights),
    /** The whole genotype, flat; with `group_by=coat` the most probable one of this coat. */
    genotype: genotypeShown(wanted.show, row.genotype()),
    ...(row.sex && { sex: row.sex }),
    ...(row.genotypes !== undefined && { genotypes: Number(row.genotypes) }),
    ...(viability && { viability }),
  }
}

function coatWords({ book, options: { language, tokens } }: RowsWanted, coat: Coat) {
  return {
    coat: book.nameOf(coat, language),
    ...(tokens && { tokens: coat.tokens }),
    viability: viabilityOf(coat, lexiconOf(book.lexicons, language)),
  }
}

/** With its band, where one is wanted: with all fractions at their low, and all at their high ends. */
function percentagesOf({ crosses }: RowsWanted, weights: readonly bigint[]) {
  const [weight = 0n, ...others] = weights
  const [{ total }, ...underOthers] = crosses
  const percentage = percentOf(weight, total)
  // Fractions make no difference to most rows.
  const [low, high] = others.map((other, i) => {
    const ofAll = underOthers[i]?.total ?? 1n
    return other === weight && ofAll === total ? percentage : percentOf(other, ofAll)
  })
  const isBanded = low !== undefined && high !== undefined
  return { percentage, ...(isBanded && { percentage_band: { low, high } }) }
}

const encoder = new TextEncoder()

/** For the rows of one answer. */
export class RowWriter {
  private readonly known: WordMemory
  // The first row is checked in any case, and with it what stands around the rows.
  private isUnchecked = true
  /** Each remembers a part, once a row with it was checked. */
  private unchecked: (() => void)[] = []
  private weights: readonly bigint[] = []
  private percentageText = ''

  constructor(
    private readonly wanted: RowsWanted,
    private readonly check: CheckRows,
  ) {
    this.known = wanted.book.memoryIn(wanted.options.language)
  }

  frame(coat: Coat): Frame {
    const { frames } = this.known
    // With tokens, a coat has another frame. No id holds a colon, so that no two coats have one key.
    const key = this.wanted.options.tokens ? `tokens:${coat.key}` : coat.key
    const known = frames.known(key)
    if (known !== undefined) return known
    const { viability, ...named } = coatWords(this.wanted, coat)
    const after = viability === undefined ? '}' : `,"viability":${JSON.stringify(viability)}}`
    const before = `${JSON.stringify(named).slice(0, -1)},`
    const frame = { before: encoder.encode(before), after: encoder.encode(after) }
    this.keepOnceChecked(() => frames.keep(key, frame))
    return frame
  }

  /** As in a row, up to its genes: `"percentage":12.5,"genotype":{`, with its band where one is wanted. */
  percentage(weights: readonly bigint[]): string {
    // Rows of the same weights follow each other, and share the list of them.
    if (weights !== this.weights) {
      const text = JSON.stringify(percentagesOf(this.wanted, weights)).slice(1, -1)
      this.percentageText = this.figures(`${text},"genotype":{`)
      this.weights = weights
    }
    return this.percentageText
  }

  /** What stands behind the genes of a row, up to its frame: its sex, where it has one, and how many genotypes it sums. */
  end(sex: SexLetter | undefined, genotypes: bigint | undefined): string {
    const sexed = sex === undefined ? '}' : `},"sex":"${sex}"`
    return genotypes === undefined ? sexed : this.figures(`${sexed},"genotypes":${genotypes}`)
  }

  /** One gene of a row: `"agouti":["A","a"]`. */
  gene({ key, allelesOf }: ShownGene, genotype: HorseGenotype): string {
    const { genes } = this.known
    const alleles = allelesOf(genotype)
    const known = genes.get(alleles)
    if (known !== undefined) return known
    const text = `${JSON.stringify(key)}:${JSON.stringify(alleles)}`
    this.keepOnceChecked(() => genes.set(alleles, text))
    return text
  }

  /**
   * Call it for each part of each row before its bytes are given away.
   * @param part of this row, from this writer @param rowOf called only if the row must be checked @returns the part
   */
  checked<Part>(part: Part, rowOf: (row: number) => FoalRow, row = 0): Part {
    if (!this.isUnchecked) return part
    this.check([rowValue(this.wanted, rowOf(row))])
    for (const keep of this.unchecked) keep()
    this.unchecked = []
    this.isUnchecked = false
    return part
  }

  private figures(text: string): string {
    const { figures } = this.known
    if (figures.known(text) === undefined) this.keepOnceChecked(() => figures.keep(text, true))
    return text
  }

  private keepOnceChecked(keep: () => void): void {
    this.isUnchecked = true
    this.unchecked.push(keep)
  }
}
