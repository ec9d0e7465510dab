/**
 * The parts that rows of an offspring answer are put together from, many of them shared by rows and remembered.
 * Guarantees: the JSON that JSON.stringify would write of the same row; each name, gene and percentage stood in a row
 * that was checked as a whole before any bytes with it are given away, in this answer or an earlier one.
 * Leaves to others: which rows there are (rows.ts), their bytes (answer-bytes.ts).
 */
import type { Coat } from '../../model/model.js'
import type { CheckRows, Possibility } from '../answers.js'
import type { Frame, RowMemory } from './row-memory.js'

/** What stands around a row's percentage and genes. */
export interface FrameText {
  readonly before: string
  readonly after: string
}

export interface RowWords {
  readonly memory: RowMemory
  readonly frameOf: (coat: Coat) => FrameText
  /** As in a row, up to its genes: `"percentage":12.5,"genotype":{`, with its band where one is wanted. */
  readonly percentageText: (weights: readonly bigint[]) => string
}

export interface RowWriter {
  readonly frame: (coat: Coat) => Frame
  /** @param weights the first decides the percentage, the others its band */
  readonly percentage: (weights: readonly bigint[]) => Uint8Array
  /** How many genotypes a row sums, after its genes. */
  readonly genotypes: (count: bigint) => string
  /** One gene of a row: `"agouti":["A","a"]`. */
  readonly gene: (key: string, alleles: readonly string[]) => string
  /** Call it for each row before its bytes are given away. @param rowOf the row as a value, made only if it must be checked */
  readonly checked: (rowOf: () => Possibility) => void
}

const encoder = new TextEncoder()

export function createRowWriter({ memory, frameOf, percentageText }: RowWords, check: CheckRows): RowWriter {
  // The first row is checked in any case, and with it what stands around the rows.
  let isUnchecked = true
  const unchecked: (() => void)[] = []
  const rememberOnceChecked = (remember: () => void): void => {
    isUnchecked = true
    unchecked.push(remember)
  }
  return {
    frame: (coat) => {
      const known = memory.frames.known(coat.key)
      if (known !== undefined) return known
      const { before, after } = frameOf(coat)
      const frame = { before: encoder.encode(before), after: encoder.encode(after) }
      rememberOnceChecked(() => memory.frames.keep(coat.key, frame))
      return frame
    },
    percentage: (weights) => {
      const text = percentageText(weights)
      const known = memory.percentages.known(text)
      if (known !== undefined) return known
      const bytes = encoder.encode(text)
      rememberOnceChecked(() => memory.percentages.keep(text, bytes))
      return bytes
    },
    genotypes: (count) => {
      const text = `},"genotypes":${count}`
      if (memory.counts.known(text) === undefined) rememberOnceChecked(() => memory.counts.keep(text, true))
      return text
    },
    gene: (key, alleles) => {
      const known = memory.genes.get(alleles)
      if (known !== undefined) return known
      const text = `${JSON.stringify(key)}:${JSON.stringify(alleles)}`
      rememberOnceChecked(() => memory.genes.set(alleles, text))
      return text
    },
    checked: (rowOf) => {
      if (!isUnchecked) return
      check([rowOf()])
      for (const remember of unchecked.splice(0)) remember()
      isUnchecked = false
    },
  }
}
