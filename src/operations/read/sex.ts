/**
 * The sex of an animal in a request: as it is said, or as the copies of loci on the sex chromosome tell it.
 * Guarantees: nobody who names no such locus is asked for it; one that does not fit the alleles is the client's fault.
 * Leaves to others: what follows for foals (model/cross/).
 */
import { pairOf } from '../../genetics/genotype.js'
import type { HorseGenotype, Model, ModelLocus, Sexes } from '../../model/model.js'
import type { Genotypes } from '../../model/phenotype/genotypes.js'
import { expectedOf } from '../../model/phenotype/read-alleles.js'
import type { Sex } from '../../rules/tables.js'
import type { Fields } from './decode-fields.js'
import type { CrossOptions } from './options.js'
import { invalidField, invalidGenes, missingField } from './refusals.js'

/** How answers write it. */
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
  /** Whether one copy is written. */
  readonly hasOneCopy: boolean
  /** Whether that tells the sex: two alleles alike may be an only one, written twice. */
  readonly tellsSex: boolean
}

/**
 * The sex of an animal of which such genes are named.
 * @param said the field `sex`, or what a parent is @param prefix of the animal's fields
 */
export function readSex(model: Model, named: readonly SexLinkedGene[], said: unknown, prefix = ''): Sex {
  const ofOneCopy: Sex = model.sexes?.heterogametic ?? 'male'
  const ofTwoCopies: Sex = ofOneCopy === 'male' ? 'female' : 'male'
  const told = named.find(({ tellsSex }) => tellsSex)
  const sex = readSaid(said) ?? (told === undefined ? undefined : told.hasOneCopy ? ofOneCopy : ofTwoCopies)
  if (sex === undefined) {
    const genes = named.map(({ locus }) => locus.key).join(' and ')
    const field = `${prefix}sex`
    throw missingField(field, `${field} is required: two alleles alike of ${genes} do not tell it`, LETTERS)
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

/** What a client wants to know of sons and daughters. */
export type SexOptions = Readonly<NonNullable<ReturnType<typeof readSexOptions>>>

/** @param sexes undefined where no parent names a locus on the sex chromosome: then nothing is asked of sexes */
export function readSexOptions(fields: Fields, sexes: Sexes | undefined, groupBy: CrossOptions['groupBy']) {
  if (sexes === undefined) {
    if (groupBy === 'coat,sex') throw invalidField('group_by', groupBy, ['coat'])
    return undefined
  }
  /** The only foals wanted. */
  const half = fields['sexes'] ?? undefined
  if (half !== undefined && half !== 'daughters' && half !== 'sons')
    throw invalidField('sexes', half, ['daughters', 'sons'])
  // Rows tell the sex: always of genotypes, of coats where they are grouped by it.
  return { sexes, isTold: groupBy !== 'coat', half }
}

/** Undefined where nothing is said. */
export function readSaid(said: unknown, field = 'sex'): Sex | undefined {
  if (said === undefined || said === null || said === '') return undefined
  const sex = sexOf(said)
  if (sex === undefined) throw invalidField(field, said, LETTERS)
  return sex
}

/** Undefined for what is no word for a sex, which matters only where a locus on the sex chromosome is named. */
export function sexOf(said: unknown): Sex | undefined {
  return typeof said === 'string' && Object.hasOwn(SEXES, said) ? SEXES[said] : undefined
}

/** The same animal as one of the sex with one copy: loci on the sex chromosome that are not named have one wild type. */
export function withOneCopy(
  { genotypes }: { readonly genotypes: Genotypes },
  genotype: HorseGenotype,
  named: readonly Pick<SexLinkedGene, 'locus'>[] = [],
): HorseGenotype {
  return genotype.map((own) => {
    const { locus } = own
    const isNamed = named.some((each) => each.locus === locus)
    if (locus.noCopy === null || locus.wildType === null || isNamed) return own
    return genotypes.of(locus, [pairOf([locus.wildType], [locus.noCopy])])
  })
}
