/**
 * The questions that a rule book answers, bound to it.
 * Guarantees: asking needs no parser and no rule engine: what only opening a rule set needs is not loaded. Questions throw
 * ContractError for the client's faults.
 * Leaves to others: opening one (open-rule-book.ts), each answer (result.ts, offspring.ts, genes.ts).
 */
import { pairOf } from '../genetics/genotype.js'
import type { Fields } from './request/decode-fields.js'
import { answerGenes, vocabularyOf } from './genes.js'
import { askInfer } from './infer/infer.js'
import { askOpenCross } from './infer/open-cross.js'
import { askOpenResult } from './infer/open-result.js'
import { genesSeen } from './infer/reading/genes-seen.js'
import { isOpenCross, isOpenHorse } from './infer/reading/is-open.js'
import type { WorkAsked } from './infer/shapes.js'
import { answerOffspring, askOffspring } from './offspring/offspring.js'
import { answerPicture } from './pictured.js'
import { readLanguage } from './request/options.js'
import { answerResult } from './result.js'
import { lexiconOf, type RuleBook } from './rule-book.js'

export type Coats = ReturnType<typeof coatsOf>

export function coatsOf(book: RuleBook) {
  const asking =
    <Answer>(answer: (book: RuleBook, fields: Fields, fallbackLanguage: string) => Answer) =>
    (fields: Fields, fallbackLanguage: string): Answer =>
      answer(book, fields, fallbackLanguage)
  return Object.freeze({
    rulesetVersion: book.version,
    languages: book.languages,
    /** Words for the animal, where a language has any. */
    animal: (language: string) => lexiconOf(book.lexicons, language).animal,
    maxResults: book.maxResults,
    vocabulary: vocabularyOf(book),
    /** Every spelling that a declaration of phase may hold. */
    linkageSpellings: [...book.linkage.keys()] as readonly string[],
    result: asking(answerResult),
    picture: asking(answerPicture),
    offspring: asking(answerOffspring),
    /** The same question, read and not answered yet. */
    offspringAsked: asking(askOffspring),
    /** The same where something is not known of an animal; undefined where all is. @param endpoint of the contract */
    openAsked: (endpoint: string, fields: Fields, language: string): WorkAsked<unknown> | undefined => {
      if (endpoint === 'coats.infer') return askInfer(book, fields, language)
      if (endpoint === 'coats.result' && isOpenHorse(fields)) return askOpenResult(book, fields, language)
      if (endpoint === 'coats.generateChild' && isOpenCross(fields))
        return askOpenCross(book, fields, language)
      return undefined
    },
    /** Keys of the genes that a coat seen speaks of. @param seen as in questions @param field its place, for faults */
    genesSeen: (seen: unknown, field: string, language: string) => genesSeen(book, seen, field, language),
    genes: asking(answerGenes),
    /** The language that the fields ask for, or the other one. Throws ContractError for an unknown `lang`. */
    language: (fields: Fields, fallbackLanguage: string) =>
      readLanguage(fields, book.languages, fallbackLanguage),
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
