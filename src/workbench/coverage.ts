/**
 * What the examples beside the rules reach: rules that fire, alleles that are carried, words that are spoken;
 * and how much of the whole genotype space has a name.
 * Guarantees: exact; shares are rounded down, so that 100 % means all.
 */
import type { LocusGenotype, Outcome } from '../model/model.js'
import { countGenotypes, surveySpace } from '../model/space/space.js'
import { lexiconOf, type Ruleset } from '../operations/ruleset.js'
import { entriesFor } from '../naming/name.js'
import type { Place } from '../rules/tables.js'
import { readExamples, type ReadExample } from './examples/examples.js'

export type Coverage = ReturnType<typeof measureCoverage>
export type Reach = ReturnType<typeof reachOf>

type Reachable = readonly { readonly name: string; readonly place: Place }[]

export function measureCoverage(ruleset: Ruleset) {
  const examples = readExamples(ruleset)
  // A parent whose gametes are counted says nothing of its own coat.
  const horses = examples.flatMap(({ kind, horse }) =>
    kind === 'gametes' || typeof horse === 'string' ? [] : [horse],
  )
  const fired = horses.flatMap((horse) =>
    ruleset.phenotypes.of(horse).outcomes.flatMap((outcome) => outcome.fired.map(({ id }) => id)),
  )
  const { loci, tables, populations } = ruleset.model.source
  const rules = tables.flatMap((table) => table.rules.map(({ id, place }) => ({ name: id, place })))
  const alleles = loci.flatMap(({ locus, alleles }) =>
    alleles
      .filter(({ standsFor }) => standsFor === undefined)
      .map(({ allele, place }) => ({ name: `${allele} of ${locus}`, place })),
  )
  return {
    examples: examples.length,
    rules: reach(rules, new Set(fired)),
    alleles: reach(alleles, new Set(horses.flat().flatMap(allelesOf))),
    /** Language code → words and phrases of names. An example reaches those of the languages it states a name in. */
    words: Object.fromEntries(
      ruleset.languages.map((language) => [language, wordsReached(ruleset, examples, language)]),
    ),
    /** Of each population at how many loci the frequencies are known. */
    populations: populations.map(({ population, loci: known }) => ({ population, loci: known.length })),
    space: namedSpace(ruleset),
  }
}

function reach(all: Reachable, reached: ReadonlySet<string>): Reach {
  const unreached = all.filter(({ name }) => !reached.has(name))
  return reachOf(all.length, unreached)
}

function reachOf(total: number, unreached: Reachable) {
  // With two decimals, rounded down.
  const percent = total === 0 ? 100 : Math.floor(((total - unreached.length) * 10_000) / total) / 100
  return { total, unreached, percent }
}

function allelesOf({ locus, layouts }: LocusGenotype): readonly string[] {
  const [pair] = layouts
  return (pair ?? []).flatMap((copy) =>
    copy.map((allele) => `${locus.alleles[allele] ?? ''} of ${locus.key}`),
  )
}

function wordsReached(ruleset: Ruleset, examples: readonly ReadExample[], language: string): Reach {
  const lexicon = lexiconOf(ruleset.lexicons, language)
  const spoken = new Set(
    examples.flatMap(({ kind, written, horse }) =>
      kind === 'names' && typeof horse !== 'string' && Object.hasOwn(written.names, language)
        ? entriesFor(lexicon, ruleset.phenotypes.of(horse).coat.tokens)
        : [],
    ),
  )
  const unspoken = lexicon.entries
    .filter((entry) => !spoken.has(entry))
    .map(({ tokens, term, place }) => ({ name: `[${tokens.join(', ')}] "${term}"`, place }))
  return reachOf(lexicon.entries.length, unspoken)
}

/** A genotype has no name where some table leaves it undecided; tables that collect leave none. */
function namedSpace({ model }: Ruleset) {
  const isNamed = (outcomes: readonly Outcome[]): boolean =>
    outcomes.every(({ undecided }) => undecided === undefined)
  const space = surveySpace(model, {
    only: (table) => table.source.hit !== 'collect',
    keyOf: (outcomes) => String(isNamed(outcomes)),
  })
  const genotypes = countGenotypes(space)
  const named = countGenotypes(space, ({ outcomes }) => isNamed(outcomes))
  return { genotypes, named, percent: Number((named * 10_000n) / genotypes) / 100 }
}
