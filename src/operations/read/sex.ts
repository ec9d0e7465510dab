/**
 * Determines the sex of an animal: from the field `sex`, or from the number of copies at sex-linked loci.
 * Guarantees: requests without a sex-linked locus never need the sex; a sex that contradicts the alleles is refused.
 */
import { pairOf } from '../../genetics/genotype.js'
import type { HorseGenotype, Model, ModelLocus, Sexes } from '../../model/model.js'
import type { Genotypes } from '../../model/phenotype/genotypes.js'
import { expectedOf } from '../../model/phenotype/read-alleles.js'
import type { Sex } from '../../rules/tables.js'
import type { Fields } from './decode-fields.js'
import type { CrossOptions } from './options.js'
import { invalidField, invalidGenes, missingField } from './refusals.js'

/** The notation of answers. */
export type SexLetter = 'f' | 'm'

const LETTERS: readonly SexLetter[] = ['f', 'm']
const SEXES: Readonly<Record<string, Sex>> = { f: 'female', m: 'male', female: 'female', male: 'male' }

export function sexLetter(sex: Sex): SexLetter {
  return sex === 'female' ? 'f' : 'm'
}

/** A locus on the sex chromosome as a request names it. */
export interface SexLinkedGene {
  readonly locus: ModelLocus
  readonly field: string
  readonly value: unknown
  /** Whether one copy is written instead of two. */
  readonly hasOneCopy: boolean
  /** Whether the copies determine the sex: two equal alleles may be a single copy, written twice. */
  readonly tellsSex: boolean
}

/**
 * The sex of an animal with sex-linked genes. Throws ClientError if it is undetermined or contradicts the alleles.
 * @param sent the field `sex`, or the sex of a parent @param prefix of the animal's fields
 */
export function readSex(model: Model, named: readonly SexLinkedGene[], sent: unknown, prefix = ''): Sex {
  const ofOneCopy: Sex = model.sexes?.heterogametic ?? 'male'
  const ofTwoCopies: Sex = ofOneCopy === 'male' ? 'female' : 'male'
  const deciding = named.find(({ tellsSex }) => tellsSex)
  const byCopies = deciding?.hasOneCopy === true ? ofOneCopy : ofTwoCopies
  const sex = readSexField(sent) ?? (deciding === undefined ? undefined : byCopies)
  if (sex === undefined) {
    const genes = named.map(({ locus }) => locus.key).join(' and ')
    const field = `${prefix}sex`
    throw missingField(
      field,
      `${field} is required: two equal alleles of ${genes} do not determine it`,
      LETTERS,
    )
  }
  const wanted = sex === ofOneCopy ? 1 : 2
  const copies = wanted === 1 ? 'one copy of it: write one allele' : 'two copies of it: write two alleles'
  for (const { locus, hasOneCopy, field, value } of named) {
    if (hasOneCopy === (wanted === 1)) continue
    throw invalidGenes(
      `Invalid genetic combination at ${field}: ${locus.key} lies on chromosome ${locus.source.chromosome}, and a ${sex} has ${copies}`,
      field,
      value,
      expectedOf(locus).filter((each) => Array.isArray(each) && each.length === wanted),
    )
  }
  return sex
}

/** How an answer treats sons and daughters. */
export type SexOptions = Readonly<NonNullable<ReturnType<typeof readSexOptions>>>

/** Undefined without a sex-linked locus. Throws ClientError. @param sexes undefined if no parent names such a locus */
export function readSexOptions(fields: Fields, sexes: Sexes | undefined, groupBy: CrossOptions['groupBy']) {
  if (sexes === undefined) {
    if (groupBy === 'coat,sex') throw invalidField('group_by', groupBy, ['coat'])
    return undefined
  }
  /** The only sex to list, if one is requested. */
  const half = fields['sexes'] ?? undefined
  if (half !== undefined && half !== 'daughters' && half !== 'sons')
    throw invalidField('sexes', half, ['daughters', 'sons'])
  // Genotype rows always show the sex; coat rows show it if they are grouped by it.
  return { sexes, isShown: groupBy !== 'coat', half }
}

/** Undefined if absent. Throws ClientError for any other value. */
export function readSexField(value: unknown, field = 'sex'): Sex | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const sex = sexOf(value)
  if (sex === undefined) throw invalidField(field, value, LETTERS)
  return sex
}

/** Undefined for an invalid value, which matters only if a sex-linked locus is named. */
export function sexOf(value: unknown): Sex | undefined {
  return typeof value === 'string' && Object.hasOwn(SEXES, value) ? SEXES[value] : undefined
}

/** The genotype of an animal with one copy at sex-linked loci: those that are not named get one wild-type copy. */
export function withOneCopy(
  { genotypes }: { readonly genotypes: Genotypes },
  genotype: HorseGenotype,
  named: readonly Pick<SexLinkedGene, 'locus'>[] = [],
): HorseGenotype {
  return genotype.map((atLocus) => {
    const { locus } = atLocus
    const isNamed = named.some((each) => each.locus === locus)
    if (locus.noCopy === null || locus.wildType === null || isNamed) return atLocus
    return genotypes.of(locus, [pairOf([locus.wildType], [locus.noCopy])])
  })
}
