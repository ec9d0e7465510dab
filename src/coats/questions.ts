/**
 * The questions that a rule book answers, bound to it.
 * Guarantees: asking needs no parser and no rule engine: what only opening a rule set needs is not loaded.
 * Leaves to others: opening one (open-rule-book.ts), each answer (result.ts, offspring.ts, genes.ts).
 */
import type { Coats } from './answers.js'
import { answerGenes, vocabularyOf } from './genes.js'
import { answerOffspring, askOffspring } from './offspring/offspring.js'
import { answerResult } from './result.js'
import type { RuleBook } from './rule-book.js'

/** The questions that a rule book answers. */
export function coatsOf(book: RuleBook): Coats {
  return Object.freeze<Coats>({
    rulesetVersion: book.version,
    languages: book.languages,
    maxResults: book.maxResults,
    vocabulary: vocabularyOf(book),
    linkageSpellings: [...book.linkage.keys()],
    result: (fields, fallback) => answerResult(book, fields, fallback),
    offspring: (fields, fallback) => answerOffspring(book, fields, fallback),
    offspringAsked: (fields, fallback) => askOffspring(book, fields, fallback),
    genes: (fields, fallback) => answerGenes(book, fields, fallback),
    ready: book.offspring.ready,
  })
}
