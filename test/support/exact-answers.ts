/**
 * Answers about animals of which all genes are known, in process. Throws where an answer is inferred.
 */
import { wholeBody } from '../../src/operations/ask.js'
import {
  askOffspring,
  type OffspringAnswer,
  type OffspringQuestion,
} from '../../src/operations/generate-child/offspring.js'
import type { Fields } from '../../src/operations/read/decode-fields.js'
import { askResult } from '../../src/operations/result/result.js'
import type { Ruleset } from '../../src/operations/ruleset.js'

export function answerResult(ruleset: Ruleset, fields: Fields, language: string) {
  const asked = askResult(ruleset, fields, language)
  if (asked.kind !== 'value') throw new Error('this coat is inferred')
  return asked
}

export function askCross(ruleset: Ruleset, fields: Fields, language: string): OffspringQuestion {
  const asked = askOffspring(ruleset, fields, language)
  if (asked.kind !== 'rows') throw new Error('these foals are inferred')
  return asked
}

export function answerOffspring(ruleset: Ruleset, fields: Fields, language: string) {
  const asked = askCross(ruleset, fields, language)
  return { body: wholeBody<OffspringAnswer>(asked), language: asked.language }
}
