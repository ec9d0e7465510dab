/**
 * Runs every example that authors wrote beside their rules: names expected of genotypes (genes/, known animals),
 * tokens expected of one table (epistasis/), gametes expected of a parent (linkage/).
 * Guarantees: nothing thrown, whatever an example holds; each failure says where it stands, what was expected
 * and what came out, with the rules that decided it.
 */
import { lexiconOf, type RuleBook } from '../../coats/rule-book.js'
import type { Coat, CompiledTable, HorseGenotype } from '../../model/model.js'
import { synonymsFor } from '../../naming/synonyms.js'
import type { GameteExample, Given, NameExample, Place, RuleRow, TokenExample } from '../../rules/tables.js'
import { differing, listed, mismatches, type Mismatch } from './expectations.js'
import { gameteMismatches } from './gamete-examples.js'
import { givenText, readGiven } from './given.js'

export interface ExampleFailure extends Mismatch {
  readonly place: Place
  readonly title: string | undefined
  /** `extension=E/e kit=To+DW20`, as the command line reads it. */
  readonly genotype: string
  /** Ids of the rules that fired; of the one table where tokens were compared. */
  readonly rules: readonly string[]
}

/** An example and its horse, or why the service refuses the horse. */
export type ReadExample = { readonly horse: HorseGenotype | string } & (
  | { readonly names: NameExample }
  | { readonly tokens: TokenExample; readonly table: number }
  | { readonly gametes: GameteExample; readonly group: string }
)

/** All examples of the rule set: genes first, then tables, then linkage, then horses, each in file order. */
export function readExamples(book: RuleBook): readonly ReadExample[] {
  const { loci, tables, linkage, horses } = book.model.source
  const ofTable = (written: TokenExample, table: number): ReadExample => {
    const tokens = { ...written, given: { ...written.given, ...beside(book, table, written.given) } }
    return { tokens, table, horse: readGiven(book, tokens.given) }
  }
  const named = (names: NameExample): ReadExample => ({ names, horse: readGiven(book, names.given) })
  return [
    ...loci.flatMap((locus) => locus.examples.map(named)),
    ...tables.flatMap((each, table) => each.examples.map((example) => ofTable(example, table))),
    ...linkage.flatMap(({ group, examples }) =>
      examples.map((gametes) => ({ gametes, group, horse: readGiven(book, gametes.given) })),
    ),
    ...horses.map(named),
  ]
}

/**
 * Genes that every request must state, that an example of this table leaves out, and that can make no difference to the
 * table: its author need not think of them. They are taken as wild type, or as the first allele twice.
 */
function beside(book: RuleBook, table: number, given: Given): Given {
  const read = lociBehind(book.model.tables, table)
  return Object.fromEntries(
    book.model.loci
      .filter(({ key, index, required }) => required && !read.has(index) && !Object.hasOwn(given, key))
      .map(({ key, alleles, wildType }) => {
        const allele = alleles[wildType ?? 0] ?? ''
        return [key, [allele, allele]]
      }),
  )
}

/** Indices of the loci that a table reads, or a table whose tokens it asks for. */
function lociBehind(tables: readonly CompiledTable[], index: number): ReadonlySet<number> {
  const { columns = [], tokens: asked = [] } = tables[index] ?? {}
  const gives = ({ source }: CompiledTable): boolean =>
    source.rules.some(({ then }) => asked.some(({ token }) => then.includes(token)))
  const earlier = tables.slice(0, index).flatMap((table, i) => (gives(table) ? [i] : []))
  return new Set([
    ...columns.map(({ locus }) => locus),
    ...earlier.flatMap((behind) => [...lociBehind(tables, behind)]),
  ])
}

/** The example as its author wrote it. */
export function statementOf(example: ReadExample): NameExample | TokenExample | GameteExample {
  if ('names' in example) return example.names
  return 'tokens' in example ? example.tokens : example.gametes
}

