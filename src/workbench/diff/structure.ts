/**
 * Differences between two rule sets besides coats: loci, alleles, spellings, languages, recombination fractions,
 * populations, synonyms and texts.
 * Guarantees: each difference comes with the version bump that the policy in the manifest requires.
 */
import { byText } from '../../rules/diagnostic.js'
import type { LocusTable, PopulationTable, RuleTables } from '../../rules/tables.js'
import type { Bump, StructureChange } from './bump.js'
import { compareTexts } from './texts.js'

export function compareStructure(before: RuleTables, after: RuleTables): readonly StructureChange[] {
  const common = after.manifest.languages.filter((each) => before.manifest.languages.includes(each))
  return [
    ...compare(before, after, ({ loci }) => loci.map(({ locus }) => `the locus ${locus}`)),
    ...before.loci.flatMap((locus) => {
      const now = after.loci.find((other) => other.locus === locus.locus)
      return now === undefined ? [] : compareLocus(locus, now)
    }),
    ...after.loci
      .filter(({ locus, required }) => required && !before.loci.some((other) => other.locus === locus))
      .map(({ locus }) => major(`requests must name ${locus} now`)),
    ...(sameOrder(before.manifest.loci, after.manifest.loci) ? [] : [major('the order of loci in answers')]),
    ...comparePolicies(before, after),
    ...compare(before, after, ({ manifest }) => manifest.languages.map((each) => `the language ${each}`)),
    ...firstLanguage(before.manifest.languages, after.manifest.languages),
    ...compare(before, after, ({ populations }) =>
      populations.map(({ population }) => `the population ${population}`),
    ),
    ...after.populations.flatMap((now): readonly StructureChange[] => {
      const was = before.populations.find(({ population }) => population === now.population)
      if (was === undefined || figuresOf(was) === figuresOf(now)) return []
      return [{ bump: 'minor', what: `the population ${now.population} has different frequencies` }]
    }),
    ...compare(before, after, fractionsOf, 'minor', (row, isNew) =>
      isNew ? `a fraction now: ${row}` : `no longer a fraction: ${row}`,
    ),
    ...compareTexts(before, after),
    // Only of common languages: added and removed languages are reported as such.
    ...compare(before, after, (tables) => synonymsOf(tables, common), 'minor'),
    ...compare(before, after, (tables) => passportWordsOf(tables, common), 'minor'),
  ]
}

/** Changed hit policies and table order. Changed coats are counted elsewhere; explanations change in any case. */
function comparePolicies(before: RuleTables, after: RuleTables): readonly StructureChange[] {
  const changed = after.tables.flatMap(({ table, hit }): readonly StructureChange[] => {
    const was = before.tables.find((other) => other.table === table)?.hit
    if (was === undefined || was === hit) return []
    return [{ bump: 'minor', what: `the hit policy of the table ${table} is ${hit}, was ${was}` }]
  })
  const [old, now] = [before, after].map(({ manifest }) => manifest.tables) as [
    readonly string[],
    readonly string[],
  ]
  if (sameOrder(old, now)) return changed
  return [...changed, { bump: 'minor', what: 'the tables are evaluated in another order' }]
}

const major = (what: string): StructureChange => ({ bump: 'major', what })

/** The default language of answers. */
function firstLanguage(
  [was = '']: readonly string[],
  [now = '']: readonly string[],
): readonly StructureChange[] {
  return was === now ? [] : [major(`the default language is ${now}, was ${was}`)]
}

/** Normalized text of the figures that estimates use, without sources and independent of order. */
function figuresOf({ loci, others }: PopulationTable): string {
  const rows = loci.flatMap(({ locus, interval, copies }) =>
    copies.map(({ copy, share, of, low, high }) =>
      JSON.stringify([locus, interval, copy, share, of, low, high]),
    ),
  )
  return [String(others), ...rows.sort(byText)].join('\n')
}

/** Rows that only one side has. Removals usually break clients (`gone`); additions never do. */
function compare<Side>(
  before: Side,
  after: Side,
  rowsOf: (side: Side) => readonly string[],
  gone: Bump = 'major',
  say = (row: string, isNew: boolean): string => `${row} is ${isNew ? 'new' : 'gone'}`,
): readonly StructureChange[] {
  const [old, now] = [rowsOf(before), rowsOf(after)]
  return [
    ...old.filter((row) => !now.includes(row)).map((row) => ({ bump: gone, what: say(row, false) })),
    ...now
      .filter((row) => !old.includes(row))
      .map((row) => ({ bump: 'minor' as const, what: say(row, true) })),
  ]
}

