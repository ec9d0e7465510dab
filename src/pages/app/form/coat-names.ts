/**
 * Coat names to suggest in input fields: each base colour, alone and with one more variant.
 * Guarantees: names as answers write them, in the given language, without duplicates.
 */
import type { CatalogueGene } from '../../../operations/genes/genes.js'
import { ownAlleles, type Copies } from './choice.js'
import type { Robe } from '../library.js'

export function coatNames(robe: Robe, lang: string): readonly string[] {
  const { genes } = robe.genes({ lang })
  const required = genes.filter((gene) => gene.required)
  const nameOf = (some: readonly Named[]): string =>
    robe.result({ base: groupOf(some, 'base'), others: groupOf(some, 'others'), sex: 'f', lang }).translate
  const bases = new Map(combinations(required).map((some) => [nameOf(some), some]))
  const variants = genes
    .filter((gene) => !gene.required)
    .flatMap((gene) =>
      ownAlleles(gene)
        .filter(({ allele }) => allele !== gene.wild_type)
        .flatMap(({ allele }) => [
          { gene, copies: [allele, gene.wild_type ?? allele] },
          { gene, copies: [allele, allele] },
        ]),
    )
  const others = [...bases.values()].flatMap((base) => variants.map((variant) => nameOf([...base, variant])))
  return [...new Set([...bases.keys(), ...others])]
}

interface Named {
  readonly gene: CatalogueGene
  readonly copies: Copies
}

/** All homozygous genotypes of the genes. */
function combinations(genes: readonly CatalogueGene[]): readonly (readonly Named[])[] {
  return genes.reduce<readonly (readonly Named[])[]>(
    (all, gene) =>
      all.flatMap((some) =>
        ownAlleles(gene).map(({ allele }) => [...some, { gene, copies: [allele, allele] }]),
      ),
    [[]],
  )
}

function groupOf(some: readonly Named[], group: CatalogueGene['group']): Readonly<Record<string, Copies>> {
  return Object.fromEntries(
    some.filter(({ gene }) => gene.group === group).map(({ gene, copies }) => [gene.gene, copies]),
  )
}
