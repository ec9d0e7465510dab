/**
 * The automata of all tables of a component, run together over its places.
 * Guarantees: exact; combinations of which one is dead are not followed; every step is counted before it is taken.
 */
import type { Place, PlaceValue } from './places.js'
import type { Automaton } from './table-automaton.js'

export type CountSteps = (steps: number) => void

/** The state from which nothing wanted follows. */
const DEAD = 0

export interface PlaceGraph {
  /** Per place: values that lead to the same states, by their indices. */
  readonly inputsAt: readonly (readonly (readonly number[])[])[]
  /** Per place: state × input → state. */
  readonly nextAt: readonly (readonly number[])[]
  /** The last states. */
  readonly ends: readonly EndState[]
}

export interface EndState {
  /** The node of each automaton; undefined where one is dead. */
  readonly nodes: readonly number[] | undefined
  /** How many genotypes lead here. */
  readonly genotypes: bigint
  /** The values of a smallest one, by place, and how many alleles other than the wild type it has. */
  readonly smallest: Smallest | undefined
}

export interface Smallest {
  readonly carried: number
  readonly value: number
  readonly before: Smallest | undefined
}

interface State extends Omit<EndState, 'genotypes'> {
  genotypes: bigint
  smallest: Smallest | undefined
}

/** @param isAllowed whether animals of one sex can have the value */
export function graphOver(
  places: readonly Place[],
  automata: readonly Automaton[],
  isAllowed: (value: PlaceValue) => boolean,
  count: CountSteps,
): PlaceGraph {
  const dead = (): State => ({ nodes: undefined, genotypes: 0n, smallest: undefined })
  const start: State = {
    nodes: automata.map((automaton) => automaton.start),
    genotypes: 1n,
    smallest: undefined,
  }
  let states: readonly State[] = [start]
  const inputsAt: (readonly (readonly number[])[])[] = []
  const nextAt: (readonly number[])[] = []
  places.forEach(({ values, variant }, p) => {
    const inputs = inputsOf(values, p, automata, isAllowed)
    count(states.length * inputs.length)
    const sizes = inputs.map(({ length }) => BigInt(length))
    const least = inputs.map((own) =>
      own.reduce((a, b) => (carriedBy(values, b) < carriedBy(values, a) ? b : a)),
    )
    const after: State[] = [dead()]
    const known = new Map<string, number>()
    const next: number[] = []
    for (const { nodes, genotypes, smallest } of states) {
      inputs.forEach(([example = 0], i) => {
        const to = nodes && nodesAfter(automata, nodes, p, values.length, example)
        if (to === undefined) return next.push(DEAD)
        const key = to.join()
        const place = known.get(key) ?? after.push({ nodes: to, genotypes: 0n, smallest: undefined }) - 1
        known.set(key, place)
        const state = after[place] as State
        state.genotypes += genotypes * (sizes[i] ?? 0n)
        const value = least[i] ?? 0
        const carried = (smallest?.carried ?? 0) + carriedBy(values, value)
        // Of equal ones, that with the variant that stands first in its locus.
        const most = state.smallest?.carried ?? Infinity
        if (carried < most || (carried === most && variant !== undefined && value === 0))
          state.smallest = { carried, value, before: smallest }
        return next.push(place)
      })
    }
    inputsAt.push(inputs)
    nextAt.push(next)
    states = after
  })
  return { inputsAt, nextAt, ends: states }
}

function carriedBy(values: readonly PlaceValue[], value: number): number {
  return values[value]?.carried ?? 0
}

/** Values that no automaton tells apart. */
function inputsOf(
  values: readonly PlaceValue[],
  place: number,
  automata: readonly Automaton[],
  isAllowed: (value: PlaceValue) => boolean,
): readonly (readonly number[])[] {
  const found = new Map<string, number[]>()
  values.forEach((value, v) => {
    if (!isAllowed(value)) return
    const columns = automata.map(({ nextAt }) =>
      (nextAt[place] ?? []).filter((_, i) => i % values.length === v).join(),
    )
    const key = columns.join('|')
    found.set(key, [...(found.get(key) ?? []), v])
  })
  return [...found.values()]
}

/** Undefined if one of them is dead. */
function nodesAfter(
  automata: readonly Automaton[],
  nodes: readonly number[],
  place: number,
  values: number,
  value: number,
): readonly number[] | undefined {
  const after: number[] = []
  for (let w = 0; w < automata.length; w++) {
    const { nextAt, deadAt } = automata[w] as Automaton
    const next = nextAt[place]
    const from = nodes[w] ?? 0
    const to = next === undefined ? from : (next[from * values + value] ?? 0)
    if (deadAt[place]?.has(to) === true) return undefined
    after.push(to)
  }
  return after
}

/** The values of a genotype, by place. */
export function valuesOf(smallest: Smallest | undefined): readonly number[] {
  const values: number[] = []
  for (let at = smallest; at !== undefined; at = at.before) values.push(at.value)
  return values.reverse()
}
