/**
 * The words with which an animal's coat can be entered: names to suggest, the commonest to click on, and patterns to add to one.
 * Guarantees: names as answers write them, in the given language, without duplicates; lethal coats are not among them to click on.
 */
import type { CatalogueGene } from '../../../operations/genes/genes.js'
import { onceEach, onceFor } from '../../../common/memo.js'
import { ownAlleles, type Copies } from './choice.js'
import type { Robe } from '../library.js'

export interface CoatWords {
  /** To suggest: each base colour, alone and with one more variant, and words of passports. */
  readonly names: readonly string[]
  /** To click on: each base colour, alone and with a usual variant of the first genes. */
  readonly common: readonly string[]
  /** Tokens to add to any of them. */
  readonly patterns: readonly string[]
  /** Tokens of all usual variants, which a coat can be wanted with. */
  readonly parts: readonly string[]
  /** Variants to offer first, by gene: the usual ones and those that no coat shows when alone. */
  readonly first: Readonly<Record<string, readonly string[]>>
}

/** How many genes give common names of their own; the variants of the others are parts of a name. */
const NAMING_GENES = 2

export function coatWords(robe: Robe, lang: string): CoatWords {
  const { genes } = robe.genes({ lang })
  const { bases, all } = variantCoats(robe, lang)
  const isUsual = ({ gene: { gene }, allele, isDouble }: Variant): boolean =>
    !isDouble && robe.usualVariants[gene]?.includes(allele) === true
  const usual = all.filter(isUsual)
  const naming = genes
    .filter(({ required, listed, cis }) => !required && listed && !cis)
    .slice(0, NAMING_GENES)
  const isNaming = ({ gene }: Variant): boolean => naming.some((each) => each.gene === gene.gene)
  const unseen = genes.map(({ gene, cis }) => {
    const alone = all.filter((each) => cis && each.gene.gene === gene && !each.isDouble)
    const shown = new Set(alone.filter(({ added }) => added.length > 0).map(({ allele }) => allele))
    const hidden = alone.map(({ allele }) => allele).filter((allele) => !shown.has(allele))
    return [gene, [...new Set([...(robe.usualVariants[gene] ?? []), ...hidden])]] as const
  })
  return {
    names: [...new Set([...bases.keys(), ...all.map(({ name }) => name), ...robe.passportWords(lang)])],
    common: [...new Set([...bases.keys(), ...usual.filter(isNaming).map(({ name }) => name)])],
    patterns: [...new Set(usual.filter((each) => !isNaming(each)).flatMap(({ added }) => added))],
    parts: [...new Set(usual.flatMap(({ added }) => added))],
    first: Object.fromEntries(unseen),
  }
}

/** The coats of each base colour alone, and of each variant on each of them, computed once for a language. */
export const variantCoats = (robe: Robe, lang: string): ReturnType<typeof allVariantCoats> =>
  variantCoatsOf(robe)(lang)

const variantCoatsOf = onceFor((robe: Robe) => onceEach((lang: string) => allVariantCoats(robe, lang)))

function allVariantCoats(robe: Robe, lang: string) {
  const { genes } = robe.genes({ lang })
  const named = (some: readonly Named[]): Seen => {
    const fields = { base: groupOf(some, 'base'), others: groupOf(some, 'others') }
    const { translate: name, tokens = [] } = robe.result({ ...fields, sex: 'f', lang, tokens: true })
    return { name, tokens }
  }
  const bases = new Map(
    combinations(genes.filter(({ required }) => required)).map((some) => {
      const { name, tokens } = named(some)
      return [name, { some, tokens }]
    }),
  )
  const variants = genes.filter(({ required }) => !required).flatMap((gene) => variantsOf(gene))
  const all = variants.flatMap((variant) =>
    [...bases.values()].map(({ some, tokens: base }) => {
      const { name, tokens } = named([...some, variant])
      const added = tokens.filter((token) => !base.includes(token))
      return { ...variant, name, added }
    }),
  )
  return { bases, all }
}

interface Seen {
  readonly name: string
  readonly tokens: readonly string[]
}

export interface Named {
  readonly gene: CatalogueGene
  readonly copies: Copies
}

export interface Variant extends Named {
  readonly allele: string
  /** Whether both copies carry it. */
  readonly isDouble: boolean
}

function variantsOf(gene: CatalogueGene): readonly Variant[] {
  return ownAlleles(gene)
    .filter(({ allele }) => allele !== gene.wild_type)
    .flatMap(({ allele }) => [
      { gene, allele, copies: [allele, gene.wild_type ?? allele], isDouble: false },
      { gene, allele, copies: [allele, allele], isDouble: true },
    ])
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
