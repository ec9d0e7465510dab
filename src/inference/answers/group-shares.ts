/**
 * What an animal has over each linkage group as genotypes of its loci, phase aside, for sums by coat.
 */
import { comparePairs, rowsOf } from './rows.js'
import { pairOf } from '../../genetics/genotype.js'
import type { LocusGenotype } from '../../model/model.js'
import type { Genotypes } from '../../model/phenotype/genotypes.js'
import type { Known } from '../network/known.js'
import type { Shares } from '../network/posterior.js'
import { groupsOf } from '../network/ties.js'
import type { Options } from '../facts/coats-seen.js'
import type { GroupSpace } from '../network/lumps.js'

/** Genotypes over one group, numbered in canonical order. */
export interface Numbering {
  readonly numberOf: (a: number, b: number) => number
  readonly genotypesAt: (number: number) => readonly LocusGenotype[]
}

export function numberGenotypes(
  { places, lumps, lumpAt, group }: GroupSpace,
  genotypes: Genotypes,
): Numbering {
  const tables = places.map((place, p) => {
    const own = lumps[p] ?? []
    const pairs = own.flatMap((a, i) =>
      own
        .slice(i)
        .map((b, j) => ({ places: [i, i + j] as const, pair: pairOf(a.representative, b.representative) })),
    )
    pairs.sort((a, b) => comparePairs(a.pair, b.pair))
    const numbers = new Int32Array(own.length ** 2)
    pairs.forEach(({ places: [i, j] }, number) => {
      numbers[i * own.length + j] = numbers[j * own.length + i] = number
    })
    const made: (LocusGenotype | undefined)[] = []
    const genotypeAt = (number: number): LocusGenotype =>
      (made[number] ??= genotypes.of(place.locus, [pairs[number]?.pair ?? [[], []]]))
    return { numbers, size: own.length, count: pairs.length, genotypeAt }
  })
  // Canonical order compares loci in manifest order.
  const order = [...group.loci.keys()].sort(
    (a, b) => (group.loci[a]?.index ?? 0) - (group.loci[b]?.index ?? 0),
  )
  return {
    numberOf: (a, b) =>
      order.reduce((number, p) => {
        const { numbers = [], size = 1, count = 1 } = tables[p] ?? {}
        return number * count + (numbers[lumpAt(a, p) * size + lumpAt(b, p)] ?? 0)
      }, 0),
    genotypesAt: (number) => {
      const found: LocusGenotype[] = []
      let rest = number
      for (const p of [...order].reverse()) {
        const { count = 1, genotypeAt } = tables[p] ?? {}
        found[p] = genotypeAt?.(rest % count) as LocusGenotype
        rest = Math.floor(rest / count)
      }
      return found
    },
  }
}

/** What was worked out of one animal over a group: genotype number → weight, for each choice of the rectangles told apart. */
export function weighed(
  shares: Shares<number>,
  { numberOf }: Numbering,
  ties: readonly Tie[],
): ReadonlyMap<number, Float64Array> {
  const found = new Map<number, Float64Array>()
  const weightsOf = choiceWeights(shares, ties)
  for (const { haplotypes, ties: chosen, weight } of rowsOf(shares)) {
    const [a = 0, b = 0] = haplotypes
    const number = numberOf(a, b)
    const known = found.get(number)
    const weights = weightsOf(chosen, weight)
    if (known === undefined) found.set(number, weights)
    else weights.forEach((each, choice) => (known[choice] = (known[choice] ?? 0) + each))
  }
  return found
}

/** The weight of a row for each choice of all ties; those that say nothing of this group may be anything. */
export function choiceWeights(
  shares: Shares<number>,
  ties: readonly Tie[],
): (chosen: readonly number[], weight: number) => Float64Array {
  const choices = ties.reduce((product, { size }) => product * size, 1)
  const known = new Map<string, readonly number[]>()
  return (chosen, weight) => {
    const key = chosen.join()
    const places =
      known.get(key) ??
      Array.from({ length: choices }, (_, choice) => choice).filter((choice) =>
        shares.ties.every(({ all }, t) => optionIn(ties, choice, all) === chosen[t]),
      )
    known.set(key, places)
    const weights = new Float64Array(choices)
    for (const place of places) weights[place] = weight
    return weights
  }
}

/** Constraints that leave several rectangles on several groups. */
export function tiesOf({ reading, facts, possible }: Known): readonly Tie[] {
  return facts.flatMap((fact) =>
    fact.constraints.flatMap((all) => {
      const left = possible.options.get(all) ?? all
      return left.length > 1 && groupsOf(reading, fact, left).length > 1 ? [{ all, size: left.length }] : []
    }),
  )
}

/** A constraint with several rectangles on several groups. */
export interface Tie {
  readonly all: Options
  readonly size: number
}

function optionIn(ties: readonly Tie[], choice: number, of: Options): number {
  let rest = choice
  for (const { all, size } of ties) {
    if (all === of) return rest % size
    rest = Math.floor(rest / size)
  }
  return 0
}
