/**
 * What a client may say of a horse, as `GET /coats/genes` tells it: every gene, every allele, and at a gene of several
 * variants on one copy also lists of up to six whose phase nobody knows.
 * Guarantees: knows no gene by name, so that it follows the rule set.
 */
import { oneOf, someOf, type Random } from '../phenotypes/random-horse.js'

export interface Gene {
  readonly gene: string
  readonly group: 'base' | 'others'
  readonly required: boolean
  /** Several variants may lie on one copy. */
  readonly cis: boolean
  readonly notation: 'pair' | 'compact'
  readonly wild_type: string | null
  readonly linkage_group: string | null
  readonly inheritance: string
  /** `stands_for` one of another gene: a spelling of old papers. */
  readonly alleles: readonly { readonly allele: string; readonly stands_for?: unknown }[]
}

export interface Catalogue {
  readonly languages: readonly string[]
  readonly genes: readonly Gene[]
  readonly populations?: readonly { readonly population: string }[]
}

/** Alleles by gene; a gene left out is not named in the request. */
export type Horse = Readonly<Record<string, readonly string[]>>

const MOST_UNPHASED = 6
const MOST_ON_A_COPY = 3

export async function readCatalogue(port: number, key: string): Promise<Catalogue> {
  const answer = await fetch(`http://127.0.0.1:${port}/coats/genes`, { headers: { 'X-API-Key': key } })
  if (!answer.ok) throw new Error(`GET /coats/genes: ${answer.status}`)
  return (await answer.json()) as Catalogue
}

/** Variants and not the wild type, where there is one. */
export function variantsOf({ alleles, wild_type: wild }: Gene): readonly string[] {
  return alleles.map(({ allele }) => allele).filter((allele) => allele !== wild)
}

/** Both parents of the heaviest crosses are much like this. */
export function heterozygousAt(genes: readonly Gene[], random: Random): Horse {
  return Object.fromEntries(genes.map((gene) => [gene.gene, twoDifferent(gene, random)]))
}

function twoDifferent(gene: Gene, random: Random): readonly string[] {
  if (gene.cis) return someOf(random, variantsOf(gene), 2)
  if (gene.wild_type !== null) return [oneOf(random, variantsOf(gene)), gene.wild_type]
  return someOf(random, variantsOf(gene), 2)
}

/** Anything that can be said of one gene; undefined: nothing is said. */
export function anyAlleles(gene: Gene, random: Random): readonly string[] | undefined {
  if (!gene.required && random() < 0.1) return undefined
  if (random() < 0.5) return twoDifferent(gene, random)
  const alleles = gene.alleles.map(({ allele }) => allele)
  if (!gene.cis) return [oneOf(random, alleles), oneOf(random, alleles)]
  const variants = variantsOf(gene)
  if (random() < 0.5) return someOf(random, variants, 1 + Math.floor(random() * MOST_UNPHASED))
  const copy = (): string => someOf(random, variants, 1 + Math.floor(random() * MOST_ON_A_COPY)).join('+')
  return [copy(), copy()]
}

/** Alleles of a parent that may be declared to lie together on one copy. */
export function anyDeclaration(genes: readonly Gene[], horse: Horse, random: Random): readonly string[] {
  const groups = [...new Set(genes.flatMap(({ linkage_group: group }) => group ?? []))]
  if (groups.length === 0 || random() < 0.3) return []
  const chosen = someOf(random, groups, 1 + Math.floor(random() * groups.length))
  return genes.flatMap((gene) => {
    if (!chosen.includes(gene.linkage_group ?? '') || random() < 0.3) return []
    const named = (horse[gene.gene] ?? []).flatMap((text) => text.split('+'))
    const own = named.filter((allele) => allele !== gene.wild_type)
    return own.length === 0 ? [] : [oneOf(random, own)]
  })
}
