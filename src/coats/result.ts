/**
 * One horse: the name of its coat and, when asked, the reasons.
 * Guarantees: equal genotypes give equal answers, however they were spelled.
 */
import type { HorseGenotype, Phenotype } from '../model/model.js'
import type { RuleRow } from '../rules/tables.js'
import type {
  Answered,
  CitedReference,
  ExplainedRule,
  Explanation,
  Fields,
  Note,
  ResultAnswer,
} from './answers.js'
import { writeNote } from './notes.js'
import { readHorse } from './read-horse.js'
import { readCoatOptions } from './read-options.js'
import { lexiconOf, viabilityOf, type RuleBook } from './rule-book.js'
import { createShow } from './show.js'

/** Throws ContractError for the client's faults. */
export function answerResult(
  book: RuleBook,
  fields: Fields,
  fallbackLanguage: string,
): Answered<ResultAnswer> {
  const { language, explain } = readCoatOptions(fields, book.languages, fallbackLanguage)
  const { genotype, named } = readHorse(book, fields, '')
  const phenotype = book.phenotypes.of(genotype)
  const notes = notesOf(book, genotype, phenotype, language)
  const body: ResultAnswer = {
    base: createShow(book, named, ['base'])(genotype),
    others: createShow(book, named, ['others'])(genotype),
    translate: book.nameOf(phenotype.coat, language),
    ...(notes.length === 0 ? {} : { notes }),
    ...(explain ? { explain: explainCoat(book, phenotype, language) } : {}),
  }
  return { body, language }
}

function notesOf(
  book: RuleBook,
  genotype: HorseGenotype,
  phenotype: Phenotype,
  language: string,
): readonly Note[] {
  const lexicon = lexiconOf(book.lexicons, language)
  const fired = phenotype.outcomes.flatMap((outcome) => outcome.fired)
  return phenotype.notes.map((code) => {
    const asked = Object.keys(fired.find((rule) => rule.notes.includes(code))?.when ?? {})
    const locus = book.model.loci.find((each) => asked.includes(each.key))
    const field = locus === undefined ? 'translate' : `${locus.group}.${locus.key}`
    return writeNote(lexicon, code, field, locus === undefined ? [] : (genotype[locus.index]?.alleles ?? []))
  })
}

function explainCoat(book: RuleBook, phenotype: Phenotype, language: string): Explanation {
  const viability = viabilityOf(phenotype.coat, lexiconOf(book.lexicons, language))
  const rules = phenotype.outcomes.flatMap(({ fired, overridden }, i) => {
    const table = book.model.tables[i]?.name ?? ''
    return [
      ...fired.map((rule) => explainRule(book, table, rule, 'fired')),
      ...overridden.map((rule) => explainRule(book, table, rule, 'overridden')),
    ]
  })
  return {
    visible: phenotype.coat.tokens,
    hidden: phenotype.hidden.map(({ token, by }) => ({ token, by: by.id })),
    rules,
    ...(viability === undefined ? {} : { viability }),
  }
}

function explainRule(
  book: RuleBook,
  table: string,
  rule: RuleRow,
  status: ExplainedRule['status'],
): ExplainedRule {
  return {
    table,
    rule: rule.id,
    status,
    tokens: rule.then,
    ...(rule.why === undefined ? {} : { why: rule.why }),
    verified: rule.verified,
    references: rule.cite.flatMap((id) => citedReference(book, id) ?? []),
  }
}

/** A reference as answers cite it; undefined for an id the rule files do not define. */
export function citedReference(book: RuleBook, id: string): CitedReference | undefined {
  const reference = book.model.source.references[id]
  if (reference === undefined) return undefined
  const { title, doi, omia, url, verified } = reference
  return {
    id,
    title,
    ...(doi === undefined ? {} : { doi }),
    ...(omia === undefined ? {} : { omia }),
    ...(url === undefined ? {} : { url }),
    verified,
  }
}
