/**
 * Shows a genotype as answers do: canonical alleles, listed genes always, further ones when named.
 * Guarantees: what is shown can be asked again and means the same horse.
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
 * @param named keys of the genes that the request named @param groups the groups wanted
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
      // Alleles of loci not shown that custom writes under this one.
      const bySpelling = new Map([...locus.borrowed.values()].map((each) => [each.spelling, each]))
      const borrowed = [...bySpelling.values()].filter((each) => !isShown(loci[each.locus] as ModelLocus))
      const read = [index, ...borrowed.map((each) => each.locus)]
      const own = (genotype: HorseGenotype): readonly string[] => genotype[index]?.alleles ?? []
      return {
        key,
        allelesOf:
          borrowed.length === 0 ? own : (genotype) => withShared(locus, own(genotype), genotype, borrowed),
        groups: linkageGroups.flatMap((group, g) =>
          group.loci.some((each) => read.includes(each.index)) ? [g] : [],
        ),
      }
    })
}

function withShared(
  locus: ModelLocus,
  own: readonly string[],
  genotype: HorseGenotype,
  borrowed: readonly SharedAllele[],
): readonly string[] {
  const extra = borrowed.flatMap(({ spelling, locus: owner, allele }) =>
    (genotype[owner]?.layouts[0] ?? []).flatMap((copy) => (copy.includes(allele) ? [spelling] : [])),
  )
  if (extra.length === 0) return own
  const wild = locus.wildType === null ? undefined : locus.alleles[locus.wildType]
  return [...own.filter((name) => name !== wild), ...extra]
}
