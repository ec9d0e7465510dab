/**
 * What the oracle takes from the rule files: loci, order of alleles, linkage groups, fractions. Nothing else.
 * Guarantees: built from the tables alone, so that no code of the evaluator under test has a say in it.
 */
import Fraction from 'fraction.js'
import type { RecombinationRow, RuleTables } from '../../src/rules/tables.js'

export interface LocusFacts {
  readonly key: string
  readonly isBase: boolean
  readonly listed: boolean
  readonly cis: boolean
  readonly compact: boolean
  readonly wildType: string | undefined
  /** Alleles in file order. */
  readonly order: readonly string[]
  /** Variant → the one that lies on every copy that carries it. */
  readonly alwaysWith: ReadonlyMap<string, string>
}

export interface Facts {
  /** By gene key, in manifest order. */
  readonly loci: ReadonlyMap<string, LocusFacts>
  /** Gene keys in map order; a locus of no linkage group stands alone. In manifest order of their first locus. */
  readonly groups: readonly (readonly string[])[]
  /** The rows of each two neighbours, those with a condition first. */
  readonly rows: (one: string, other: string) => readonly RecombinationRow[]
}

export function factsOf(tables: RuleTables): Facts {
  const loci = new Map(
    tables.manifest.loci.map((key) => {
      const table = tables.loci.find((each) => each.locus === key)
      if (table === undefined) throw new Error(`no gene file for ${key}`)
      const { group, listed, required, cis, compact, wildType } = table
      const alwaysWith = new Map(
        table.alleles.flatMap((row) => (row.alwaysWith === undefined ? [] : [[row.allele, row.alwaysWith]])),
      )
      const order = table.alleles.filter((row) => row.standsFor === undefined).map((row) => row.allele)
      return [
        key,
        {
          key,
          isBase: group === 'base',
          listed: listed || required,
          cis,
          compact,
          wildType,
          order,
          alwaysWith,
        },
      ]
    }),
  )
  const groups = new Set(
    tables.manifest.loci.map(
      (key) => tables.linkage.find(({ order }) => order.includes(key))?.order ?? [key],
    ),
  )
  const alone = new Map([...groups].map((group) => [group.join(' '), group]))
  const every = tables.linkage.flatMap((table) => table.recombination)
  const known = new Map<string, readonly RecombinationRow[]>()
  const rows = (one: string, other: string): readonly RecombinationRow[] => {
    const found =
      known.get(`${one} ${other}`) ??
      every.filter(({ between }) => between.includes(one) && between.includes(other))
    known.set(`${one} ${other}`, found)
    return found
  }
  return { loci, groups: [...alone.values()], rows }
}

/**
 * The fraction between two neighbours in one parent's meiosis.
 * @param dose copies (0, 1, 2) of an allele that this parent carries at a locus
 */
export function fractionBetween(
  facts: Facts,
  one: string,
  other: string,
  dose: (locus: string, allele: string) => number,
): Fraction {
  const row = facts.rows(one, other).find(({ when }) => {
    return Object.entries(when ?? {}).every(([locus, predicate]) => {
      if ('copies' in predicate && 'of' in predicate) return dose(locus, predicate.of) === predicate.copies
      throw new Error(`the oracle knows no other condition than "copies … of": ${JSON.stringify(predicate)}`)
    })
  })
  if (row === undefined) throw new Error(`no fraction between ${one} and ${other}`)
  return new Fraction(row.thousandths, 1000)
}