/** Where an example stands, what it is called, and its genotype as the command line reads it. */
export function describeExample(example: ReadExample): Pick<ExampleFailure, 'place' | 'title' | 'genotype'> {
  const { place, title, given } = statementOf(example)
  return { place, title, genotype: givenText(given) }
}

/** Runs examples; all of the rule set where none are given. */
export function runExamples(
  book: RuleBook,
  examples: readonly ReadExample[] = readExamples(book),
): readonly ExampleFailure[] {
  return examples.flatMap((example) => {
    const { horse } = example
    const fired = typeof horse === 'string' ? [] : firedFor(book, example, horse)
    const found =
      typeof horse === 'string' ? refused(book, example, horse) : compare(book, example, horse, fired)
    const rules = fired.map(({ id }) => id)
    return found.map((mismatch) => ({ ...describeExample(example), ...mismatch, rules }))
  })
}

/** `rules/genes/matp.yaml:41:5 palomino: name in fr: expected X, got Y (rules …)` */
export function formatFailure(failure: ExampleFailure): string {
  const { place, title, genotype, what, expected, got, rules } = failure
  const decided = rules.length === 0 ? '' : ` (rules ${rules.join(', ')})`
  return `${place.file}:${place.line}:${place.column} ${title ?? genotype}: ${what}: expected ${expected}, got ${got}${decided}`
}

/** The rules that the example is about: of one table, or of all. */
function firedFor(book: RuleBook, example: ReadExample, horse: HorseGenotype): readonly RuleRow[] {
  if ('gametes' in example) return []
  const { outcomes } = book.phenotypes.of(horse)
  const own = 'tokens' in example ? outcomes.slice(example.table, example.table + 1) : outcomes
  return own.flatMap(({ fired }) => fired)
}

/** What an example expects of a horse that the service refuses. @param got the refusal */
function refused(book: RuleBook, example: ReadExample, got: string): readonly Mismatch[] {
  if ('names' in example) {
    const names = Object.entries(example.names.names)
    return names.map(([language, expected]) => ({ what: `name in ${language}`, expected, got }))
  }
  if ('gametes' in example) {
    const [first] = example.gametes.gametes
    return [{ what: `gametes of ${example.group}`, expected: `${first?.percent ?? 0} %`, got }]
  }
  const what = `tokens of ${book.model.tables[example.table]?.name ?? ''}`
  return [{ what, expected: listed(example.tokens.expect, 'no token'), got }]
}

function compare(
  book: RuleBook,
  example: ReadExample,
  horse: HorseGenotype,
  fired: readonly RuleRow[],
): readonly Mismatch[] {
  if ('gametes' in example) return gameteMismatches(book, example.group, horse, example.gametes)
  const { coat, outcomes } = book.phenotypes.of(horse)
  if ('names' in example) return [...namesOf(book, coat, example.names), ...mismatches(example.names, fired)]
  const { table, tokens } = example
  // What a table itself says, before hiding; the order of tokens means nothing.
  const got = listed(outcomes[table]?.tokens ?? [], 'no token')
  const name = book.model.tables[table]?.name ?? ''
  return [...differing('tokens', listed(tokens.expect, 'no token'), got), ...mismatches(tokens, fired)].map(
    (each) => ({ ...each, what: `${each.what} of ${name}` }),
  )
}

function namesOf(book: RuleBook, coat: Coat, { names, synonyms }: NameExample): readonly Mismatch[] {
  return [
    ...Object.entries(names).flatMap(([language, expected]) =>
      differing(`name in ${language}`, expected, book.nameOf(coat, language)),
    ),
    ...Object.entries(synonyms).flatMap(([language, expected]) => {
      const got = synonymsFor(lexiconOf(book.lexicons, language), coat.tokens)
      return differing(`synonyms in ${language}`, listed(expected, 'no synonym'), listed(got, 'no synonym'))
    }),
  ]
}
