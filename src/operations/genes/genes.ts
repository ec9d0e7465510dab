/**
 * The catalogue of genes that a client needs to build a form, in the words of the loaded rule set: genes, groups, alleles,
 * aliases, names, references.
 * Guarantees: plain JSON values; says exactly what the loaded rule set accepts.
 */
import type { Fields } from '../read/decode-fields.js'
import { citationOf, populationName } from '../wording.js'
import { readLanguage } from '../read/options.js'
import { lexiconOf, type Ruleset } from '../ruleset.js'
import type { ModelLocus } from '../../model/model.js'
import type { Lexicon } from '../../naming/lexicon.js'
import { nameCoat } from '../../naming/name.js'
import { canonicalSpellings, mostItems } from '../../model/phenotype/read-alleles.js'
import type { AlleleRow } from '../../rules/tables.js'

/** How one gene may be spelled in requests; the served contract's gene schemas are made from these. */
export type GeneVocabulary = Readonly<ReturnType<typeof spellingsOfGene>>
export type CatalogueGene = Readonly<ReturnType<typeof describeGene>>
export type GenesAnswer = Readonly<ReturnType<typeof answerGenes>['body']>

/** Throws ClientError for an unknown `lang`. */
export function answerGenes(ruleset: Ruleset, fields: Fields, fallbackLanguage: string) {
  const language = readLanguage(fields, ruleset.languages, fallbackLanguage)
  const lexicon = lexiconOf(ruleset.lexicons, language)
  const { references, populations } = ruleset.model.source
  const cited = Object.entries(references).map(([id, reference]) => [id, citationOf(reference)] as const)
  const body = {
    language,
    languages: ruleset.languages,
    ruleset_version: ruleset.version,
    genes: ruleset.model.loci.map((locus) => describeGene(ruleset, locus, lexicon)),
    /** What can be seen, for `seen` of questions about what is not known. */
    tokens: ruleset.tokens().map((token) => ({ token, term: nameCoat(lexicon, [token]) })),
    populations: populations.map(({ population, name, covers, loci, others, extended }) => ({
      population,
      name: populationName(lexicon, { key: population, name }),
      ...(covers.sampled === undefined ? {} : { sampled: covers.sampled }),
      /** Those with figures. */
      genes: loci.map(({ locus }) => locus),
      others: ruleset.model.populations.get(population)?.others ?? others,
      ...(extended === undefined ? {} : { extends: extended }),
    })),
    /** Other words for parts of names: tokens, the word that the service uses, the others. */
    synonyms: lexicon.synonyms.map(({ of, terms }) => ({ of, term: nameCoat(lexicon, of), synonyms: terms })),
    references: Object.fromEntries(cited),
  }
  return { body, language }
}

export function vocabularyOf(ruleset: Ruleset): readonly GeneVocabulary[] {
  return ruleset.model.loci.map(spellingsOfGene)
}

function spellingsOfGene(locus: ModelLocus) {
  const { key: gene, group, required, listed, cis } = locus
  const rows = locus.source.alleles
  return {
    gene,
    group,
    required,
    listed,
    /** True: one chromosome copy may carry several variants, joined by `+`. */
    cis,
    notation: locus.compact ? ('compact' as const) : ('pair' as const),
    /** Canonical spellings in file order, alleles that stand for another gene's included. */
    alleles: canonicalSpellings(locus),
    /** Every accepted spelling: the canonical ones and their aliases. */
    spellings: rows.flatMap(spellingsOf),
    /** Those that may stand joined with others on one chromosome copy; none where it is not `cis`. */
    joined: rows.filter((row) => canBeJoined(locus, row)).flatMap(spellingsOf),
    /** Beside the only copy of a locus on a sex chromosome, the other chromosome may be written; null elsewhere. */
    noCopy: locus.source.noCopy ?? null,
    mostItems: mostItems(locus),
  }
}

function spellingsOf({ allele, aliases }: AlleleRow): readonly string[] {
  return [allele, ...aliases]
}

/** Wild type is the absence of variants, and an allele of another gene lies elsewhere. */
function canBeJoined({ cis, alleles, wildType, borrowed }: ModelLocus, { allele }: AlleleRow): boolean {
  return cis && !borrowed.has(allele) && allele !== alleles[wildType ?? -1]
}

function describeGene(ruleset: Ruleset, locus: ModelLocus, lexicon: Lexicon) {
  const linked = ruleset.model.source.linkage.find((table) => table.order.includes(locus.key))
  const words = lexicon.genes[locus.key]
  const { key: gene, group, required, listed, cis, source } = locus
  return {
    gene,
    group,
    name: words?.name ?? source.name,
    /** HGNC-style symbol of the gene itself. */
    symbol: source.gene,
    chromosome: source.chromosome,
    required,
    listed,
    cis,
    notation: locus.compact ? ('compact' as const) : ('pair' as const),
    wild_type: locus.wildType === null ? null : (locus.alleles[locus.wildType] ?? null),
    linkage_group: linked?.group ?? null,
    inheritance: locus.noCopy === null ? ('autosomal' as const) : ('sex-linked' as const),
    alleles: source.alleles.map(({ allele, name, aliases, standsFor, verified, cite }) => ({
      allele,
      name: words?.alleles[allele] ?? name,
      aliases,
      ...(standsFor && { stands_for: { gene: standsFor.locus, allele: standsFor.allele } }),
      verified,
      references: cite,
    })),
  }
}
