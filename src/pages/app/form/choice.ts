/**
 * The genotype of one animal chosen on the page, and its conversion to fields of a question and to a one-line text as on the command
 * line.
 * Guarantees: words of a text that the rules do not know are reported and left out; otherwise conversions are lossless.
 */
import type { CatalogueGene, GenesAnswer } from '../../../operations/genes/genes.js'
import { UNPHASED } from '../../../rules/notation.js'

export type Sex = 'f' | 'm'

/** The alleles on one chromosome copy; several variants are joined by `+`. */
export type Copy = string
export type Copies = readonly Copy[]

/** An untested copy. */
export const UNKNOWN: Copy = '?'

/** Signs of copies that are known in part: `?`, `!X`, `X|Y`, `X+?`. */
const SIGNS = /[?!|]/

/** Whether the copies leave something open. */
export function isPartlyKnown(copies: Copies): boolean {
  return copies.includes(UNPHASED) || copies.some((copy) => SIGNS.test(copy))
}

/** Copies by gene; an absent gene has its `usualCopies`. */
export type Choice = Readonly<Record<string, Copies>>

type Genes = GenesAnswer['genes']

/** Alleles of the gene itself, without those of other loci that are written under it by custom. */
export function ownAlleles({ alleles }: CatalogueGene): CatalogueGene['alleles'] {
  return alleles.filter((each) => each.stands_for === undefined)
}

/** Whether an animal of this sex has one copy only. */
export function hasOneCopy(gene: CatalogueGene, sex: Sex): boolean {
  return gene.inheritance === 'sex-linked' && sex === 'm'
}

/** The default of a gene: wild type, or if there is none, one copy of each of its first two alleles. */
export function usualCopies(gene: CatalogueGene): Copies {
  const [first = '', second = first] = ownAlleles(gene).map(({ allele }) => allele)
  return gene.wild_type === null ? [first, second] : [gene.wild_type, gene.wild_type]
}

/** The copies that an animal of this sex has. */
export function copiesOf(choice: Choice, gene: CatalogueGene, sex: Sex): Copies {
  const [first = '', second = gene.wild_type ?? first] = choice[gene.gene] ?? usualCopies(gene)
  return hasOneCopy(gene, sex) ? [first] : inOrder(gene, [first, second])
}

/** A test result for the number of copies of this sex; missing copies are unknown. */
export function testedCopies(tested: Copies, gene: CatalogueGene, sex: Sex): Copies {
  if (tested.includes(UNPHASED)) return tested
  const [first = UNKNOWN, second = UNKNOWN] = tested
  return hasOneCopy(gene, sex) ? [first] : inOrder(gene, [first, second])
}

/** Unknown copies, as many as an animal of this sex has. */
export function untestedCopies(gene: CatalogueGene, sex: Sex): Copies {
  return testedCopies([], gene, sex)
}

/** Copies in the order of answers: variants before the wild type, in the order of the rules. */
export function inOrder(gene: CatalogueGene, copies: Copies): Copies {
  const rank = new Map(gene.alleles.map(({ allele }, index) => [allele, index]))
  const rankOf = (copy: Copy): number => rank.get(variantsOf(copy)[0] ?? '') ?? rank.size
  return [...copies].sort((one, other) => rankOf(one) - rankOf(other))
}

export function variantsOf(copy: Copy): readonly string[] {
  return copy.split('+')
}

/** Genes with an unknown copy. */
export function openGenes(choice: Choice, genes: Genes): Genes {
  return genes.filter(({ gene }) => choice[gene]?.includes(UNKNOWN) === true)
}

/** Whether the animal has a variant of the gene. */
export function isChosen(choice: Choice, gene: CatalogueGene): boolean {
  return choice[gene.gene]?.some((copy) => copy !== gene.wild_type) === true
}

/** The fields of a question about the animal, without wild-type genes unless they are required. */
export function fieldsOf(choice: Choice, genes: Genes, sex: Sex) {
  const named = genes.filter((gene) => gene.required || isChosen(choice, gene))
  const group = (name: CatalogueGene['group']): Readonly<Record<string, Copies>> =>
    Object.fromEntries(
      named.filter((gene) => gene.group === name).map((gene) => [gene.gene, copiesOf(choice, gene, sex)]),
    )
  const isSexed = named.some(({ inheritance }) => inheritance === 'sex-linked')
  return { base: group('base'), others: group('others'), isSexed }
}

