/**
 * Worker thread of a batch: answers lists of distinct questions (answerer.ts).
 */
import { workerData } from 'node:worker_threads'
import { createRuleset } from '../../../operations/ruleset.js'
import type { Model } from '../../../model/model.js'
import type { Lexicon } from '../../../naming/lexicon.js'
import { createAnswerer, type BatchAnswer, type TableQuestions } from './answerer.js'

export interface BatchRules {
  readonly model: Model
  readonly lexicons: ReadonlyMap<string, Lexicon>
  readonly maxResults: number
  readonly language: string
  readonly table: TableQuestions | undefined
}

const { model, lexicons, maxResults, language, table } = workerData as BatchRules
const answer = createAnswerer(createRuleset(model, lexicons, maxResults), language, table)

export function answerAll(questions: readonly string[]): readonly BatchAnswer[] {
  return questions.map(answer)
}
