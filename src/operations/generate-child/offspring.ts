/**
 * Parses the question of `coats.generateChild` and chooses the answer: exact for two genotyped parents (listing.ts), inferred
 * for partly tested ones (inferred-offspring.ts).
 */
import { readAnimal, type GenotypedAnimal } from '../read/animal.js'
import { readLinkageSides, readSide } from '../read/cross/linkage.js'
import type { Fields } from '../read/decode-fields.js'
import { readCrossOptions, type CrossOptions } from '../read/options.js'
import { kindOf, readUntested, refuseInferred } from '../read/partly-tested.js'
import { readSexOptions, withOneCopy } from '../read/sex.js'
import { TextBudget } from '../read/text-budget.js'
import { isSent } from '../read/values.js'
import type { Ruleset } from '../ruleset.js'
import { crossCost } from './cost.js'
import { inferOffspring } from './inferred-offspring.js'
import { openListing, type OffspringListing } from './listing.js'
import type { Possibility } from './row.js'

const PARENTS = ['mother', 'father'] as const

/** The answer for two genotyped parents. */
export type OffspringAnswer = Readonly<
  { readonly results: readonly Possibility[] } & OffspringListing['envelope']
>
/** The parsed question for two genotyped parents. */
export type OffspringQuestion = Extract<ReturnType<typeof askOffspring>, { readonly kind: 'rows' }>

/** Parses the question. Throws ClientError with the request's first fault. */
export function askOffspring(ruleset: Ruleset, fields: Fields, fallbackLanguage: string) {
  const options = readCrossOptions(fields, ruleset.languages, fallbackLanguage, ruleset.maxResults)
  const { language } = options
  const isUntested = readUntested(fields, '')
  refuseOptions(fields, options, isUntested)
  const budget = new TextBudget()
  const context = { sent: fields, isUntested, text: { language, budget } }
  const mother = readAnimal(ruleset, fields['mother'], 'mother', { ...context, sex: 'female' })
  const father = readAnimal(ruleset, fields['father'], 'father', { ...context, sex: 'male' })
  if (mother.kind === 'genotyped' && father.kind === 'genotyped' && !wantsSeveral(fields))
    return { language, ...askListing(ruleset, fields, options, [mother, father]) } as const
  const run = inferOffspring(ruleset, fields, options, [mother, father], context.text)
  return { kind: 'job', run, language } as const
}

/** Whether the request asks about several foals, which the inference engine answers. */
function wantsSeveral(fields: Fields): boolean {
  return isSent(fields, 'foals') || isSent(fields, 'foals_for')
}

/** Refuses options that inferred answers do not have, before the parents themselves are read. */
function refuseOptions(fields: Fields, options: CrossOptions, isUntested: boolean): void {
  const [field, instead] = exactOption(fields, options) ?? []
  if (field === undefined || instead === undefined) return
  const kinds = isUntested ? ['partlyTested'] : PARENTS.map((parent) => kindOf(fields[parent]))
  const ofParents = (['partlyTested', 'observed'] as const).find((kind) => kinds.includes(kind))
  const reason = ofParents ?? (wantsSeveral(fields) ? 'severalFoals' : undefined)
  if (reason !== undefined) throw refuseInferred(fields, field, instead, reason)
}

/** The first option sent that only exact answers have, and the value that inferred answers accept. */
function exactOption(fields: Fields, { band, groupBy }: CrossOptions): readonly string[] | undefined {
  if (band) return ['recombination_band', 'false']
  if (isSent(fields, 'sexes')) return ['sexes', 'nothing']
  return groupBy === 'coat,sex' ? ['group_by', 'coat'] : undefined
}

/** The cross of two genotyped parents, as rows. */
function askListing(
  ruleset: Ruleset,
  fields: Fields,
  options: CrossOptions,
  animals: readonly [GenotypedAnimal, GenotypedAnimal],
) {
  const isSexLinked = animals.some(({ genes }) => genes.sexLinked.length > 0)
  const [mother, father] = withSexes(ruleset, animals)
  const bySex = readSexOptions(fields, isSexLinked ? ruleset.model.sexes : undefined, options.groupBy)
  const sides = readLinkageSides(fields['kit_linkage'])
  const parents = [
    { name: 'mother', ...mother, ...readSide(ruleset, sides, 'mother', mother.genotype) },
    { name: 'father', ...father, ...readSide(ruleset, sides, 'father', father.genotype) },
  ] as const
  const { isSmall, isPlain, refuse } = crossCost(ruleset, mother.genotype, father.genotype, options)
  /** Throws ClientError RESULT_TOO_LARGE, before any work if the estimated cost is too high. */
  const list = () => {
    refuse()
    return openListing(ruleset, options, bySex, parents)
  }
  return { kind: 'rows', isSmall, isPlain, list } as const
}

/** If one parent names a locus on the sex chromosome, gives the other parent the copies of its sex. */
export function withSexes(
  ruleset: Ruleset,
  [mother, father]: readonly [GenotypedAnimal, GenotypedAnimal],
): readonly [GenotypedAnimal, GenotypedAnimal] {
  const isSexLinked = ({ genes }: GenotypedAnimal): boolean => genes.sexLinked.length > 0
  if (isSexLinked(mother) === isSexLinked(father)) return [mother, father]
  const sexed = (parent: GenotypedAnimal): GenotypedAnimal =>
    isSexLinked(parent) || parent.sex !== ruleset.model.sexes?.heterogametic
      ? parent
      : { ...parent, genotype: withOneCopy(ruleset, parent.genotype) }
  return [sexed(mother), sexed(father)]
}