/** Text of the form `gene=copy/copy`, comma-separated, in the order of the rules. */
export function textOf(choice: Choice, genes: Genes, sex: Sex): string {
  const { base, others } = fieldsOf(choice, genes, sex)
  return genes
    .flatMap(({ gene }) => {
      const copies = base[gene] ?? others[gene]
      return copies === undefined ? [] : [`${gene}=${copies.join('/')}`]
    })
    .join(',')
}

/** The choice for a genotype of an answer. */
export function choiceOf(genotype: Readonly<Record<string, Copies>>, genes: Genes): Choice {
  return Object.fromEntries(
    genes.flatMap((gene) => {
      const copies = genotype[gene.gene]
      return copies === undefined ? [] : [[gene.gene, completed(gene, copies)]]
    }),
  )
}

/** Male if a sex-linked gene has one copy only, otherwise female. */
export function sexOf(genotype: Readonly<Record<string, Copies>>, genes: Genes): Sex {
  const hasOnly = ({ gene, inheritance }: CatalogueGene): boolean =>
    inheritance === 'sex-linked' && genotype[gene]?.length === 1
  return genes.some(hasOnly) ? 'm' : 'f'
}

/** Adds the wild type if only one copy of an autosomal gene is written. */
export function completed(gene: CatalogueGene, copies: Copies): Copies {
  const isShort = copies.length === 1 && gene.inheritance === 'autosomal'
  return isShort && gene.wild_type !== null ? [...copies, gene.wild_type] : copies
}

/** Parses a text. Also returns the words that these rules do not know. */
export function readText(text: string, genes: Genes): { choice: Choice; unknown: readonly string[] } {
  const choice: Record<string, Copies> = {}
  const unknown: string[] = []
  for (const word of text.split(/[\s,;]+/).filter((each) => each !== '')) {
    const [name = '', written = '', ...more] = word.split('=')
    const gene = genes.find((each) => each.gene === name)
    const copies = gene === undefined || more.length > 0 ? undefined : readCopies(gene, written.split('/'))
    if (copies === undefined || Object.hasOwn(choice, name)) unknown.push(word)
    else choice[name] = copies
  }
  return { choice, unknown }
}

/** Undefined for a copy that cannot be chosen on the page. */
function readCopies(gene: CatalogueGene, written: Copies): Copies | undefined {
  const bySpelling = new Map(
    ownAlleles(gene).flatMap(({ allele, aliases }) => [allele, ...aliases].map((each) => [each, allele])),
  )
  bySpelling.set(UNKNOWN, UNKNOWN)
  bySpelling.set(UNPHASED, UNPHASED)
  const isUnphased = written.includes(UNPHASED)
  const copies = written.map((copy) => variantsOf(copy).map((each) => spelled(each, bySpelling)))
  const isKnown = copies.every(
    (copy) => copy.every((each) => each !== undefined) && (copy.length === 1 || canBeJoined(gene, copy)),
  )
  const all = completed(
    gene,
    copies.map((copy) => copy.join('+')),
  )
  const fits =
    (isUnphased && gene.cis) || all.length === 2 || (all.length === 1 && gene.inheritance === 'sex-linked')
  return isKnown && fits ? all : undefined
}

/** An allele, or a sign with alleles: `!X&!Y`, `X|Y`. Undefined if one of them is unknown. */
function spelled(text: string, bySpelling: ReadonlyMap<string, string>): string | undefined {
  const parts = text.split(/([!|&]+)/)
  const known = parts.map((part) => (/^[!|&]*$/.test(part) ? part : bySpelling.get(part)))
  return text === '' || known.includes(undefined) ? undefined : known.join('')
}

function canBeJoined(gene: CatalogueGene, copy: readonly (string | undefined)[]): boolean {
  // `X+?`: it carries X, and perhaps more.
  const isAlone = [gene.wild_type, ...(copy[0] === UNKNOWN ? [UNKNOWN] : [])].some((each) =>
    copy.includes(each ?? undefined),
  )
  return gene.cis && new Set(copy).size === copy.length && !isAlone
}
