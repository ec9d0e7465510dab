/**
 * The catalogue a client needs to build a form: genes, groups, alleles, aliases, names, references.
 * Guarantees: says exactly what the loaded rule set accepts.
 */
import type { ModelLocus } from '../model/model.js'
import type { AlleleRow } from '../rules/tables.js'
import type { Lexicon } from '../naming/lexicon.js'
import { nameCoat } from '../naming/name.js'
import type { Answered, Fields } from './answers.js'
import type { CatalogueAllele, CatalogueGene, GeneVocabulary, GenesAnswer } from './catalogue.js'
import { readLanguage } from './request/options.js'
import { mostItems } from '../model/phenotype/read-alleles.js'
import { citationOf } from './citation.js'
import { lexiconOf, type RuleBook } from './rule-book.js'

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
