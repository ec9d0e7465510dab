/**
 * Checks the chromosomes: that their names are valid, and that loci, linkage groups and sexes agree about them.
 * Guarantees: a locus on a sex chromosome can be inherited as such, or a diagnostic says why not.
 */
import { step, type FileReading } from '../yaml/parsed-file.js'
import type { GeneYaml, LinkageYaml, ManifestYaml } from '../file-types.js'

/** Marks a locus of unknown position: it is inherited independently and belongs to no linkage group. */
export const UNKNOWN_CHROMOSOME = 'unknown'

export function checkChromosomes(
  { value: { chromosomes, sexes } }: FileReading<ManifestYaml>,
  genes: readonly FileReading<GeneYaml>[],
  linkage: readonly FileReading<LinkageYaml>[],
): void {
  for (const file of [...genes, ...linkage]) checkName(file, chromosomes)
  const [shared, other = ''] = chromosomes?.sex ?? []
  for (const file of genes) if (file.value.chromosome === shared) checkSexLinked(file, other, sexes)
  const chromosomeOf = new Map(genes.map(({ value }) => [value.locus, value.chromosome]))
  for (const file of linkage) checkGroup(file, chromosomeOf)
}

type Chromosomes = NonNullable<ManifestYaml['chromosomes']>

/** Accepts an autosome by number or name, or the sex chromosome that both sexes have. */
function checkName(file: FileReading<GeneYaml | LinkageYaml>, chromosomes: Chromosomes | undefined): void {
  const { chromosome } = file.value
  if (chromosome === UNKNOWN_CHROMOSOME && 'locus' in file.value) return
  const number = /^[1-9][0-9]*$/.test(chromosome) ? Number(chromosome) : undefined
  if (chromosomes === undefined) {
    if (number !== undefined) return
    file.report('WRONG_CHROMOSOME', '/chromosome', {
      what: `"${chromosome}" is not a number, and the manifest names no sex chromosomes.`,
      fix:
        numberIn(chromosome) ??
        'write a number in quotes, or "unknown"; for a sex chromosome add chromosomes: { autosomes: <number>, sex: [X, "Y"] } and sexes to manifest.yaml.',
    })
    return
  }
  const { autosomes, sex } = chromosomes
  const isAutosome =
    typeof autosomes === 'number'
      ? number !== undefined && number <= autosomes
      : autosomes.includes(chromosome)
  if (isAutosome || chromosome === sex[0]) return
  const isOther = chromosome === sex[1] || chromosome === 'MT'
  const meant = typeof autosomes === 'number' ? numberIn(chromosome) : undefined
  const names = typeof autosomes === 'number' ? `"1" to "${autosomes}"` : autosomes.join(', ')
  file.report('WRONG_CHROMOSOME', '/chromosome', {
    what: isOther
      ? `loci on ${chromosome} are not inherited from both parents, which Robe does not compute.`
      : `this animal has no chromosome "${chromosome}".`,
    fix: meant ?? `write ${names}, ${sex[0]}, or unknown; manifest.yaml lists the chromosomes.`,
  })
}

/** The fix for a name such as ECA21. */
function numberIn(chromosome: string): string | undefined {
  const [, number] = /^[a-z]+ ?([1-9][0-9]?)$/i.exec(chromosome) ?? []
  return number && `write "${number}" in quotes.`
}

function checkSexLinked(file: FileReading<GeneYaml>, noCopy: string, sexes: ManifestYaml['sexes']): void {
  const { chromosome, cis, notation, alleles } = file.value
  if (sexes === undefined) {
    file.report('SEX_WITHOUT_SEXES', '/chromosome', {
      what: `this locus lies on ${chromosome}, and the manifest does not say which sex has one copy of it.`,
      fix: 'add sexes: { heterogametic: male } to manifest.yaml (female in birds).',
    })
  }
  if (notation === 'compact') {
    file.report('WRONG_CHROMOSOME', '/notation', {
      what: `on ${chromosome} an animal with one allele has one copy, so [A] cannot also mean A with the wild type.`,
      fix: 'remove notation: compact.',
    })
  }
  if (cis === true) {
    file.report('WRONG_CHROMOSOME', '/cis', {
      what: `several variants on one copy are not computed for loci on ${chromosome}.`,
      fix: 'remove cis: true, and define one allele for variants that lie together.',
    })
  }
  for (const [allele, { aliases = [] }] of Object.entries(alleles)) {
    if (![allele, ...aliases].includes(noCopy)) continue
    file.report('DUPLICATE_ID', `/alleles${step(allele)}`, {
      what: `"${noCopy}" represents the other sex chromosome here, so no allele can have this name.`,
      fix: 'give the allele another spelling.',
    })
  }
}

/** All loci of a linkage group must lie on its chromosome. */
function checkGroup(file: FileReading<LinkageYaml>, chromosomeOf: ReadonlyMap<string, string>): void {
  const { group, chromosome, order } = file.value
  order.forEach((locus, index) => {
    const locusChromosome = chromosomeOf.get(locus)
    if (locusChromosome === undefined || locusChromosome === chromosome) return
    if (locusChromosome === UNKNOWN_CHROMOSOME) {
      file.report('WRONG_CHROMOSOME', `/order/${index}`, {
        what: `${locus} says chromosome: unknown, so it cannot be in a linkage group.`,
        fix: `write its chromosome in genes/${locus}.yaml, or take ${locus} out of ${group}.`,
      })
      return
    }
    file.report('WRONG_CHROMOSOME', `/order/${index}`, {
      what: `${group} lies on chromosome ${chromosome}, and ${locus} on ${locusChromosome}.`,
      fix: `correct one of the two, or take ${locus} out of ${group}.`,
    })
  })
}
