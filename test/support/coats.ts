/**
 * Short questions to one rule set, with typed answers.
 */
import { ask, wholeBody } from '../../src/operations/ask.js'
import type { OffspringAnswer } from '../../src/operations/generate-child/offspring.js'
import { generateChild } from '../../src/operations/generate-child/operation.js'
import { vocabularyOf, type GenesAnswer } from '../../src/operations/genes/genes.js'
import { genes } from '../../src/operations/genes/operation.js'
import type { ImageResult, Operation, Result, RowsResult } from '../../src/operations/operation.js'
import { picture } from '../../src/operations/picture/operation.js'
import type { Fields } from '../../src/operations/read/decode-fields.js'
import { genesSeen } from '../../src/operations/read/observed/genes-seen.js'
import { operationOf } from '../../src/operations/registry.js'
import { result } from '../../src/operations/result/operation.js'
import type { ResultAnswer } from '../../src/operations/result/result.js'
import { lexiconOf, type Ruleset } from '../../src/operations/ruleset.js'

export type Coats = ReturnType<typeof coatsOf>

export function coatsOf(ruleset: Ruleset) {
  const asked =
    <Body>(operation: Operation<Body>) =>
    (fields: Fields, language: string): Result<Body> =>
      ask(operation, ruleset, fields, language)
  const whole =
    <Body>(operation: Operation) =>
    (fields: Fields, language: string) => {
      const found = asked(operation)(fields, language)
      return { body: wholeBody(found) as Body, language: found.language }
    }
  return {
    ruleset,
    rulesetVersion: ruleset.version,
    languages: ruleset.languages,
    maxResults: ruleset.maxResults,
    vocabulary: vocabularyOf(ruleset),
    linkageSpellings: [...ruleset.linkage.keys()] as readonly string[],
    animal: (language: string) => lexiconOf(ruleset.lexicons, language).animal,
    result: whole<ResultAnswer>(result),
    offspring: whole<OffspringAnswer>(generateChild),
    /** Reads a question of any operation, without answering it. @param id such as `coats.infer` */
    ask: (id: string, fields: Fields, language: string): Result =>
      ask(operationOf(id), ruleset, fields, language),
    /** The whole body of any operation. */
    answer: (id: string, fields: Fields, language: string): unknown =>
      wholeBody(ask(operationOf(id), ruleset, fields, language)),
    genesSeen: (seen: unknown, field: string, language: string) => genesSeen(ruleset, seen, field, language),
    genes: (fields: Fields, language: string) => {
      const { body, language: answered } = ask(genes, ruleset, fields, language) as Extract<
        Result<GenesAnswer>,
        { kind: 'value' }
      >
      return { body, language: answered }
    },
    picture: asked(picture) as (fields: Fields, language: string) => Result<string> & ImageResult,
    /** Of parents of which everything is known. */
    offspringAsked: asked(generateChild) as (fields: Fields, language: string) => Result & RowsResult,
  }
}
