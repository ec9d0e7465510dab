/**
 * Runs every example that authors wrote beside their rules: names expected of genotypes (genes/, known animals),
 * tokens expected of one table (epistasis/), gametes expected of a parent (linkage/).
 * Guarantees: nothing thrown, whatever an example holds; each failure says where it stands, what was expected
 * and what came out, with the rules that decided it.
 */
import { lexiconOf, type Ruleset } from '../../operations/ruleset.js'
import { withAsked } from '../../model/by-coat/components.js'
import type { Coat, CompiledTable, HorseGenotype } from '../../model/model.js'
import { buildLexicon } from '../../naming/lexicon.js'
import { nameCoat, synonymsFor } from '../../naming/name.js'
import type { GameteExample, Given, NameExample, RuleRow, TokenExample } from '../../rules/tables.js'
import { differing, listed, mismatches, type Mismatch } from './expectations.js'
import { gameteMismatches } from './gamete-examples.js'
import { givenText, readGiven } from './given.js'

export type ExampleFailure = ReturnType<typeof runExamples>[number]

export type RuleExample = NameExample | TokenExample | GameteExample

/** An example, its genotype as the command line reads it, and its horse, or why the service refuses the horse. */
export type ReadExample = ReturnType<typeof readExamples>[number]

/** All examples of the rule set: genes first, then tables, then linkage, then horses, each in file order. */
export function readExamples(ruleset: Ruleset) {
  const { tables, source } = ruleset.model
  const { loci, linkage, horses } = source
  const read = <Example extends { readonly written: RuleExample }>(example: Example) => ({
    ...example,
    genotype: givenText(example.written.given),
    horse: readGiven(ruleset, example.written.given),
  })
  const named = (written: NameExample) => read({ kind: 'names' as const, written })
  return [
    ...loci.flatMap(({ examples }) => examples.map(named)),
    ...tables.flatMap((table) =>
      table.source.examples.map((example) => {
        const given = { ...example.given, ...takenFor(ruleset, table, example.given) }
        return read({ kind: 'tokens' as const, table, written: { ...example, given } })
      }),
    ),
    ...linkage.flatMap(({ group, examples }) =>
      examples.map((written) => read({ kind: 'gametes' as const, group, written })),
    ),
    ...horses.map(named),
  ]
}

/**
 * Genes that every request must state, that an example of this table leaves out, and that can make no difference to the
 * table: its author need not think of them. They are taken as wild type, or as the first allele twice.
 */
function takenFor({ model }: Ruleset, table: CompiledTable, given: Given): Given {
  const asked = withAsked(model.tables, (other) => other === table)
  const read = new Set(asked.flatMap(({ columns }) => columns.map(({ locus }) => locus)))
  return Object.fromEntries(
    model.loci
      .filter(({ key, index, required }) => required && !read.has(index) && !Object.hasOwn(given, key))
      .map(({ key, alleles, wildType }) => {
        const allele = alleles[wildType ?? 0] ?? ''
        return [key, [allele, allele]]
      }),
  )
}

/** Runs examples; all of the rule set where none are given. */
export function runExamples(ruleset: Ruleset, examples: readonly ReadExample[] = readExamples(ruleset)) {
  return examples.flatMap((example) => {
    const { horse, genotype, written } = example
    const { place, title } = written
    const fired = typeof horse === 'string' ? [] : firedFor(ruleset, example, horse)
    const found =
      typeof horse === 'string' ? refused(example, horse) : compare(ruleset, example, horse, fired)
    // Those that decided: of the one table where tokens were compared.
    const rules = fired.map(({ id }) => id)
    return found.map((mismatch) => ({ place, title, genotype, ...mismatch, rules }))
  })
}

/** `rules/genes/matp.yaml:41:5 palomino: name in fr: expected X, got Y (rules …)` */
export function formatFailure(failure: ExampleFailure): string {
  const { place, title, genotype, what, expected, got, rules } = failure
  const decided = rules.length === 0 ? '' : ` (rules ${rules.join(', ')})`
  return `${place.file}:${place.line}:${place.column} ${title ?? genotype}: ${what}: expected ${expected}, got ${got}${decided}`
}

/** The rules that the example is about: of one table, or of all. */
function firedFor(ruleset: Ruleset, example: ReadExample, horse: HorseGenotype): readonly RuleRow[] {
  if (example.kind === 'gametes') return []
  const { outcomes } = ruleset.phenotypes.of(horse)
  const own = example.kind === 'tokens' ? outcomes.filter((_, i) => i === example.table.index) : outcomes
  return own.flatMap(({ fired }) => fired)
}

/** What an example expects of a horse that the service refuses. @param got the refusal */
function refused(example: ReadExample, got: string): readonly Mismatch[] {
  if (example.kind === 'gametes') {
    const [first] = example.written.gametes
    return [{ what: `gametes of ${example.group}`, expected: `${first?.percent ?? 0} %`, got }]
  }
  if (example.kind === 'tokens') {
    const expected = listed(example.written.expect, 'no token')
    return [{ what: `tokens of ${example.table.name}`, expected, got }]
  }
  const names = Object.entries(example.written.names)
  return names.map(([language, expected]) => ({ what: `name in ${language}`, expected, got }))
}

function compare(
  ruleset: Ruleset,
  example: ReadExample,
  horse: HorseGenotype,
  fired: readonly RuleRow[],
): readonly Mismatch[] {
  if (example.kind === 'gametes') return gameteMismatches(ruleset, example.group, horse, example.written)
  const { coat, outcomes } = ruleset.phenotypes.of(horse)
  const { kind, written } = example
  if (kind === 'names') return [...namesOf(ruleset, coat, written), ...mismatches(written, fired)]
  // What a table itself says, before hiding; the order of tokens means nothing.
  const got = listed(outcomes[example.table.index]?.tokens ?? [], 'no token')
  const found = [
    ...differing('tokens', listed(written.expect, 'no token'), got),
    ...mismatches(written, fired),
  ]
  return found.map((each) => ({ ...each, what: `${each.what} of ${example.table.name}` }))
}

function namesOf(ruleset: Ruleset, coat: Coat, example: NameExample): readonly Mismatch[] {
  const { names, synonyms } = example
  return [
    ...Object.entries(names).flatMap(([language, expected]) =>
      differing(`name in ${language}`, expected, nameIn(ruleset, coat, language, example)),
    ),
    ...Object.entries(synonyms).flatMap(([language, expected]) => {
      const got = synonymsFor(lexiconOf(ruleset.lexicons, language), coat.tokens)
      return differing(`synonyms in ${language}`, listed(expected, 'no synonym'), listed(got, 'no synonym'))
    }),
  ]
}

/** The name in the gender and number that the example states, or in those of the language. */
function nameIn(ruleset: Ruleset, coat: Coat, language: string, { agreement }: NameExample): string {
  const locale = ruleset.model.source.locales.find((each) => each.language === language)
  if (agreement === undefined || locale === undefined) return ruleset.nameOf(coat, language)
  return nameCoat(buildLexicon({ ...locale, agreement }), coat.tokens)
}
