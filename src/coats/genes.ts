/**
 * The catalogue of genes that a client needs to build a form, in the words of the loaded rule set: genes, groups, alleles,
 * aliases, names, references.
 * Guarantees: plain JSON values; says exactly what the loaded rule set accepts.
 */
import type { Answered, Citation, Fields } from './answers.js'
import { tokensOf } from './infer/reading/seen.js'
import { citationOf } from './wording.js'
import { readLanguage } from './request/options.js'
import { lexiconOf, type RuleBook } from './rule-book.js'
import type { ModelLocus } from '../model/model.js'
import type { Lexicon } from '../naming/lexicon.js'
import { nameCoat } from '../naming/name.js'
import { mostItems } from '../model/phenotype/read-alleles.js'
import type { AlleleRow } from '../rules/tables.js'

/** How one gene may be spelled in requests; the served contract's gene schemas are made from these. */
export interface GeneVocabulary {
  readonly gene: string
  readonly group: 'base' | 'others'
  readonly required: boolean
  readonly listed: boolean
  /** True: one chromosome copy may carry several variants, joined by `+`. */
  readonly cis: boolean
  readonly notation: 'pair' | 'compact'
  /** Canonical spellings in file order, alleles that stand for another gene's included. */
  readonly alleles: readonly string[]
  /** Every accepted spelling: the canonical ones and their aliases. */
  readonly spellings: readonly string[]
  /** Those that may stand joined with others on one chromosome copy; none where it is not `cis`. */
  readonly joined: readonly string[]
  /** Beside the only copy of a locus on a sex chromosome, the other chromosome may be written; null elsewhere. */
  readonly noCopy: string | null
  /** The most items that its array can hold. */
  readonly mostItems: number
}

export interface CatalogueAllele {
  readonly allele: string
  readonly name: string
  readonly aliases: readonly string[]
  readonly stands_for?: { readonly gene: string; readonly allele: string }
  readonly verified: boolean
  readonly references: readonly string[]
}

export interface CatalogueGene extends Omit<
  GeneVocabulary,
  'alleles' | 'spellings' | 'joined' | 'noCopy' | 'mostItems'
> {
  readonly name: string
  /** HGNC-style symbol of the gene itself. */
  readonly symbol: string
  readonly chromosome: string
  readonly wild_type: string | null
  readonly linkage_group: string | null
  readonly inheritance: 'autosomal' | 'sex-linked'
  readonly alleles: readonly CatalogueAllele[]
}

export interface CatalogueSynonym {
  /** Tokens. */
  readonly of: readonly string[]
  /** The word the service uses. */
  readonly term: string
  readonly synonyms: readonly string[]
}

export interface CatalogueToken {
  readonly token: string
  readonly term: string
}

export interface CataloguePopulation {
  readonly population: string
  readonly name: string
  readonly sampled?: number
  /** Those with figures. */
  readonly genes: readonly string[]
  readonly others: 'unstated' | 'wild-type'
}

export interface GenesAnswer {
  readonly language: string
  readonly languages: readonly string[]
  readonly ruleset_version: string
  readonly genes: readonly CatalogueGene[]
  /** What can be seen, for `seen` of questions about what is not known. */
  readonly tokens: readonly CatalogueToken[]
  readonly populations: readonly CataloguePopulation[]
  /** Other words for parts of names. */
  readonly synonyms: readonly CatalogueSynonym[]
  readonly references: Readonly<Record<string, Citation>>
}

/** Throws ContractError for an unknown `lang`. */
export function answerGenes(book: RuleBook, fields: Fields, fallbackLanguage: string): Answered<GenesAnswer> {
  const language = readLanguage(fields, book.languages, fallbackLanguage)
  const lexicon = lexiconOf(book.lexicons, language)
  const references = Object.entries(book.model.source.references).map(
    ([id, reference]) => [id, citationOf(reference)] as const,
  )
  const body: GenesAnswer = {
    language,
    languages: book.languages,
    ruleset_version: book.version,
    genes: book.model.loci.map((locus) => describeGene(book, locus, lexicon)),
    tokens: tokensOf(book).map((token) => ({ token, term: nameCoat(lexicon, [token]) })),
    populations: book.model.source.populations.map(({ population, name, covers, loci, others }) => ({
      population,
      name,
      ...(covers.sampled === undefined ? {} : { sampled: covers.sampled }),
      genes: loci.map(({ locus }) => locus),
      others,
    })),
    synonyms: lexicon.synonyms.map(({ of, terms }) => ({ of, term: nameCoat(lexicon, of), synonyms: terms })),
    references: Object.fromEntries(references),
  }
  return { body, language }
}

/** What the served contract's gene schemas are made from. */
export function vocabularyOf(book: RuleBook): readonly GeneVocabulary[] {
  return book.model.loci.map((locus) => {
    const rows = locus.source.alleles
    return {
      gene: locus.key,
      group: locus.group,
      required: locus.required,
      listed: locus.listed,
      cis: locus.cis,
      notation: locus.compact ? 'compact' : 'pair',
      alleles: rows.map((row) => row.allele),
      spellings: rows.flatMap(spellingsOf),
      joined: rows.filter((row) => canBeJoined(locus, row)).flatMap(spellingsOf),
      noCopy: locus.source.noCopy ?? null,
      mostItems: mostItems(locus),
    }
  })
}

function spellingsOf({ allele, aliases }: AlleleRow): readonly string[] {
  return [allele, ...aliases]
}

/** Wild type is the absence of variants, and an allele of another gene lies elsewhere. */
function canBeJoined({ cis, alleles, wildType, borrowed }: ModelLocus, { allele }: AlleleRow): boolean {
  return cis && !borrowed.has(allele) && allele !== alleles[wildType ?? -1]
}

function describeGene(book: RuleBook, locus: ModelLocus, lexicon: Lexicon): CatalogueGene {
  const group = book.model.source.linkage.find((table) => table.order.includes(locus.key))
  const words = lexicon.genes[locus.key]
  return {
    gene: locus.key,
    group: locus.group,
    name: words?.name ?? locus.source.name,
    symbol: locus.source.gene,
    chromosome: locus.source.chromosome,
    required: locus.required,
    listed: locus.listed,
    cis: locus.cis,
    notation: locus.compact ? 'compact' : 'pair',
    wild_type: locus.wildType === null ? null : (locus.alleles[locus.wildType] ?? null),
    linkage_group: group?.group ?? null,
    inheritance: locus.noCopy === null ? 'autosomal' : 'sex-linked',
    alleles: locus.source.alleles.map((row) => describeAllele(row, words?.alleles ?? {})),
  }
}

function describeAllele(row: AlleleRow, words: Readonly<Record<string, string>>): CatalogueAllele {
  return {
    allele: row.allele,
    name: words[row.allele] ?? row.name,
    aliases: row.aliases,
    ...(row.standsFor === undefined
      ? {}
      : { stands_for: { gene: row.standsFor.locus, allele: row.standsFor.allele } }),
    verified: row.verified,
    references: row.cite,
  }
}
