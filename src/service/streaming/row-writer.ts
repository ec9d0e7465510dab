/**
 * A row of an offspring answer as parts of JSON, many of them shared by rows and remembered.
 * Guarantees: the JSON that JSON.stringify would write of the same row; each part of a row that is handed on stood in a row
 * that was checked as a whole, in this answer or an earlier one, and so did what stands around the rows, with the first row.
 * Leaves to others: which rows there are (operations/generate-child/), their bytes (row-bytes.ts).
 */
import { createBoundedMap, onceFor } from '../../common/memo.js'
import type { Coat, HorseGenotype } from '../../model/model.js'
import {
  coatWords,
  percentagesOf,
  rowValue,
  type FoalRow,
  type Possibility,
  type RowsWanted,
} from '../../operations/generate-child/row.js'
import type { SexLetter } from '../../operations/read/sex.js'
import type { Ruleset, ShownGene } from '../../operations/ruleset.js'
import type { Frame } from './row-bytes.js'

/** Throws when one of the rows breaks the contract. */
export type CheckRows = (rows: readonly Possibility[]) => void

/** In each language; some hundred bytes each. */
const MAX_FRAMES = 20_000
const MAX_FIGURES = 8_192

/** Parts of rows that stood in a checked row of this rule set, by language. */
const partsOf = onceFor((_ruleset: Ruleset) => new Map<string, RowParts>())

type RowParts = ReturnType<typeof createRowParts>

function createRowParts() {
  return {
    /** By the coat's key, and whether its tokens are in it. */
    frames: createBoundedMap<string, Frame>(MAX_FRAMES),
    /** A gene with its alleles, by the list of these that an interned genotype has. */
    genes: new WeakMap<readonly string[], string>(),
    /** Percentages, and counts of genotypes. */
    figures: createBoundedMap<string, true>(MAX_FIGURES),
  }
}

const encoder = new TextEncoder()

/** For the rows of one answer. */
export class RowWriter {
  private readonly known: RowParts
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
    const { ruleset, options } = wanted
    const parts = partsOf(ruleset)
    this.known = parts.get(options.language) ?? createRowParts()
    parts.set(options.language, this.known)
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
