/**
 * The genotypes of the foals of a cross, gene by gene, and the risks that follow from one gene.
 * Guarantees: percentages are those of all foals at conception; a risk is counted only if it does not depend on other genes.
 */
import type { CatalogueGene, GenesAnswer } from '../../../operations/genes/genes.js'
import type { Fields } from '../../../operations/read/decode-fields.js'
import type { Robe } from '../library.js'
import { completed, inOrder, isPartlyKnown, UNKNOWN, type Copies } from './choice.js'
import { variantCoats } from './coat-names.js'
import type { GeneTotal, GeneTotals, RiskTotal } from './totals.js'

const PARENTS = ['mother', 'father'] as const
const SEXES = { mother: 'f', father: 'm' } as const

/** Genotypes with their probabilities. */
type Mix = readonly (readonly [Copies, number])[]
type Group = Readonly<Record<string, Copies>>

export type CountGenes = (body: Fields, lang: string) => GeneTotals

/** Remembers what each genotype of a gene shows. */
export function geneCounter(robe: Robe): CountGenes {
  const { genes } = robe.genes()
  const risksBy = new Map<string, readonly string[]>()
  const tokensBy = new Map<string, ReadonlyMap<string, TokenGene>>()
  const risksOf = (gene: CatalogueGene, copies: Copies, lang: string): readonly string[] => {
    const key = [lang, gene.gene, ...copies].join(' ')
    const known = risksBy.get(key) ?? risksOfGenotype(robe, gene, copies, lang)
    risksBy.set(key, known)
    return known
  }
  return (body, lang) => {
    const [dams, sires] = mixesOf(robe, genes, body, lang)
    const varying = genes.flatMap((gene): { gene: CatalogueGene; foals: Mix }[] => {
      if (gene.inheritance !== 'autosomal') return []
      const [dam, sire] = [dams?.get(gene.gene), sires?.get(gene.gene)]
      if (dam === undefined || sire === undefined) return []
      const foals = crossed(gene, dam, sire)
      return foals.length < 2 ? [] : [{ gene, foals }]
    })
    const tokens = tokensBy.get(lang) ?? tokenGenes(robe, lang)
    tokensBy.set(lang, tokens)
    return {
      genes: varying.map(({ gene, foals }) => totalOf(gene.gene, foals)),
      risks: varying
        .filter(({ gene }) => !gene.required)
        .flatMap(({ gene, foals }) => risksIn(gene, foals, (copies) => risksOf(gene, copies, lang))),
      twice: twiceOf(varying, tokens),
    }
  }
}

function totalOf(gene: string, foals: Mix): GeneTotal {
  return { gene, genotypes: foals.map(([alleles, share]) => ({ alleles, percentage: 100 * share })) }
}

/** By gene, the genotypes that each parent can have: certain ones as they are named, others as they are inferred. */
function mixesOf(robe: Robe, genes: GenesAnswer['genes'], body: Fields, lang: string) {
  const named = PARENTS.map((name) => {
    const { base = {}, others = {}, seen } = body[name] as { base?: Group; others?: Group; seen?: unknown }
    const tests = { ...base, ...others }
    const isOpen = seen !== undefined || Object.values(tests).some(isPartlyKnown)
    return { name, tests, isOpen }
  })
  const open = named.filter(({ isOpen }) => isOpen).map(({ name }) => name)
  const { answers } =
    open.length === 0
      ? { answers: [] }
      : robe.infer({
          population: body['population'],
          lang,
          horses: open.map((name) => ({ id: name, sex: SEXES[name], ...(body[name] as object) })),
          ask: open.map((genotype) => ({ genotype })),
        })
  return named.map(({ name, tests }) => {
    const mixes = new Map<string, Mix>()
    const inferred = answers.flatMap((each) =>
      each.ask === 'genotype' && each.horse === name ? each.genotypes : [],
    )
    for (const gene of genes) {
      const own = inferred.filter((each) => each.gene === gene.gene)
      const copies = tests[gene.gene] ?? (gene.wild_type === null ? [] : [gene.wild_type, gene.wild_type])
      if (own.length > 0)
        mixes.set(
          gene.gene,
          own.map(({ alleles, percentage }) => [inOrder(gene, completed(gene, alleles)), percentage / 100]),
        )
      else if (copies.length === 2 && !isPartlyKnown(copies))
        mixes.set(gene.gene, [[inOrder(gene, copies), 1]])
    }
    return mixes
  })
}

