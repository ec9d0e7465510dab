/**
 * Runs every example that authors wrote beside their rules: names expected of genotypes (genes/, known animals),
 * tokens expected of one table (epistasis/), gametes expected of a parent (linkage/).
 * Guarantees: nothing thrown, whatever an example holds; each failure says where it stands, what was expected
 * and what came out, with the rules that decided it.
 * Leaves to others: printing, and choosing which examples matter.
 */
import { ContractError } from '../../coats/contract-error.js'
import { readHorse } from '../../coats/request/horse.js'
import { lexiconOf, type RuleBook } from '../../coats/rule-book.js'
import type { CompiledTable, HorseGenotype } from '../../model/model.js'
import { synonymsFor } from '../../naming/synonyms.js'
import type { GameteExample, Given, NameExample, Place, TokenExample } from '../../rules/tables.js'
import { mismatches, type Mismatch } from './expectations.js'
import { gameteMismatches } from './gamete-examples.js'

export interface ExampleFailure {
  readonly place: Place
  readonly title: string | undefined
  /** `extension=E/e kit=To+DW20`, as the command line reads it. */
  readonly genotype: string
  /** What was compared: `name in fr`, `tokens of base`, `carries of silver`, `gametes with dun=D`. */
  readonly what: string
  readonly expected: string
  /** What came out, or why the genotype was refused. */
  readonly got: string
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
export function writtenOf(example: ReadExample): NameExample | TokenExample | GameteExample {
  if ('names' in example) return example.names
  return 'tokens' in example ? example.tokens : example.gametes
}

/** Where an example stands, what it is called, and its genotype as the command line reads it. */
export function describeExample(example: ReadExample): {
  readonly place: Place
  readonly title: string | undefined
  readonly genotype: string
} {
  const { place, title, given } = writtenOf(example)
  const genes = Object.entries(given).map(([gene, alleles]) => `${gene}=${alleles.join('/')}`)
  return { place, title, genotype: genes.join(' ') }
}

/** Runs examples; all of the rule set where none are given. */
export function runExamples(
  book: RuleBook,
  examples: readonly ReadExample[] = readExamples(book),
): readonly ExampleFailure[] {
  return examples.flatMap((example) => {
    if ('names' in example) return checkNames(book, example)
    return 'tokens' in example ? checkTokens(book, example) : checkGametes(book, example)
  })
}

/** `rules/genes/matp.yaml:41:5 palomino: name in fr: expected X, got Y (rules …)` */
export function formatFailure(failure: ExampleFailure): string {
  const { place, title, genotype, what, expected, got, rules } = failure
  const decided = rules.length === 0 ? '' : ` (rules ${rules.join(', ')})`
  return `${place.file}:${place.line}:${place.column} ${title ?? genotype}: ${what}: expected ${expected}, got ${got}${decided}`
}

type NamesRead = Extract<ReadExample, { readonly names: NameExample }>
type TokensRead = Extract<ReadExample, { readonly tokens: TokenExample }>
type GametesRead = Extract<ReadExample, { readonly gametes: GameteExample }>

function checkNames(book: RuleBook, example: NamesRead): readonly ExampleFailure[] {
  const { horse, names } = example
  if (typeof horse === 'string') {
    return Object.entries(names.names).map(([language, expected]) =>
      failure(example, { what: `name in ${language}`, expected, got: horse }, []),
    )
  }
  const { coat, outcomes } = book.phenotypes.of(horse)
  const fired = outcomes.flatMap((outcome) => outcome.fired)
  const compare = (what: string, expected: string, got: string): readonly Mismatch[] =>
    got === expected ? [] : [{ what, expected, got }]
  return [
    ...Object.entries(names.names).flatMap(([language, expected]) =>
      compare(`name in ${language}`, expected, book.nameOf(coat, language)),
    ),
    ...Object.entries(names.synonyms).flatMap(([language, expected]) =>
      compare(
        `synonyms in ${language}`,
        listed(expected, 'no synonym'),
        listed(synonymsFor(lexiconOf(book.lexicons, language), coat.tokens), 'no synonym'),
      ),
    ),
    ...mismatches(names, fired),
  ].map((each) =>
    failure(
      example,
      each,
      fired.map((rule) => rule.id),
    ),
  )
}

/** What a table itself says, before hiding; the order of tokens means nothing. */
function checkTokens(book: RuleBook, example: TokensRead): readonly ExampleFailure[] {
  const { horse, table, tokens } = example
  const name = book.model.tables[table]?.name ?? ''
  const expected = listed(tokens.expect, 'no token')
  if (typeof horse === 'string')
    return [failure(example, { what: `tokens of ${name}`, expected, got: horse }, [])]
  const outcome = book.phenotypes.of(horse).outcomes[table]
  const got = listed(outcome?.tokens ?? [], 'no token')
  const fired = outcome?.fired ?? []
  return [...(got === expected ? [] : [{ what: 'tokens', expected, got }]), ...mismatches(tokens, fired)].map(
    (each) =>
      failure(
        example,
        { ...each, what: `${each.what} of ${name}` },
        fired.map((rule) => rule.id),
      ),
  )
}

function checkGametes(book: RuleBook, example: GametesRead): readonly ExampleFailure[] {
  const { horse, group, gametes } = example
  if (typeof horse === 'string') {
    const [first] = gametes.gametes
    const what = `gametes of ${group}`
    return [failure(example, { what, expected: `${first?.percent ?? 0} %`, got: horse }, [])]
  }
  return gameteMismatches(book, group, horse, gametes).map((each) => failure(example, each, []))
}

/** The horse with these alleles, or why the service refuses it. */
export function readGiven(book: RuleBook, given: Given): HorseGenotype | string {
  const groups: Record<string, Record<string, readonly string[]>> = { base: {}, others: {} }
  for (const [gene, alleles] of Object.entries(given)) {
    const locus = book.model.loci.find(({ key }) => key === gene)
    const group = groups[locus?.group ?? 'others']
    if (group !== undefined) group[gene] = alleles
  }
  try {
    return readHorse(book, groups, '').genotype
  } catch (error) {
    if (error instanceof ContractError) return `a refusal: ${error.message}`
    throw error
  }
}

function failure(example: ReadExample, mismatch: Mismatch, rules: readonly string[]): ExampleFailure {
  return { ...describeExample(example), ...mismatch, rules }
}

function listed(words: readonly string[], none: string): string {
  return words.length === 0 ? none : [...words].sort().join(', ')
}
