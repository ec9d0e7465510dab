/**
 * The set of genotypes with given table outcomes, found by walking the tables as one decision diagram. Equivalent
 * states are shared, and each path through the diagram is a rectangle. That sex-linked loci must agree on the number
 * of copies is left to network/.
 * Guarantees: exact for any tables; loci that do not matter allow everything; rectangles that differ at one locus
 * only are merged.
 */
import { pairOf } from '../../genetics/genotype.js'
import { ACCEPT, merged, pathsTo, REJECT } from '../../model/coat-sets/accepting-paths.js'
import type { GroupInput, StateKey, TableSteps } from '../../model/by-coat/table-steps.js'
import type { Genotypes } from '../../model/phenotype/genotypes.js'
import { isMissing, type LocusCopies } from './copies.js'
import type { GenotypeSet, Rectangle } from './genotype-sets.js'

export type DecisionDiagram = Readonly<ReturnType<typeof diagramOver>>

/** Pairs at a locus that the tables do not distinguish: copy × copy → 1. */
interface Input {
  readonly moves: GroupInput
  readonly set: Uint8Array
}

/** @param places all loci that the tables read @param steps through these loci, each as a group of its own */
export function diagramOver(places: readonly LocusCopies[], genotypes: Genotypes, steps: TableSteps) {
  const inputsAt = places.map((place, p) => inputsOf(place, p, genotypes, steps))
  let states: readonly StateKey[] = [steps.start]
  // Per locus: state × input → index of the next state.
  const nextAt = inputsAt.map((inputs) => {
    const known = new Map<StateKey, number>()
    const next = states.flatMap((state) =>
      inputs.map(({ moves }) => {
        const after = steps.after(state, moves)
        const place = known.get(after) ?? known.size
        known.set(after, place)
        return place
      }),
    )
    states = [...known.keys()]
    return next
  })
  /** The outcomes that some genotype has, each with one entry per table. */
  const outcomes = states.map((state) => steps.outcomesAt(state))
  return {
    /** Number of steps through the tables that building took; each set takes as many again. */
    steps: nextAt.reduce((sum, next) => sum + next.length, 0),
    outcomes,
    /** The genotypes with accepted outcomes. @param isAccepted by index in `outcomes` */
    genotypesWith: (isAccepted: (place: number) => boolean): GenotypeSet => {
      const terminalNodes = outcomes.map((_, place) => (isAccepted(place) ? ACCEPT : REJECT))
      const paths = pathsTo(
        inputsAt.map(({ length }) => length),
        nextAt,
        terminalNodes,
      )
      const unions = inputsAt.map((all) => createUnions(all.map(({ set }) => set)))
      return merged(paths, places.length).map(
        (path): Rectangle =>
          new Map(
            path.flatMap((inputs, p) => {
              // A locus at which every input is accepted does not matter.
              if (inputs.length === inputsAt[p]?.length) return []
              return [[places[p]?.locus.index ?? 0, unions[p]?.(inputs) ?? new Uint8Array()]]
            }),
          ),
      )
    },
  }
}

/** @param place index of the locus */
function inputsOf(
  own: LocusCopies,
  place: number,
  genotypes: Genotypes,
  steps: TableSteps,
): readonly Input[] {
  const { locus, copies, classOf, examples } = own
  const n = copies.length
  const inputs = new Map<GroupInput, Input>()
  const members = examples.map((_, each) => [...copies.keys()].filter((copy) => classOf[copy] === each))
  const isNone = members.map(([first]) => isMissing(own, first))
  examples.forEach((a, i) => {
    for (let j = i; j < examples.length; j++) {
      if (isNone[i] === true && isNone[j] === true) continue
      const moves = steps.inputOf(place, [genotypes.of(locus, [pairOf(a, examples[j] ?? [])])])
      const { set } = inputs.get(moves) ?? { set: new Uint8Array(n * n) }
      inputs.set(moves, { moves, set })
      for (const one of members[i] ?? [])
        for (const other of members[j] ?? []) set[one * n + other] = set[other * n + one] = 1
    }
  })
  return [...inputs.values()]
}

/** Unions of sets, by their indices. Memoized, because many paths take the same inputs. */
function createUnions(sets: readonly Uint8Array[]): (places: readonly number[]) => Uint8Array {
  const made = new Map<string, Uint8Array>()
  return (places) => {
    const key = places.join()
    const union = made.get(key) ?? new Uint8Array(sets[0]?.length ?? 0)
    if (made.has(key)) return union
    made.set(key, union)
    for (const place of places) {
      const set = sets[place] as Uint8Array
      for (let i = 0; i < set.length; i++) if (set[i] === 1) union[i] = 1
    }
    return union
  }
}