/** Each parent passes on one of its two copies. */
function crossed(gene: CatalogueGene, dam: Mix, sire: Mix): Mix {
  const foals = new Map<string, [Copies, number]>()
  for (const [one, weight] of dam)
    for (const [other, chance] of sire)
      for (const left of one)
        for (const right of other) {
          const copies = inOrder(gene, [left, right])
          const known = foals.get(copies.join()) ?? [copies, 0]
          foals.set(copies.join(), [copies, known[1] + (weight * chance) / 4])
        }
  return [...foals.values()].sort(([, one], [, other]) => other - one)
}

function risksIn(
  gene: CatalogueGene,
  foals: Mix,
  risksOf: (copies: Copies) => readonly string[],
): readonly RiskTotal[] {
  const risks = new Map<string, { share: number; genotypes: Copies[] }>()
  for (const [copies, share] of foals)
    for (const text of risksOf(copies)) {
      const known = risks.get(text) ?? { share: 0, genotypes: [] }
      risks.set(text, { share: known.share + share, genotypes: [...known.genotypes, shownAs(gene, copies)] })
    }
  return [...risks].map(([text, { share, genotypes }]) => ({
    text,
    percentage: 100 * share,
    gene: gene.gene,
    genotypes,
  }))
}

/** As rows write it: compact genes leave out the wild type beside a variant. */
function shownAs({ notation, wild_type: wildType }: CatalogueGene, copies: Copies): Copies {
  const variants = copies.filter((copy) => copy !== wildType)
  if (notation === 'pair') return copies
  return variants.length === 0 ? copies.slice(0, 1) : variants
}

/** What is written of the health of an animal with this genotype, whatever its base colour. */
function risksOfGenotype(robe: Robe, gene: CatalogueGene, copies: Copies, lang: string): readonly string[] {
  const told = [...variantCoats(robe, lang).bases.values()].map(({ some }) => {
    const base = Object.fromEntries(some.map((each) => [each.gene.gene, each.copies]))
    const answer = robe.result({ base, others: { [gene.gene]: copies }, lang, explain: true })
    const { health = [] } = 'explain' in answer ? (answer.explain ?? {}) : {}
    return health.map(({ text }) => text)
  })
  const [first = [], ...rest] = told
  return first.filter((text) => rest.every((each) => each.includes(text)))
}

interface TokenGene {
  readonly gene: string
  readonly alleles: ReadonlySet<string>
}

/** Tokens that one copy of a variant shows as two copies do, with their only gene. */
function tokenGenes(robe: Robe, lang: string): ReadonlyMap<string, TokenGene> {
  const { all } = variantCoats(robe, lang)
  const found = new Map<string, TokenGene>()
  const spoilt = new Set<string>()
  for (const { gene, allele, isDouble, added } of all) {
    if (isDouble) continue
    const doubles = all.filter(
      (each) => each.isDouble && each.gene.gene === gene.gene && each.allele === allele,
    )
    for (const token of added) {
      const known = found.get(token)
      const isBoth = doubles.some((each) => each.added.includes(token))
      if (!isBoth || (known !== undefined && known.gene !== gene.gene)) spoilt.add(token)
      found.set(token, { gene: gene.gene, alleles: new Set([...(known?.alleles ?? []), allele]) })
    }
  }
  return new Map([...found].filter(([token]) => !spoilt.has(token)))
}

function twiceOf(
  varying: readonly { readonly gene: CatalogueGene; readonly foals: Mix }[],
  tokens: ReadonlyMap<string, TokenGene>,
): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...tokens].flatMap(([token, { gene, alleles }]) => {
      const { foals = [] } = varying.find((each) => each.gene.gene === gene) ?? {}
      const both = foals.filter(([copies]) =>
        copies.every((copy) => copy !== UNKNOWN && copy.split('+').some((each) => alleles.has(each))),
      )
      const share = both.reduce((sum, [, each]) => sum + each, 0)
      return share > 0 ? [[token, 100 * share]] : []
    }),
  )
}
