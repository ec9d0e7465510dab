/**
 * The questions that a rule book answers, bound to it.
 * Guarantees: asking needs no parser and no rule engine: what only opening a rule set needs is not loaded. Questions throw
 * ContractError for the client's faults.
 * Leaves to others: opening one (open-rule-book.ts), each answer (result.ts, offspring.ts, genes.ts).
 */
import { pairOf } from '../genetics/genotype.js'
import type { Fields } from './read/decode-fields.js'
import { answerGenes, vocabularyOf } from './genes/genes.js'
import { askInfer } from './infer/infer.js'
import { askOpenCross } from './infer/open-cross.js'
import { askOpenResult } from './infer/open-result.js'
import { genesSeen } from './read/partly/genes-seen.js'
import { isOpenCross, isOpenHorse } from './read/partly/is-open.js'
import type { WorkAsked } from './infer/shapes.js'
import { refuseMistakenFields, refuseMistakenQuery } from './read/mistaken-fields.js'
import { answerOffspring, askOffspring } from './generate-child/offspring.js'
import { answerPicture } from './picture/picture.js'
import { readLanguage } from './read/options.js'
import { answerResult } from './result/result.js'
import { lexiconOf, type RuleBook } from './rule-book.js'

export type Coats = ReturnType<typeof coatsOf>

export function coatsOf(book: RuleBook) {
  const { model, languages } = book
  /** Unknown fields that are a mistake are refused last, where nothing else is wrong with a question. */
  const checked = <Answer extends { readonly language: string } | undefined>(
    endpoint: string,
    fields: Fields,
    answer: Answer,
  ): Answer => {
    if (answer !== undefined)
      refuseMistakenFields({ model, languages, endpoint, language: answer.language }, fields)
    return answer
  }
  const asking =
    <Answer extends { readonly language: string }>(
      endpoint: string,
      answer: (book: RuleBook, fields: Fields, fallbackLanguage: string) => Answer,
    ) =>
    (fields: Fields, fallbackLanguage: string): Answer =>
      checked(endpoint, fields, answer(book, fields, fallbackLanguage))
  const askOpen = (endpoint: string, fields: Fields, language: string): WorkAsked<unknown> | undefined => {
    if (endpoint === 'coats.infer') return askInfer(book, fields, language)
    if (endpoint === 'coats.result' && isOpenHorse(fields)) return askOpenResult(book, fields, language)
    if (endpoint === 'coats.generateChild' && isOpenCross(fields)) return askOpenCross(book, fields, language)
    return undefined
  }
  return Object.freeze({
    rulesetVersion: book.version,
    languages,
    /** Words for the animal, where a language has any. */
    animal: (language: string) => lexiconOf(book.lexicons, language).animal,
    maxResults: book.maxResults,
    vocabulary: vocabularyOf(book),
    /** Every spelling that a declaration of phase may hold. */
    linkageSpellings: [...book.linkage.keys()] as readonly string[],
    result: asking('coats.result', answerResult),
    picture: asking('coats.picture', answerPicture),
    offspring: asking('coats.generateChild', answerOffspring),
    /** The same question, read and not answered yet. */
    offspringAsked: asking('coats.generateChild', askOffspring),
    /** The same where something is not known of an animal; undefined where all is. @param endpoint of the contract */
    openAsked: (endpoint: string, fields: Fields, language: string): WorkAsked<unknown> | undefined =>
      checked(endpoint, fields, askOpen(endpoint, fields, language)),
    /** Throws ContractError for a field in the query string of an operation that reads a body. @param language of the answer */
    refuseQuery: (endpoint: string, query: string, fields: Fields, language: string): void =>
      refuseMistakenQuery({ model, languages, endpoint, language }, query, fields),
    /** Keys of the genes that a coat seen speaks of. @param seen as in questions @param field its place, for faults */
    genesSeen: (seen: unknown, field: string, language: string) => genesSeen(book, seen, field, language),
    genes: asking('coats.genes', answerGenes),
    /** The language of the catalogue that the fields ask for. Throws ContractError for what `genes` refuses. */
    language: (fields: Fields, fallbackLanguage: string) =>
      checked('coats.genes', fields, { language: readLanguage(fields, languages, fallbackLanguage) })
        .language,
    /**
     * Does what the first cross or the first coat name would have to wait for, in a few milliseconds: makes the tables and
     * the vocabularies, and has the code compiled by a cross of no request. Changes no answer.
     */
    ready: () => {
      book.offspring.ready()
      book.nameReader()
      rehearse(book)
    },
  })
}

/** Crosses two parents that are homozygous for the first allele of each locus: every rule set has such parents. */
function rehearse({ model, genotypes, offspring }: RuleBook): void {
  const genotype = model.loci.map((locus) => genotypes.of(locus, [pairOf([0], [0])]))
  const parent = { genotype, together: new Map() }
  const cross = offspring.cross(parent, parent)
  offspring.safety(cross)
  offspring.foals([cross]).next()
}
