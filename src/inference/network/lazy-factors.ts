/**
 * The factors of a network before they are built: what facts say of one animal, and where it has its haplotypes from.
 * Guarantees: rows are counted at once (row-counts.ts), and listed only when a factor is built.
 */
import { isMissing } from '../facts/copies.js'
import type { Evidence } from '../facts/evidence.js'
import type { Priors } from '../facts/priors.js'
import { sideWithout, type Animal } from '../facts/reading.js'
import type { FactorShape, Variable } from '../planning/factor-shape.js'
import type { ClassPairs, GroupPairs, HaplotypePair } from './class-pairs.js'
import { factorFrom, type Factor } from './factor.js'
import { createGametes, haplotypeFrequencies } from './gametes.js'
import type { HaplotypeSpace } from './haplotype-space.js'
import { likelihood, type Numbers } from './numbers.js'
import type { RowCount, RowCounts } from './row-counts.js'
import type { Selector } from './variables.js'

export interface LazyFactor extends FactorShape {
  /** The selectors among its variables. */
  readonly selectors: readonly Selector[]
  /** Whether its values depend on priors. */
  readonly isPrior: boolean
  readonly build: <N>(numbers: Numbers<N>, priors: Priors | undefined) => Factor<N>
}

/** An animal over one linkage group. */
export interface Member {
  readonly place: number
  readonly sex: Animal['sex']
  /** Its haplotypes from its mother and its father. */
  readonly variables: readonly [Variable, Variable]
  /** How many values each variable has. */
  readonly counts: readonly [number, number]
  readonly haplotypes: readonly [() => readonly number[], () => readonly number[]]
  readonly classPairs: readonly ClassPairs[]
  /** Its pairs of haplotypes, with the places of its variables' values. */
  readonly pairs: () => readonly (readonly [HaplotypePair, readonly number[]])[]
}

/** What the factors of one group are made from. */
export interface GroupContext {
  readonly evidence: Evidence
  readonly space: HaplotypeSpace
  readonly pairs: GroupPairs
  readonly rowCounts: RowCounts
}

/** What facts say of an animal: which haplotypes go together, and which rectangle of a constraint they lie in. */
export function factFactors(
  { space, pairs: over, rowCounts }: GroupContext,
  member: Member,
): readonly LazyFactor[] {
  const { place, variables, classPairs, pairs } = member
  const selected = over.selectors(place).map((selector): LazyFactor => {
    const { rectangles, variable, weights, groups } = selector
    // The factor of one group alone has the weights.
    const isWeighed = groups[0] === space.index
    const parts = rectangles.map((each) => shapeOf(variables, rowCounts.ofPairs(classPairs, each)))
    return {
      variables: [...variables, variable],
      selectors: [selector],
      isPrior: false,
      rows: sum(parts.map(({ rows }) => rows)),
      rowsSharing: (some) => {
        const each = parts.map(({ rowsSharing }) => rowsSharing(some))
        return some.includes(variable) ? Math.max(...each) : sum(each)
      },
      build: <N>(numbers: Numbers<N>) => {
        const [places, values]: [number[], N[]] = [[], []]
        rectangles.forEach((rectangle, r) => {
          const weight = isWeighed ? likelihood(numbers, weights[r] ?? 1) : numbers.one
          for (const [pair, own] of pairs()) {
            if (!over.isIn(rectangle, pair)) continue
            places.push(...own, r)
            values.push(weight)
          }
        })
        return factorFrom(numbers, [...variables, variable], places, values)
      },
    }
  })
  if (over.isProduct(place, classPairs)) return selected
  const together: LazyFactor = {
    selectors: [],
    isPrior: false,
    build: (numbers) =>
      factorFrom(
        numbers,
        variables,
        pairs().flatMap(([, places]) => places),
        pairs().map(() => numbers.one),
      ),
    ...shapeOf(variables, rowCounts.ofPairs(classPairs)),
  }
  return [together, ...selected]
}

/** Where an animal has a haplotype from: a gamete of its parent, or the prior of founders. */
export function originFactor(
  context: GroupContext,
  member: Member,
  side: 0 | 1,
  parent: Member | undefined,
): LazyFactor {
  const { evidence, space, pairs: over, rowCounts } = context
  const { place: animal, sex, variables, haplotypes: domains, classPairs } = member
  const { none } = space
  const variable = variables[side]
  const haplotypes = domains[side]
  // Also where facts leave one sex only: being of that sex has a probability.
  const isSexed = space.places.some((place) => isMissing(place, place.copies.length - 1))
  const canMiss = isSexed && side === sideWithout(evidence.reading.model)
  // Half of the gametes carry the chromosome: those that make daughters, say.
  const halved = <N>(numbers: Numbers<N>): N =>
    canMiss && sex === undefined ? numbers.of(1n, 2n) : numbers.one
  if (parent === undefined) {
    const build = <N>(numbers: Numbers<N>, priors: Priors | undefined): Factor<N> => {
      const bySex = halved(numbers)
      const frequencyOf = haplotypeFrequencies(numbers, space, priors, (locus) =>
        evidence.isDetermined(animal, side, locus),
      )
      const [places, values]: [number[], N[]] = [[], []]
      haplotypes().forEach((haplotype, place) => {
        const value = numbers.times(bySex, haplotype === none ? numbers.one : frequencyOf(haplotype))
        if (numbers.isZero(value)) return
        places.push(place)
        values.push(value)
      })
      return factorFrom(numbers, [variable], places, values)
    }
    const rows = over.count(classPairs, side)
    return { variables: [variable], selectors: [], isPrior: true, rows, rowsSharing: () => 1, build }
  }
  const build = <N>(numbers: Numbers<N>): Factor<N> => {
    const bySex = halved(numbers)
    const gametes = createGametes(numbers, space)
    const placeOf = new Map(haplotypes().map((haplotype, place) => [haplotype, place]))
    const [places, values]: [number[], N[]] = [[], []]
    for (const [[a, b], from] of parent.pairs()) {
      const isOnly = canMiss && (a === none || b === none)
      for (const [haplotype, weight] of gametes(a, b)) {
        const place = placeOf.get(haplotype)
        if (place === undefined) continue
        places.push(place, ...from)
        values.push(isOnly ? bySex : weight)
      }
    }
    return factorFrom(numbers, [variable, ...parent.variables], places, values)
  }
  const counts = rowCounts.ofGametes(classPairs, side, parent.classPairs)
  const shape = shapeOf([variable, ...parent.variables], counts)
  return { selectors: [], isPrior: false, build, ...shape }
}

/** @param counts by place: rows of the factor are all combinations of rows there */
function shapeOf(variables: readonly Variable[], counts: readonly RowCount[]): FactorShape {
  return {
    variables,
    rows: counts.reduce((product, { rows }) => product * rows, 1),
    rowsSharing: (some) => {
      const columns: number[] = []
      for (let v = 0; v < variables.length; v++) if (some.includes(variables[v] ?? -1)) columns.push(v)
      return counts.reduce((product, { rowsSharing }) => product * rowsSharing(columns), 1)
    },
  }
}

function sum(terms: readonly number[]): number {
  return terms.reduce((all, term) => all + term, 0)
}
