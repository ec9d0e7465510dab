/**
 * What two rule sets differ in beside the coats of horses that both know: loci, alleles, spellings, languages,
 * fractions, remarks, words of other kinds.
 * Guarantees: each difference with the version bump it requires, by the policy in the manifest.
 */
import type { LocusTable, RuleTables } from '../../rules/tables.js'
import type { Bump } from './bump.js'

export interface StructureChange {
  readonly bump: Bump
  /** One sentence. */
  readonly what: string
}

export function compareStructure(before: RuleTables, after: RuleTables): readonly StructureChange[] {
  return [
    ...sets('locus', before.loci.map(keyOf), after.loci.map(keyOf)),
    ...before.loci.flatMap((locus) => {
      const now = after.loci.find((other) => other.locus === locus.locus)
      return now === undefined ? [] : compareLocus(locus, now)
    }),
    ...after.loci
      .filter(({ locus, required }) => required && !before.loci.some((other) => other.locus === locus))
      .map(({ locus }) => major(`requests must name ${locus} now`)),
    ...sets('language', before.manifest.languages, after.manifest.languages),
    ...compareFractions(before, after),
    ...compareSynonyms(before, after),
  ]
}

const major = (what: string): StructureChange => ({ bump: 'major', what })
const minor = (what: string): StructureChange => ({ bump: 'minor', what })

/** Something gone breaks who used it; something new breaks nobody. */
function sets(
  kind: string,
  before: readonly string[],
  after: readonly string[],
  owner = '',
): readonly StructureChange[] {
  const named = (each: string): string => `the ${kind} ${each}${owner === '' ? '' : ` of ${owner}`}`
  return [
    ...before.filter((each) => !after.includes(each)).map((each) => major(`${named(each)} is gone`)),
    ...after.filter((each) => !before.includes(each)).map((each) => minor(`${named(each)} is new`)),
  ]
}

function compareLocus(before: LocusTable, after: LocusTable): readonly StructureChange[] {
  const { locus } = before
  const spellings = ({ alleles }: LocusTable): readonly string[] =>
    alleles.flatMap((row) => row.aliases.map((alias) => `${alias} for ${row.allele}`))
  const lent = ({ alleles }: LocusTable): readonly string[] =>
    alleles.flatMap(({ allele, standsFor }) =>
      standsFor === undefined ? [] : [`${allele} for ${standsFor.locus} ${standsFor.allele}`],
    )
  const alleles = ({ alleles: rows }: LocusTable): readonly string[] =>
    rows.filter(({ standsFor }) => standsFor === undefined).map(({ allele }) => allele)
  const fixed = [
    ['wildType', 'the wild type'],
    ['group', 'the group'],
    ['listed', 'whether answers list it when it is not asked for'],
    ['required', 'whether requests must name it'],
    ['cis', 'whether one copy can carry several variants'],
    ['compact', 'the notation'],
  ] as const
  return [
    ...sets('allele', alleles(before), alleles(after), locus),
    ...sets('spelling', spellings(before), spellings(after), locus),
    ...sets('spelling', lent(before), lent(after), locus),
    ...fixed.flatMap(([field, words]) =>
      before[field] === after[field]
        ? []
        : [major(`${words} of ${locus} is ${after[field]}, was ${before[field]}`)],
    ),
    ...(sameOrder(alleles(before), alleles(after))
      ? []
      : [major(`the alleles of ${locus} are answered in another order`)]),
  ]
}

function sameOrder(before: readonly string[], after: readonly string[]): boolean {
  const kept = (some: readonly string[], others: readonly string[]): string =>
    some.filter((each) => others.includes(each)).join(' ')
  return kept(before, after) === kept(after, before)
}

function compareFractions(before: RuleTables, after: RuleTables): readonly StructureChange[] {
  const rowsOf = ({ linkage }: RuleTables): readonly string[] =>
    linkage.flatMap(({ recombination }) =>
      recombination.map(({ between, thousandths, interval, when }) => {
        const whose = when === undefined ? '' : ` for a parent with ${JSON.stringify(when)}`
        return `${between.join(' – ')}: ${thousandths / 1000} (${interval.join(' – ')})${whose}`
      }),
    )
  const [old, now] = [rowsOf(before), rowsOf(after)]
  return [
    ...old.filter((row) => !now.includes(row)).map((row) => minor(`no longer a fraction: ${row}`)),
    ...now.filter((row) => !old.includes(row)).map((row) => minor(`a fraction now: ${row}`)),
  ]
}

/** Of languages that both have: those of one that comes or goes come and go with it. */
function compareSynonyms(before: RuleTables, after: RuleTables): readonly StructureChange[] {
  const isCommon = (language: string): boolean =>
    [before, after].every(({ manifest }) => manifest.languages.includes(language))
  const rowsOf = ({ locales }: RuleTables): readonly string[] =>
    locales.flatMap(({ language, synonyms }) =>
      (isCommon(language) ? synonyms : []).flatMap(({ of, terms }) =>
        terms.map((term) => `the synonym "${term}" of [${of.join(', ')}] in ${language}`),
      ),
    )
  const [old, now] = [rowsOf(before), rowsOf(after)]
  return [
    ...old.filter((row) => !now.includes(row)).map((row) => minor(`${row} is gone`)),
    ...now.filter((row) => !old.includes(row)).map((row) => minor(`${row} is new`)),
  ]
}

function keyOf({ locus }: LocusTable): string {
  return locus
}
