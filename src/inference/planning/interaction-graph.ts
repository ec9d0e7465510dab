/**
 * The interaction graph of variable elimination: two variables are neighbours if a factor contains both.
 * Guarantees: the same factors give the same order. Variables with one value are left out, because they connect
 * nothing.
 */
import type { Variable } from './factor-shape.js'

/**
 * How the next variable is chosen: by the size of the factor that its elimination creates, or by the edges that it
 * adds between its neighbours.
 */
export type Measure = 'weight' | 'fill'

/** Variables with more neighbours are eliminated last. */
const MAX_NEIGHBOURS = 40

/** Mutable: serves one search for an order. Variables are numbered in the order in which factors mention them. */
export class InteractionGraph {
  private readonly numberOf: Int32Array
  private readonly variables: Variable[] = []
  private readonly isEdge: Uint8Array
  private readonly neighbours: number[][] = []
  /** 1 until the variable is eliminated. */
  private readonly isHidden: Uint8Array
  private readonly measured: Float64Array
  /** Whether the last `connect` added an edge. */
  private isDenser = false

  /** @param query the variables that stay */
  constructor(
    private readonly sizes: Float64Array,
    factors: readonly { readonly variables: readonly Variable[] }[],
    query: readonly Variable[],
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
    this.isEdge = new Uint8Array(length * length)
    for (const { variables } of factors) this.connect(variables)
    this.isHidden = new Uint8Array(length).fill(1)
    for (const variable of query) {
      const number = this.numberOf[variable] ?? -1
      if (number >= 0) this.isHidden[number] = 0
    }
    this.measured = new Float64Array(length)
    for (let v = 0; v < length; v++) if (this.isHidden[v] === 1) this.measured[v] = this.measureOf(v)
  }

  /**
   * Removes and returns the next variable; undefined once none is left. The caller then connects and remeasures its
   * neighbours.
   */
  next() {
    let [found, least] = [-1, Infinity]
    for (let v = 0; v < this.isHidden.length; v++) {
      if (this.isHidden[v] !== 1) continue
      const measured = this.measured[v] ?? 0
      if (found === -1 || measured < least) [found, least] = [v, measured]
    }
    if (found === -1) return undefined
    this.isHidden[found] = 0
    const neighbours = this.neighbours[found] ?? []
    for (const v of neighbours) {
      const adjacent = this.neighbours[v] ?? []
      adjacent.splice(adjacent.indexOf(found), 1)
    }
    return {
      variable: this.variables[found] ?? 0,
      neighbours: neighbours.map((v) => this.variables[v] ?? 0),
      /** Infinity: this variable and all remaining ones have too many combinations to count. */
      measured: least,
    }
  }

  /** Connects each of them with each other. */
  connect(variables: readonly Variable[]): void {
    this.isDenser = false
    const { length } = this.variables
    for (const variable of variables) {
      const one = this.numberOf[variable] ?? -1
      if (one < 0) continue
      for (const each of variables) {
        const other = this.numberOf[each] ?? -1
        if (other < 0 || other === one || this.isEdge[one * length + other] === 1) continue
        this.isEdge[one * length + other] = 1
        this.neighbours[one]?.push(other)
        this.isDenser = true
      }
    }
  }

  /** Updates the measures after a change. @param neighbours those of the last variable, already connected */
  measureAgain(neighbours: readonly Variable[]): void {
    const changed = new Set<number>()
    for (const variable of neighbours) {
      const v = this.numberOf[variable] ?? 0
      changed.add(v)
      // A new edge also changes the fill of the neighbours of its ends.
      if (this.isDenser && this.measure === 'fill')
        for (const other of this.neighbours[v] ?? []) changed.add(other)
    }
    for (const v of changed) if (this.isHidden[v] === 1) this.measured[v] = this.measureOf(v)
  }

  private measureOf(v: number): number {
    const neighbours = this.neighbours[v] ?? []
    return this.measure === 'weight' ? this.weightOf(v, neighbours) : this.fillOf(neighbours)
  }

  private sizeOf(v: number): number {
    return this.sizes[this.variables[v] ?? 0] ?? 1
  }

  /** The size of the factor that eliminating the variable creates. */
  private weightOf(v: number, neighbours: readonly number[]): number {
    let cells = this.sizeOf(v)
    for (const other of neighbours) cells *= this.sizeOf(other)
    return cells
  }

  /** The edges that eliminating the variable adds, weighted by size. */
  private fillOf(neighbours: readonly number[]): number {
    if (neighbours.length > MAX_NEIGHBOURS) return Number.MAX_VALUE
    const { length } = this.variables
    let fill = 0
    for (let i = 0; i < neighbours.length; i++) {
      const one = neighbours[i] ?? 0
      for (let j = i + 1; j < neighbours.length; j++) {
        const other = neighbours[j] ?? 0
        if (this.isEdge[one * length + other] !== 1) fill += Math.log(this.sizeOf(one) * this.sizeOf(other))
      }
    }
    return fill
  }
}
