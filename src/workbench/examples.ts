/**
 * Runs every example that authors wrote beside their rules: names expected of genotypes (genes/, known animals),
 * tokens expected of one table (epistasis/).
 * Guarantees: nothing thrown, whatever an example holds; each failure says where it stands, what was expected
 * and what came out, with the rules that decided it.
 * Leaves to others: printing, and choosing which examples matter.
 */
import { ContractError } from '../coats/contract-error.js'
import { readHorse } from '../coats/read-horse.js'
import type { RuleBook } from '../coats/rule-book.js'
import type { CompiledTable, HorseGenotype } from '../model/model.js'
import type { Given, NameExample, Place, TokenExample } from '../rules/tables.js'

export interface ExampleFailure {
  readonly place: Place
  readonly title: string | undefined
  /** `extension=E/e kit=To+DW20`, as the command line reads it. */
  readonly genotype: string
  /** What was compared: `name in fr`, or `tokens of base`. */
  readonly what: string
  readonly expected: string
  /** What came out, or why the genotype was refused. */
  readonly got: string
  /** Ids of the rules that fired; of the one table where tokens were compared. */
  readonly rules: readonly string[]
}

/** An example and its horse, or why the service refuses the horse. */
export type ReadExample = { readonly horse: HorseGenotype | string } & (
  { readonly names: NameExample } | { readonly tokens: TokenExample; readonly table: number }
)

/** All examples of the rule set: genes first, then tables, then horses, each in file order. */
export function readExamples(book: RuleBook): readonly ReadExample[] {
  const { loci, tables, horses } = book.model.source
  const ofTable = (written: TokenExample, table: number): ReadExample => {
    const tokens = { ...written, given: { ...written.given, ...beside(book, table, written.given) } }
    return { tokens, table, horse: readGiven(book, tokens.given) }
  }
  const named = (names: NameExample): ReadExample => ({ names, horse: readGiven(book, names.given) })
  return [
    ...loci.flatMap((locus) => locus.examples.map(named)),
    ...tables.flatMap((each, table) => each.examples.map((example) => ofTable(example, table))),
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

/** Where an example stands, what it is called, and its genotype as the command line reads it. */
export function describeExample(example: ReadExample): {
  readonly place: Place
  readonly title: string | undefined
  readonly genotype: string
} {
  const { place, title, given } = 'names' in example ? example.names : example.tokens
  const genes = Object.entries(given).map(([gene, alleles]) => `${gene}=${alleles.join('/')}`)
  return { place, title, genotype: genes.join(' ') }
}

/** Runs examples; all of the rule set where none are given. */
export function runExamples(
  book: RuleBook,
  examples: readonly ReadExample[] = readExamples(book),
): readonly ExampleFailure[] {
  return examples.flatMap((example) =>
    'names' in example ? checkNames(book, example) : checkTokens(book, example),
  )
}

/** `rules/genes/matp.yaml:41:5 palomino: name in fr: expected X, got Y (rules …)` */
export function formatFailure(failure: ExampleFailure): string {
  const { place, title, genotype, what, expected, got, rules } = failure
  const decided = rules.length === 0 ? '' : ` (rules ${rules.join(', ')})`
  return `${place.file}:${place.line}:${place.column} ${title ?? genotype}: ${what}: expected ${expected}, got ${got}${decided}`
}

type NamesRead = Extract<ReadExample, { readonly names: NameExample }>
type TokensRead = Extract<ReadExample, { readonly tokens: TokenExample }>

function checkNames(book: RuleBook, example: NamesRead): readonly ExampleFailure[] {
  const { horse, names } = example
  return Object.entries(names.names).flatMap(([language, expected]) => {
    const what = `name in ${language}`
    if (typeof horse === 'string') return [failure(example, what, expected, horse, [])]
    const { coat, outcomes } = book.phenotypes.of(horse)
    const got = book.nameOf(coat, language)
    const fired = outcomes.flatMap((outcome) => outcome.fired.map((rule) => rule.id))
    return got === expected ? [] : [failure(example, what, expected, got, fired)]
  })
}

/** A table's own tokens, before hiding; their order means nothing. */
function checkTokens(book: RuleBook, example: TokensRead): readonly ExampleFailure[] {
  const { horse, table, tokens } = example
  const what = `tokens of ${book.model.tables[table]?.name ?? ''}`
  const expected = listed(tokens.expect)
  if (typeof horse === 'string') return [failure(example, what, expected, horse, [])]
  const outcome = book.phenotypes.of(horse).outcomes[table]
  const got = listed(outcome?.tokens ?? [])
  const fired = (outcome?.fired ?? []).map((rule) => rule.id)
  return got === expected ? [] : [failure(example, what, expected, got, fired)]
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

function failure(
  example: ReadExample,
  what: string,
  expected: string,
  got: string,
  rules: readonly string[],
): ExampleFailure {
  return { ...describeExample(example), what, expected, got, rules }
}

function listed(tokens: readonly string[]): string {
  return tokens.length === 0 ? 'no token' : [...tokens].sort().join(', ')
}
