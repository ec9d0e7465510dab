/**
 * The coats of a report: what it leaves possible, what the textbook assumption makes of it, and what each answer to an open
 * question would give.
 * Guarantees: at most MAX_CHOICES answers are computed; an animal that cannot be has no coat, with the reason.
 */
import type { ReportReading } from '../../reports/reading.js'
import { stated } from '../../rules/yaml/parsed-file.js'
import { ClientError } from '../client-error.js'
import type { AnswerRow } from '../infer/shapes.js'
import { NO_POPULATION, usualPopulation } from '../read/population/population.js'
import type { Fields } from '../read/decode-fields.js'
import type { InferredResult } from '../result/inferred-result.js'
import { askResult, type ResultAnswer } from '../result/result.js'
import { wholeBody } from '../ask.js'
import type { Ruleset } from '../ruleset.js'

/** Coats computed for answers to questions. */
const MAX_CHOICES = 16
/** Coats listed with their bounds. */
const MAX_POSSIBLE = 16

/** One reading of the report as a coat. */
export interface ReportCoat {
  /** The most probable coat; with bounds the one of the fewest variants. Absent if the question was refused. */
  readonly coat?: string
  /** Whether no other coat is possible. */
  readonly certain?: boolean
  readonly results?: readonly AnswerRow[]
  readonly total_results?: number
  /** Why there is no coat. */
  readonly refused?: string
}

export interface ChoiceCoat extends Pick<ReportCoat, 'coat' | 'refused'> {
  readonly line: number
  readonly gene: string
  readonly alleles: readonly string[]
}

export interface ReportCoats {
  /** Untested copies may be anything. */
  readonly strict: ReportCoat
  /** With the textbook assumption, if the rules have one and no question is open. */
  readonly textbook?: ReportCoat
  /** While questions are open, the textbook coat of each choice. */
  readonly choices?: readonly ChoiceCoat[]
}

export function reportCoats(
  ruleset: Ruleset,
  animal: Fields,
  reading: ReportReading,
  language: string,
): ReportCoats {
  const textbook = usualPopulation(ruleset.model)
  const coatOf = (fields: Fields, population: string, limit: number): ReportCoat =>
    coatFor(ruleset, { ...fields, population, limit }, language)
  const choices = textbook === undefined ? [] : choicesOf(animal, reading)
  return {
    strict: coatOf(animal, NO_POPULATION, MAX_POSSIBLE),
    ...stated({
      textbook:
        textbook === undefined || reading.questions.length > 0
          ? undefined
          : coatOf(animal, textbook, MAX_POSSIBLE),
      choices:
        choices.length === 0
          ? undefined
          : choices.map(({ line, gene, alleles, fields }) => {
              const { coat, refused } = coatOf(fields, textbook ?? NO_POPULATION, 1)
              return { line, gene, alleles, ...stated({ coat, refused }) }
            }),
    }),
  }
}

/** The animal with each choice of each question in place of the open gene. */
function choicesOf(animal: Fields, { questions }: ReportReading) {
  const every = questions.flatMap(({ line, locus, choices, outcomes }) =>
    choices.map((alleles, i) => {
      const group = animal[locus.group] as Fields
      const fields = { ...animal, [locus.group]: { ...group, [locus.key]: outcomes[i] ?? alleles } }
      // A choice with one copy, or with two, says the sex.
      return {
        line,
        gene: locus.key,
        alleles,
        fields: locus.noCopy === null ? fields : { ...fields, sex: undefined },
      }
    }),
  )
  return every.slice(0, MAX_CHOICES)
}

function coatFor(ruleset: Ruleset, fields: Fields, language: string): ReportCoat {
  try {
    const body = wholeBody<ResultAnswer | InferredResult>(askResult(ruleset, fields, language))
    if (!isInferred(body)) return { coat: body.translate, certain: true }
    const { translate, certain, results, total_results: total } = body
    return { coat: translate, certain, results, ...stated({ total_results: total }) }
  } catch (error) {
    if (error instanceof ClientError) return { refused: error.message }
    throw error
  }
}

function isInferred(body: ResultAnswer | InferredResult): body is InferredResult {
  return 'results' in body
}
