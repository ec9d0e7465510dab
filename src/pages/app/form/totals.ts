/**
 * Totals over the foals of a cross: how many have a part of the coat, two copies of a variant, a risk.
 * Guarantees: a total is the sum of the rows that it filters; what all foals share has none.
 */
import { sumOf, type FoalRow } from './foals.js'

/** A part of the coat that some foals have and others do not. */
export interface Total {
  /** Any of these; several for a part that comes in degrees or variants. */
  readonly tokens: readonly string[]
  readonly share: number
}

/** The genotypes of the foals at one gene, in percent of all. */
export interface GeneTotal {
  readonly gene: string
  readonly genotypes: readonly { readonly alleles: readonly string[]; readonly percentage: number }[]
}

export interface RiskTotal {
  readonly text: string
  readonly percentage: number
  readonly gene: string
  /** The genotypes that have it. */
  readonly genotypes: readonly (readonly string[])[]
}

/** What the genes of the parents say of the foals beside their coats. */
export interface GeneTotals {
  readonly genes: readonly GeneTotal[]
  readonly risks: readonly RiskTotal[]
  /** Of tokens that one gene alone gives: the percentage of foals with two copies of its variant. */
  readonly twice: Readonly<Record<string, number>>
}

/** Rounding of the percentages of an answer. */
const NEARLY = 1e-4

/** @param order tokens in the order of the rules */
export function totalsOf(rows: readonly FoalRow[], order: readonly string[]): readonly Total[] {
  const all = sumOf(rows)
  // What only lethal coats show is counted as a loss.
  const isShown = (row: FoalRow, token: string): boolean =>
    row.viability?.status !== 'lethal' && hasAny(row, [token])
  const shown = order.filter((token) => rows.some((row) => isShown(row, token)))
  const families = new Map<string, string[]>()
  for (const token of shown) {
    const family = familyOf(token)
    families.set(family, [...(families.get(family) ?? []), token])
  }
  return [...families.values()].flatMap((tokens) => {
    const single =
      tokens.length === 1 ? [] : tokens.filter((token) => token !== tokens[0]).map((token) => [token])
    return [tokens, ...single].flatMap((some) => {
      const share = sumOf(rows.filter((row) => hasAny(row, some)))
      return share > NEARLY && share < all - NEARLY ? [{ tokens: some, share }] : []
    })
  })
}

export function hasAny({ tokens = [] }: FoalRow, some: readonly string[]): boolean {
  return some.some((token) => tokens.includes(token))
}

/** Degrees and variants of one part of the coat are written `part/degree`. */
function familyOf(token: string): string {
  return token.split('/')[0] ?? token
}

/** Whether the genotype of a row is one of those that have a risk. */
export function hasRisk({ genotype }: FoalRow, { gene, genotypes }: RiskTotal): boolean {
  const own = genotype[gene]
  return own !== undefined && genotypes.some((each) => each.join() === own.join())
}
