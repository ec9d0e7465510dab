/**
 * Runs every example that authors wrote beside their rules: names expected of genotypes (genes/, horses.yaml),
 * tokens expected of one table (epistasis/).
 * Guarantees: nothing thrown, whatever an example holds; each failure says where it stands, what was expected
 * and what came out, with the rules that decided it.
 * Leaves to others: printing, and choosing which examples matter.
 */
import { ContractError } from '../coats/contract-error.js'
import { readHorse } from '../coats/read-horse.js'
import type { RuleBook } from '../coats/rule-book.js'
import type { HorseGenotype } from '../model/model.js'
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

/** Runs all examples of the rule set, genes first, then tables, then horses, each in file order. */
export function runExamples(book: RuleBook): readonly ExampleFailure[] {
  const { loci, tables, horses } = book.model.source
  return [
    ...loci.flatMap((locus) => locus.examples.flatMap((example) => checkNames(book, example))),
    ...tables.flatMap((table, index) =>
      table.examples.flatMap((example) => checkTokens(book, example, index)),
    ),
    ...horses.flatMap((example) => checkNames(book, example)),
  ]
}

/** How many examples there are to run; names in several languages are one example. */
export function countExamples(book: RuleBook): number {
  const { loci, tables, horses } = book.model.source
  return [...loci, ...tables].reduce((sum, { examples }) => sum + examples.length, horses.length)
}

/** `rules/genes/matp.yaml:41 palomino: name in fr: expected X, got Y (rules …)` */
export function formatFailure(failure: ExampleFailure): string {
  const { place, title, genotype, what, expected, got, rules } = failure
  const decided = rules.length === 0 ? '' : ` (rules ${rules.join(', ')})`
  return `${place.file}:${place.line} ${title ?? genotype}: ${what}: expected ${expected}, got ${got}${decided}`
}

function checkNames(book: RuleBook, example: NameExample): readonly ExampleFailure[] {
  const horse = readExample(book, example.given)
  return Object.entries(example.names).flatMap(([language, expected]) => {
    const what = `name in ${language}`
    if (typeof horse === 'string') return [failure(example, what, expected, horse, [])]
    const { coat, outcomes } = book.phenotypes.of(horse)
    const got = book.nameOf(coat, language)
    const fired = outcomes.flatMap((outcome) => outcome.fired.map((rule) => rule.id))
    return got === expected ? [] : [failure(example, what, expected, got, fired)]
  })
}

/** A table's own tokens, before hiding; their order means nothing. */
function checkTokens(book: RuleBook, example: TokenExample, index: number): readonly ExampleFailure[] {
  const what = `tokens of ${book.model.tables[index]?.name ?? ''}`
  const expected = listed(example.expect)
  const horse = readExample(book, example.given)
  if (typeof horse === 'string') return [failure(example, what, expected, horse, [])]
  const outcome = book.phenotypes.of(horse).outcomes[index]
  const got = listed(outcome?.tokens ?? [])
  const fired = (outcome?.fired ?? []).map((rule) => rule.id)
  return got === expected ? [] : [failure(example, what, expected, got, fired)]
}

/** The horse, or why the service refuses it. */
function readExample(book: RuleBook, given: Given): HorseGenotype | string {
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
  example: NameExample | TokenExample,
  what: string,
  expected: string,
  got: string,
  rules: readonly string[],
): ExampleFailure {
  const genotype = Object.entries(example.given).map(([gene, alleles]) => `${gene}=${alleles.join('/')}`)
  return {
    place: example.place,
    title: example.title,
    genotype: genotype.join(' '),
    what,
    expected,
    got,
    rules,
  }
}

function listed(tokens: readonly string[]): string {
  return tokens.length === 0 ? 'no token' : [...tokens].sort().join(', ')
}
