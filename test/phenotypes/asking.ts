/**
 * Short questions to one ruleset: names, echoes, refusals, foals.
 */
import type { Possibility } from '../../src/operations/generate-child/row.js'
import { ClientError } from '../../src/operations/client-error.js'
import type { OffspringAnswer } from '../../src/operations/generate-child/offspring.js'
import type { ResultAnswer } from '../../src/operations/result/result.js'
import type { Ruleset } from '../../src/operations/ruleset.js'
import type { Given } from '../../src/rules/tables.js'
import { inGroups } from './shipped.js'
import { answerOffspring, answerResult } from '../support/exact-answers.js'

export const CHESTNUT: Given = { extension: ['e', 'e'], agouti: ['A', 'a'] }
export const BAY: Given = { extension: ['E', 'e'], agouti: ['A', 'a'] }
export const BLACK: Given = { extension: ['E', 'e'], agouti: ['a', 'a'] }

export interface Asking {
  readonly en: (horse: Given) => string
  readonly fr: (horse: Given) => string
  /** `English / French` */
  readonly both: (horse: Given) => string
  /** The whole answer, explained. */
  readonly answer: (horse: Given) => ResultAnswer
  /** `others` as echoed. */
  readonly echo: (horse: Given) => Given
  /** Code and field of the refusal, or the name that was given instead. */
  readonly refusal: (horse: Given) => string
  readonly foals: (mother: Given, father: Given) => OffspringAnswer
}

export function asking(ruleset: Ruleset): Asking {
  const answer = (horse: Given, language = 'en'): ResultAnswer =>
    answerResult(ruleset, { ...inGroups(ruleset, horse), explain: true }, language).body
  const en = (horse: Given): string => answer(horse, 'en').translate
  const fr = (horse: Given): string => answer(horse, 'fr').translate
  return {
    en,
    fr,
    both: (horse) => `${en(horse)} / ${fr(horse)}`,
    answer: (horse) => answer(horse),
    echo: (horse) => answer(horse).others,
    refusal: (horse) => {
      try {
        return `accepted as ${answer(horse).translate}`
      } catch (error) {
        if (error instanceof ClientError) return `${error.code} ${error.details?.field ?? ''}`
        throw error
      }
    },
    foals: (mother, father) =>
      answerOffspring(ruleset, { mother: inGroups(ruleset, mother), father: inGroups(ruleset, father) }, 'en')
        .body,
  }
}

/** Percentage of the foals that satisfy a condition. */
export function shareOf(answer: OffspringAnswer, holds: (foal: Possibility) => boolean): number {
  return answer.results.filter(holds).reduce((sum, foal) => sum + foal.percentage, 0)
}