const FIXED = [
  ['wildType', 'the wild type'],
  ['group', 'the group'],
  ['listed', 'whether answers list it when requests do not'],
  ['required', 'whether requests must name it'],
  ['cis', 'whether one copy can carry several variants'],
  ['compact', 'the notation'],
] as const

function compareLocus(before: LocusTable, after: LocusTable): readonly StructureChange[] {
  const { locus } = before
  const alleles = (side: LocusTable): readonly string[] =>
    side.alleles.flatMap(({ allele, standsFor }) => (standsFor === undefined ? [allele] : []))
  const spelling = (each: string): string => `the spelling ${each} of ${locus}`
  return [
    ...compare(before, after, (side) => alleles(side).map((each) => `the allele ${each} of ${locus}`)),
    ...compare(before, after, (side) => aliasesOf(side).map(spelling)),
    ...compare(before, after, (side) => sharedOf(side).map(spelling)),
    ...compare(before, after, companionsOf).map(({ what }) => major(what)),
    ...compare(before, after, coveredOf),
    ...FIXED.filter(([field]) => before[field] !== after[field]).map(([field, words]) =>
      major(`${words} of ${locus} is ${after[field] ?? 'none'}, was ${before[field] ?? 'none'}`),
    ),
    ...(sameOrder(alleles(before), alleles(after))
      ? []
      : [major(`answers list the alleles of ${locus} in another order`)]),
  ]
}

function aliasesOf({ alleles }: LocusTable): readonly string[] {
  return alleles.flatMap(({ allele, aliases }) => aliases.map((alias) => `${alias} for ${allele}`))
}

function sharedOf({ alleles }: LocusTable): readonly string[] {
  return alleles.flatMap(({ allele, standsFor }) =>
    standsFor === undefined ? [] : [`${allele} for ${standsFor.locus} ${standsFor.allele}`],
  )
}

function companionsOf({ locus, alleles }: LocusTable): readonly string[] {
  return alleles.flatMap(({ allele, alwaysWith }) =>
    alwaysWith === undefined ? [] : [`that ${allele} of ${locus} is always with ${alwaysWith}`],
  )
}

function coveredOf({ locus, alleles }: LocusTable): readonly string[] {
  return alleles.flatMap(({ allele, covers = [] }) =>
    covers.map((other) => `that ${allele} of ${locus} covers ${other}`),
  )
}

function sameOrder(before: readonly string[], after: readonly string[]): boolean {
  const kept = (some: readonly string[], others: readonly string[]): string =>
    some.filter((each) => others.includes(each)).join(' ')
  return kept(before, after) === kept(after, before)
}

function fractionsOf({ linkage }: RuleTables): readonly string[] {
  return linkage.flatMap(({ recombination }) =>
    recombination.map(({ between, thousandths, interval, when }) => {
      const whose = when === undefined ? '' : ` for a parent with ${JSON.stringify(when)}`
      return `${between.join(' – ')}: ${thousandths / 1000} (${interval.join(' – ')})${whose}`
    }),
  )
}

function synonymsOf({ locales }: RuleTables, languages: readonly string[]): readonly string[] {
  return locales
    .filter(({ language }) => languages.includes(language))
    .flatMap(({ language, synonyms }) =>
      synonyms.flatMap(({ of, terms }) =>
        terms.map((term) => `the synonym "${term}" of [${of.join(', ')}] in ${language}`),
      ),
    )
}

function passportWordsOf({ locales }: RuleTables, languages: readonly string[]): readonly string[] {
  return locales
    .filter(({ language, kind }) => kind === 'language' && languages.includes(language))
    .flatMap(({ language, passport }) =>
      passport.flatMap(({ words, coats }) => {
        const meant = coats.map(({ has }) => `[${has.join(', ')}]`).join(' or ')
        return words.map((word) => `the passport word "${word}" for ${meant || 'a shade'} in ${language}`)
      }),
    )
}
