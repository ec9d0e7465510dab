/**
 * What the examples beside the rules reach: rules that fire, alleles that are carried, words that are spoken;
 * and how much of the whole genotype space has a name.
 * Guarantees: exact; shares are rounded down, so that 100 % means all.
 */
import type { LocusGenotype } from '../model/model.js'
import { surveySpace } from '../model/space/space.js'
import { lexiconOf, type RuleBook } from '../coats/rule-book.js'
import { entriesFor } from '../naming/name.js'
import type { Place } from '../rules/tables.js'
import { readExamples, type ReadExample } from './examples/examples.js'

export interface Reach {
  /** What there is to be reached. */
  readonly total: number
  readonly unreached: readonly Unreached[]
}

export interface Unreached {
  readonly name: string
  readonly place: Place
}

export interface Coverage {
  readonly examples: number
  readonly rules: Reach
  readonly alleles: Reach
  /** Language code → words and phrases of names. An example reaches those of the languages it states a name in. */
  readonly words: Readonly<Record<string, Reach>>
  readonly space: {
    readonly genotypes: bigint
    readonly named: bigint
  }
}

export function measureCoverage(book: RuleBook): Coverage {
  const examples = readExamples(book)
  // A parent whose gametes are counted says nothing of its own coat.
  const horses = examples.flatMap((each) =>
    typeof each.horse === 'string' || 'gametes' in each ? [] : [each.horse],
  )
  const fired = new Set(
    horses.flatMap((horse) =>
      book.phenotypes.of(horse).outcomes.flatMap((outcome) => outcome.fired.map((rule) => rule.id)),
    ),
  )
  const carried = new Set(horses.flatMap((horse) => horse.flatMap(allelesOf)))
  const { loci, tables } = book.model.source
  return {
    examples: examples.length,
    rules: reach(
      tables.flatMap(({ rules }) => rules.map(({ id, place }) => ({ name: id, place }))),
      fired,
    ),
    alleles: reach(
      loci.flatMap(({ locus, alleles }) =>
        alleles.flatMap(({ allele, standsFor, place }) =>
          standsFor === undefined ? [{ name: `${allele} of ${locus}`, place }] : [],
        ),
      ),
      carried,
    ),
    words: Object.fromEntries(
      book.languages.map((language) => [language, wordsReached(book, examples, language)]),
    ),
    space: namedSpace(book),
  }
}

/** In percent with two decimals, rounded down. */
export function percentReached({ total, unreached }: Reach): number {
  return total === 0 ? 100 : Math.floor(((total - unreached.length) * 10_000) / total) / 100
}

function reach(all: readonly Unreached[], reached: ReadonlySet<string>): Reach {
  return { total: all.length, unreached: all.filter(({ name }) => !reached.has(name)) }
}

function allelesOf({ locus, layouts }: LocusGenotype): readonly string[] {
  const [pair] = layouts
  return (pair ?? []).flatMap((copy) =>
    copy.map((allele) => `${locus.alleles[allele] ?? ''} of ${locus.key}`),
  )
}

function wordsReached(book: RuleBook, examples: readonly ReadExample[], language: string): Reach {
  const lexicon = lexiconOf(book.lexicons, language)
  const spoken = new Set(
    examples.flatMap((example) =>
      'names' in example && typeof example.horse !== 'string' && Object.hasOwn(example.names.names, language)
        ? entriesFor(lexicon, book.phenotypes.of(example.horse).coat.tokens)
        : [],
    ),
  )
  return {
    total: lexicon.entries.length,
    unreached: lexicon.entries.flatMap((entry) =>
      spoken.has(entry) ? [] : [{ name: `[${entry.tokens.join(', ')}] "${entry.term}"`, place: entry.place }],
    ),
  }
}

/** A genotype has no name where some table leaves it undecided; tables that collect leave none. */
function namedSpace({ model }: RuleBook): Coverage['space'] {
  const space = surveySpace(model, {
    only: (table) => table.source.hit !== 'collect',
    keyOf: (outcomes) => String(outcomes.some(({ undecided }) => undecided)),
  })
  const product = (of: (undecided: boolean) => boolean): bigint =>
    space.reduce(
      (all, { parts }) =>
        all *
        parts.reduce(
          (sum, { outcomes, genotypes }) =>
            of(outcomes.some(({ undecided }) => undecided)) ? sum + genotypes : sum,
          0n,
        ),
      1n,
    )
  return { genotypes: product(() => true), named: product((undecided) => !undecided) }
}
