/**
 * Formats a genotype as answers show it: canonical alleles, listed genes always, other genes only if the request named them.
 * Guarantees: the shown genotype is a valid request that means the same animal.
 */
import type { SharedAllele, HorseGenotype, ModelLocus } from '../model/model.js'
import type { Ruleset, ShownGene } from './ruleset.js'

/** gene key → alleles in canonical order. */
export type GenotypeGroup = Readonly<Record<string, readonly string[]>>

export function genotypeShown(genes: readonly ShownGene[], genotype: HorseGenotype): GenotypeGroup {
  const shown: Record<string, readonly string[]> = {}
  for (const { key, allelesOf } of genes) shown[key] = allelesOf(genotype)
  return shown
}

/**
 * The genes that an answer shows, in its order.
 * @param named keys of the genes that the request named @param groups the groups to show
 */
export function shownGenes(
  ruleset: Ruleset,
  named: ReadonlySet<string>,
  groups: readonly ModelLocus['group'][],
): readonly ShownGene[] {
  const wanted = groups.join(' ')
  const key = named.size === 0 ? wanted : [wanted, ...[...named].sort()].join(' ')
  return ruleset.shown.known(key) ?? ruleset.shown.keep(key, findShown(ruleset, named, groups))
}

function findShown(
  ruleset: Ruleset,
  named: ReadonlySet<string>,
  groups: readonly ModelLocus['group'][],
): readonly ShownGene[] {
  const { loci, groups: linkageGroups } = ruleset.model
  const isShown = (locus: ModelLocus): boolean => locus.listed || locus.required || named.has(locus.key)
  return loci
    .filter((locus) => isShown(locus) && groups.includes(locus.group))
    .map((locus) => {
      const { key, index } = locus
      // Alleles that belong to a locus that is not shown and are written under this one by custom.
      const bySpelling = new Map([...locus.sharedSpellings.values()].map((each) => [each.spelling, each]))
      const shared = [...bySpelling.values()].filter((each) => !isShown(loci[each.locus] as ModelLocus))
      const read = [index, ...shared.map((each) => each.locus)]
      const allelesHere = (genotype: HorseGenotype): readonly string[] => genotype[index]?.alleles ?? []
      return {
        key,
        allelesOf:
          shared.length === 0
            ? allelesHere
            : (genotype) => withShared(locus, allelesHere(genotype), genotype, shared),
        groups: linkageGroups.flatMap((group, g) =>
          group.loci.some((each) => read.includes(each.index)) ? [g] : [],
        ),
      }
    })
}

function withShared(
  locus: ModelLocus,
  alleles: readonly string[],
  genotype: HorseGenotype,
  shared: readonly SharedAllele[],
): readonly string[] {
  const extra = shared.flatMap(({ spelling, locus: owner, allele }) =>
    (genotype[owner]?.layouts[0] ?? []).flatMap((copy) => (copy.includes(allele) ? [spelling] : [])),
  )
  if (extra.length === 0) return alleles
  const wild = locus.wildType === null ? undefined : locus.alleles[locus.wildType]
  return [...alleles.filter((name) => name !== wild), ...extra]
}
