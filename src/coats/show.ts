/**
 * Shows a genotype as answers do: canonical alleles, listed genes always, further ones when named.
 * Guarantees: what is shown can be asked again and means the same horse.
 */
import type { HorseGenotype, ModelLocus } from '../model/model.js'
import type { GenotypeGroup } from './answers.js'
import type { RuleBook, ShownGene } from './rule-book.js'

export function genotypeShown(genes: readonly ShownGene[], genotype: HorseGenotype): GenotypeGroup {
  const shown: Record<string, readonly string[]> = {}
  for (const { key, allelesOf } of genes) shown[key] = allelesOf(genotype)
  return shown
}

/**
 * The genes that an answer shows, in its order.
 * @param named keys of the genes that the request named @param groups the groups wanted
 */
export function shownGenes(
  book: RuleBook,
  named: ReadonlySet<string>,
  groups: readonly ModelLocus['group'][],
): readonly ShownGene[] {
  const wanted = groups.length === 1 ? groups[0] : groups.join(' ')
  const key = named.size === 0 ? wanted : [wanted, ...[...named].sort()].join(' ')
  return book.shown.known(key ?? '') ?? book.shown.keep(key ?? '', findShown(book, named, groups))
}

function findShown(
  book: RuleBook,
  named: ReadonlySet<string>,
  groups: readonly ModelLocus['group'][],
): readonly ShownGene[] {
  const isShown = (locus: ModelLocus): boolean => locus.listed || locus.required || named.has(locus.key)
  return book.model.loci
    .filter((locus) => isShown(locus) && groups.includes(locus.group))
    .map((locus) => {
      const { key, index } = locus
      const lent = lentTo(book, locus, isShown)
      const own = (genotype: HorseGenotype): readonly string[] => genotype[index]?.alleles ?? []
      if (lent.length === 0) return { key, allelesOf: own, groups: groupsOf(book, [index]) }
      return {
        key,
        allelesOf: (genotype) => withLent(locus, own(genotype), genotype, lent),
        groups: groupsOf(book, [index, ...lent.map((each) => each.locus)]),
      }
    })
}

function groupsOf(book: RuleBook, loci: readonly number[]): readonly number[] {
  return book.model.groups.flatMap((group, g) =>
    group.loci.some(({ index }) => loci.includes(index)) ? [g] : [],
  )
}

interface LentAllele {
  readonly spelling: string
  readonly locus: number
  readonly allele: number
}

/** Alleles of loci not shown that custom writes under this one. */
function lentTo(
  book: RuleBook,
  locus: ModelLocus,
  isShown: (locus: ModelLocus) => boolean,
): readonly LentAllele[] {
  const lent = new Map([...locus.borrowed.values()].map((each) => [each.spelling, each]))
  return [...lent.values()].filter((each) => {
    const owner = book.model.loci[each.locus]
    return owner !== undefined && !isShown(owner)
  })
}

function withLent(
  locus: ModelLocus,
  own: readonly string[],
  genotype: HorseGenotype,
  lent: readonly LentAllele[],
): readonly string[] {
  const extra = lent.flatMap(({ spelling, locus: owner, allele }) =>
    (genotype[owner]?.layouts[0] ?? []).flatMap((copy) => (copy.includes(allele) ? [spelling] : [])),
  )
  if (extra.length === 0) return own
  const wild = locus.wildType === null ? undefined : locus.alleles[locus.wildType]
  return [...own.filter((name) => name !== wild), ...extra]
}
