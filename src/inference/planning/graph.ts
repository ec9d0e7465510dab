/**
 * Which variables are tied to each other by factors, while one after the other is summed out.
 * Guarantees: the same factors give the same order. Variables with one value tie nothing, and are not here.
 */
import type { Variable } from '../network/factor.js'

/** By which the next variable is chosen: how large the factor is that summing it out makes, or how much it ties anew. */
export type Measure = 'weight' | 'fill'

/** A variable with more neighbours is summed out last. */
const MOST_TIED = 40

/** Holds its own state. Variables are numbered in the order in which they are met. */
export class Graph {
  private readonly numberOf: Int32Array
  private readonly variables: Variable[] = []
  private readonly isTied: Uint8Array
  private readonly neighbours: number[][] = []
  private readonly isOpen: Uint8Array
  private readonly measured: Float64Array
  /** Whether the last tying brought a tie that was not there. */
  private isDenser = false

  /** @param asked the variables that stay */
  constructor(
    private readonly sizes: Float64Array,
    factors: readonly { readonly variables: readonly Variable[] }[],
    asked: readonly Variable[],
    private readonly measure: Measure,
  ) {
    this.numberOf = new Int32Array(sizes.length).fill(-1)
    for (const { variables } of factors)
      for (const variable of variables) {
        if ((sizes[variable] ?? 1) <= 1 || this.numberOf[variable] !== -1) continue
        this.numberOf[variable] = this.variables.push(variable) - 1
        this.neighbours.push([])
      }
    const { length } = this.variables
    this.isTied = new Uint8Array(length * length)
    for (const { variables } of factors) this.tie(variables)
    this.isOpen = new Uint8Array(length).fill(1)
    for (const variable of asked) {
      const number = this.numberOf[variable] ?? -1
      if (number >= 0) this.isOpen[number] = 0
    }
    this.measured = new Float64Array(length)
    for (let v = 0; v < length; v++) if (this.isOpen[v] === 1) this.measured[v] = this.measureOf(v)
  }

  /** Takes the next variable out; undefined where all are. What is left must be tied, and `settle` called, before the next. */
  next() {
    let [found, least] = [-1, Infinity]
    for (let v = 0; v < this.isOpen.length; v++) {
      if (this.isOpen[v] !== 1) continue
      const measured = this.measured[v] ?? 0
      if (found === -1 || measured < least) [found, least] = [v, measured]
    }
    if (found === -1) return undefined
    this.isOpen[found] = 0
    const keep = this.neighbours[found] ?? []
    for (const v of keep) {
      const own = this.neighbours[v] ?? []
      own.splice(own.indexOf(found), 1)
    }
    return {
      variable: this.variables[found] ?? 0,
      /** Those that it is tied to. */
      keep: keep.map((v) => this.variables[v] ?? 0),
      /** Infinity: too many combinations to be counted, of this one and all others. */
      measured: least,
    }
  }

  /** All of them to each other. */
  tie(variables: readonly Variable[]): void {
    this.isDenser = false
    const { length } = this.variables
    for (const variable of variables) {
      const one = this.numberOf[variable] ?? -1
      if (one < 0) continue
      for (const each of variables) {
        const other = this.numberOf[each] ?? -1
        if (other < 0 || other === one || this.isTied[one * length + other] === 1) continue
        this.isTied[one * length + other] = 1
        this.neighbours[one]?.push(other)
        this.isDenser = true
      }
    }
  }

  /** Measures again what has changed. @param kept those that the last variable was tied to, tied to each other meanwhile */
  settle(kept: readonly Variable[]): void {
    const changed = new Set<number>()
    for (const variable of kept) {
      const v = this.numberOf[variable] ?? 0
      changed.add(v)
      // A new tie is also one between neighbours of others.
      if (this.isDenser && this.measure === 'fill')
        for (const other of this.neighbours[v] ?? []) changed.add(other)
    }
    for (const v of changed) if (this.isOpen[v] === 1) this.measured[v] = this.measureOf(v)
  }

  private measureOf(v: number): number {
    const own = this.neighbours[v] ?? []
    return this.measure === 'weight' ? this.weightOf(v, own) : this.fillOf(own)
  }

  private sizeOf(v: number): number {
    return this.sizes[this.variables[v] ?? 0] ?? 1
  }

  /** Of the factor that is made when a variable is summed out. */
  private weightOf(v: number, own: readonly number[]): number {
    let cells = this.sizeOf(v)
    for (const other of own) cells *= this.sizeOf(other)
    return cells
  }

  /** Of the ties that come about when it is. */
  private fillOf(own: readonly number[]): number {
    if (own.length > MOST_TIED) return Number.MAX_VALUE
    const { length } = this.variables
    let fill = 0
    for (let i = 0; i < own.length; i++) {
      const one = own[i] ?? 0
      for (let j = i + 1; j < own.length; j++) {
        const other = own[j] ?? 0
        if (this.isTied[one * length + other] !== 1) fill += Math.log(this.sizeOf(one) * this.sizeOf(other))
      }
    }
    return fill
  }
}
