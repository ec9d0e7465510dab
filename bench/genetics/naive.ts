/**
 * How crosses are computed where nobody thought about it: every egg with every sperm (4ⁿ), or every genotype as an
 * object of its own (3ⁿ), the coat of each looked up, sums in a Map.
 * Guarantees: the same coats with the same shares as Robe (checked by who uses it); unless told otherwise coats come
 * from Robe's tables, so that enumeration alone is compared. Unphased parents only: then all gametes are equally likely.
 */
import type { RuleBook } from '../../src/operations/rule-book.js'
import { pairOf } from '../../src/genetics/genotype.js'
import type { HorseGenotype, LocusGenotype, ModelLocus } from '../../src/model/model.js'
import { twoAlleles } from './crosses.js'

/** At each locus the foal's genotype by the copy from the mother and the copy from the father. */
type Crossing = readonly (readonly [readonly LocusGenotype[], readonly LocusGenotype[]])[]

export interface NaiveRow {
  readonly genotype: HorseGenotype
  readonly coat: string
  readonly percentage: number
}

export interface Naive {
  /** Share of each coat's name, in percent. @param eggs how many of the 2ⁿ eggs to go through; default all */
  readonly coatsByPairs: (eggs?: number) => ReadonlyMap<string, number>
  /** The same by way of every genotype. */
  readonly coatsByGenotypes: () => ReadonlyMap<string, number>
  /** Every genotype, by way of every pair of gametes. */
  readonly rowsByPairs: () => readonly NaiveRow[]
  /** Every genotype, by way of the product of what each locus can have. */
  readonly rowsByGenotypes: () => readonly NaiveRow[]
}

/** Both parents heterozygous at these loci. @param coatOf the name of a foal's coat; default: by Robe's tables */
export function createNaive(
  book: RuleBook,
  loci: readonly ModelLocus[],
  coatOf?: (genotype: HorseGenotype) => string,
): Naive {
  const base = book.model.loci.map((locus) => {
    const [first] = twoAlleles(locus)
    return locus.wildType !== null && !locus.required
      ? book.genotypes.wildType(locus)
      : book.genotypes.of(locus, [pairOf([first], [first])])
  })
  const crossing: Crossing = loci.map((locus) => {
    const [a, b] = twoAlleles(locus).map((allele) => [allele]) as [[number], [number]]
    const of = (one: readonly [number], other: readonly [number]): LocusGenotype =>
      book.genotypes.of(locus, [pairOf(one, other)])
    return [
      [of(a, a), of(a, b)],
      [of(b, a), of(b, b)],
    ]
  })
  const gametes = 2 ** loci.length
  const nameOf = coatOf ?? ((genotype: HorseGenotype) => book.nameOf(book.phenotypes.of(genotype).coat, 'en'))

  const eachPair = (eggs: number, meet: (genotype: readonly LocusGenotype[]) => void): void => {
    const genotype = [...base]
    for (let egg = 0; egg < eggs; egg++) {
      for (let sperm = 0; sperm < gametes; sperm++) {
        for (let at = 0; at < loci.length; at++) {
          const locus = loci[at] as ModelLocus
          genotype[locus.index] = crossing[at]?.[(egg >> at) & 1]?.[(sperm >> at) & 1] as LocusGenotype
        }
        meet(genotype)
      }
    }
  }
  const rowsByGenotypes = (): readonly NaiveRow[] => {
    let partial: readonly { readonly genotype: HorseGenotype; readonly weight: number }[] = [
      { genotype: base, weight: 1 },
    ]
    loci.forEach((locus, at) => {
      const [[first, mixed] = [], [, second] = []] = crossing[at] ?? [[], []]
      partial = partial.flatMap(({ genotype, weight }) =>
        (
          [
            [first, 1],
            [mixed, 2],
            [second, 1],
          ] as const
        ).map(([own, times]) => ({
          genotype: genotype.with(locus.index, own as LocusGenotype),
          weight: weight * times,
        })),
      )
    })
    return sorted(
      partial.map(({ genotype, weight }) => ({
        genotype,
        coat: nameOf(genotype),
        percentage: (100 * weight) / 4 ** loci.length,
      })),
    )
  }
  return {
    rowsByGenotypes,
    coatsByPairs: (eggs = gametes) => {
      const shares = new Map<string, number>()
      const one = 100 / 4 ** loci.length
      eachPair(eggs, (genotype) => {
        const name = nameOf(genotype)
        shares.set(name, (shares.get(name) ?? 0) + one)
      })
      return shares
    },
    coatsByGenotypes: () => {
      const shares = new Map<string, number>()
      for (const { coat, percentage } of rowsByGenotypes())
        shares.set(coat, (shares.get(coat) ?? 0) + percentage)
      return shares
    },
    rowsByPairs: () => {
      const rows = new Map<string, { genotype: HorseGenotype; coat: string; percentage: number }>()
      const one = 100 / 4 ** loci.length
      eachPair(gametes, (genotype) => {
        const key = loci.map((locus) => genotype[locus.index]?.text).join(' ')
        const known = rows.get(key)
        if (known === undefined)
          rows.set(key, { genotype: [...genotype], coat: nameOf(genotype), percentage: one })
        else known.percentage += one
      })
      return sorted([...rows.values()])
    },
  }
}

function sorted(rows: NaiveRow[]): readonly NaiveRow[] {
  return rows.sort((a, b) => b.percentage - a.percentage)
}
