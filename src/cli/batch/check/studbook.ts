/**
 * A studbook in memory: numbers only, so that a million animals take some tens of megabytes.
 * Guarantees: animals are numbered in the order in which their ids are met, as parents or by themselves.
 */
import { grown, IdTable } from './id-table.js'

/** As the column `sex` holds them; 0: not recorded. */
export const SEX_CODES = { f: 1, m: 2 } as const

/** Texts of one column, numbered; 0 is the empty text. */
export class Words {
  private readonly numbers = new Map<string, number>([['', 0]])
  readonly texts: string[] = ['']

  /** Undefined beyond what fits into 16 bits. */
  numberOf(text: string): number | undefined {
    const known = this.numbers.get(text)
    if (known !== undefined) return known
    if (this.texts.length > MAX_WORDS) return undefined
    // A copy, because the cell is a part of the file's text, which it would keep in memory.
    const copy = Buffer.from(text).toString()
    this.numbers.set(copy, this.texts.length)
    return this.texts.push(copy) - 1
  }
}

const MAX_WORDS = 0xffff

export class Studbook {
  readonly ids = new IdTable()
  readonly coats = new Words()
  readonly genes: readonly Words[]
  /** By animal: the line of its row, 0 if it has none. */
  line = new Uint32Array(CAPACITY)
  /** Number + 1 of the parent; 0: not recorded. */
  sire = new Uint32Array(CAPACITY)
  dam = new Uint32Array(CAPACITY)
  sex = new Uint8Array(CAPACITY)
  /** As a number such as 20260131; month and day may be 0; 0: not recorded. */
  born = new Uint32Array(CAPACITY)
  coat = new Uint16Array(CAPACITY)
  /** By gene column, then animal: the number of its cell. */
  readonly cells: Uint16Array[]

  /** @param columns gene columns */
  constructor(readonly columns: readonly string[]) {
    this.genes = columns.map(() => new Words())
    this.cells = columns.map(() => new Uint16Array(CAPACITY))
  }

  get size(): number {
    return this.ids.size
  }

  animalOf(id: string): number {
    const animal = this.ids.numberOf(id)
    if (animal === this.line.length) this.grow()
    return animal
  }

  private grow(): void {
    this.line = grown(this.line)
    this.sire = grown(this.sire)
    this.dam = grown(this.dam)
    this.sex = grown(this.sex)
    this.born = grown(this.born)
    this.coat = grown(this.coat)
    this.cells.forEach((each, i) => (this.cells[i] = grown(each)))
  }
}

const CAPACITY = 1 << 12
