/**
 * Writes a row of an offspring answer as parts of JSON, most of which are cached and shared between rows.
 * Guarantees: the same JSON as JSON.stringify of the row; every part was in a row that was validated as a whole, in this answer or
 * an earlier one; the envelope is validated with the first row.
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

/** Throws if a row violates the contract. */
export type CheckRows = (rows: readonly Possibility[]) => void

/** Cache sizes per language; a few hundred bytes per entry. */
const MAX_FRAMES = 20_000
const MAX_FIGURES = 8_192

/** Validated parts of rows of a rule set, by language. */
const partsOf = onceFor((_ruleset: Ruleset) => new Map<string, RowParts>())

type RowParts = ReturnType<typeof createRowParts>

function createRowParts() {
  return {
    /** By the coat's key, and whether tokens are included. */
    frames: createBoundedMap<string, Frame>(MAX_FRAMES),
    /** Texts of genes, by the identity of the list of alleles, which interned genotypes share. */
    genes: new WeakMap<readonly string[], string>(),
    /** Percentages and numbers of genotypes. */
    figures: createBoundedMap<string, true>(MAX_FIGURES),
  }
}

const encoder = new TextEncoder()

/** Writes the rows of one answer. */
export class RowWriter {
  private readonly known: RowParts
  // The first row is always validated, together with the envelope.
  private isUnchecked = true
  /** Callbacks that cache parts after a row with them was validated. */
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
    // A frame with tokens differs. Ids contain no colon, so the keys cannot collide.
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

  /** The start of a row up to its genes: `"percentage":12.5,"genotype":{`, with the interval if requested. */
  percentage(weights: readonly bigint[]): string {
    // Consecutive rows with the same weights share one list.
    if (weights !== this.weights) {
      const text = JSON.stringify(percentagesOf(this.wanted, weights)).slice(1, -1)
      this.percentageText = this.figures(`${text},"genotype":{`)
      this.weights = weights
    }
    return this.percentageText
  }

  /** The text between the genes of a row and its frame: sex and number of genotypes, if present. */
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
   * Validates the row if it contains a part that was not validated before. Call it for each part before yielding its bytes.
   * @param part of this row, from this writer @param rowOf builds the row if it must be validated @returns the part
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
