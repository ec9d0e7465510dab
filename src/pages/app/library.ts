/**
 * The library that the package exports as `robe/browser`: opens a rule set from text and answers as the service does, in any
 * JavaScript runtime. The caller fetches the text and starts a worker for large crosses.
 * Guarantees: questions and answers are those of the HTTP API; loads, sends and stores nothing.
 */
import type { GenesAnswer } from '../../operations/genes/genes.js'
import type { OffspringListing } from '../../operations/generate-child/listing.js'
import type { OffspringAnswer } from '../../operations/generate-child/offspring.js'
import type { Possibility } from '../../operations/generate-child/row.js'
import type { ResultAnswer } from '../../operations/result/result.js'
import { ask, wholeBody } from '../../operations/ask.js'
import type { InferredOffspring as OpenCrossAnswer } from '../../operations/generate-child/inferred-offspring.js'
import type { InferredResult as OpenResultAnswer } from '../../operations/result/inferred-result.js'
import type { InferAnswer } from '../../operations/infer/infer.js'
import type { AnswerRow } from '../../operations/infer/shapes.js'
import { generateChild } from '../../operations/generate-child/operation.js'
import { genes } from '../../operations/genes/operation.js'
import { genotypesOf } from '../../operations/genotypes-of/operation.js'
import type { GenotypesOfAnswer } from '../../operations/genotypes-of/genotypes-of.js'
import { infer } from '../../operations/infer/operation.js'
import type { ImageResult, Operation, Result } from '../../operations/operation.js'
import { picture } from '../../operations/picture/operation.js'
import type { Fields } from '../../operations/read/decode-fields.js'
import { genesSeen } from '../../operations/read/observed/genes-seen.js'
import { result } from '../../operations/result/operation.js'
import { createRuleset, lexiconOf } from '../../operations/ruleset.js'
import type { Lexicon } from '../../naming/lexicon.js'
import { passportWordsOf } from '../../naming/read-passport.js'
import { readModelText } from './model-text.js'

export { ClientError as ContractError } from '../../operations/client-error.js'
export type { Fields, GenesAnswer, OffspringAnswer, OffspringListing, ResultAnswer }
export type { GenotypesOfAnswer, InferAnswer, OpenCrossAnswer, OpenResultAnswer, AnswerRow as OpenRow }

/** The operations of the HTTP API. Each throws ContractError for an invalid question. */
export interface Robe {
  /** The value of the header `X-Ruleset-Version`. */
  readonly rulesetVersion: string
  /** Accepted values of `lang`; the first one is the default. */
  readonly languages: readonly string[]
  /** GET /coats/genes */
  readonly genes: (body?: Fields) => GenesAnswer
  /** POST /coats/result; OpenResultAnswer for a partly tested animal. */
  readonly result: (body: Fields) => ResultAnswer | OpenResultAnswer
  /** POST /coats/picture. @param prefix of all ids in the SVG, so that one page can hold several */
  readonly picture: (body: Fields, prefix?: string) => Picture
  /** POST /coats/generateChild; OpenCrossAnswer for partly tested parents. */
  readonly offspring: (body: Fields) => OffspringAnswer | OpenCrossAnswer
  /** The same with rows computed on demand, for large crosses. */
  readonly listOffspring: (body: Fields) => ListedOffspring
  /** POST /coats/infer */
  readonly infer: (body: Fields) => InferAnswer
  /** POST /coats/genotypesOf */
  readonly genotypesOf: (body: Fields) => GenotypesOfAnswer
  /** Keys of the genes behind an observed coat, for `others` of `infer`. @param field its path, for errors */
  readonly genesSeen: (seen: unknown, field: string, language: string) => readonly string[]
  /** Words that passports print in this language, which `seen` and `wanted` understand beside names of coats. */
  readonly passportWords: (language: string) => readonly string[]
  /** Words for the animal in a language. */
  readonly animal: (language: string) => AnimalWords
}

export interface ListedOffspring {
  readonly envelope: OffspringListing['envelope'] | Omit<OpenCrossAnswer, 'results'>
  readonly rows: Iterable<Possibility | AnswerRow>
}

export type AnimalWords = Lexicon['animal']

export interface Picture {
  readonly svg: string
  /** Alternative text, or the reason why nothing is drawn. */
  readonly description: string
  readonly isDrawn: boolean
}

export interface RobeOptions {
  /** Maximum number of elements in one answer about foals. Default: that of the service. */
  readonly maxResults?: number
}

const MAX_RESULTS = 50_000

/** @param modelText `robe/browser/model.json`, or `page/model-….json` of a running service */
export function openRobe(modelText: string, { maxResults = MAX_RESULTS }: RobeOptions = {}): Robe {
  const { model, lexicons } = readModelText(modelText)
  const ruleset = createRuleset(model, lexicons, maxResults)
  const { version, languages } = ruleset
  const first = languages[0] ?? ''
  const asked = <Body>(operation: Operation<Body>, body: Fields): Result<Body> =>
    ask(operation, ruleset, operation.decode(body), first)
  return Object.freeze({
    rulesetVersion: version,
    languages,
    genes: (body = {}) => wholeBody(asked(genes, body)),
    result: (body) => wholeBody(asked(result, body)),
    picture: (body, prefix) => {
      const { draw, description, isDrawn } = asked(picture, body) as ImageResult
      return { svg: draw(prefix), description, isDrawn }
    },
    offspring: (body) => wholeBody(asked(generateChild, body)),
    listOffspring: (body) => {
      const found = asked(generateChild, body)
      if (found.kind === 'rows') return found.list() as ListedOffspring
      const { results: rows, ...envelope } = wholeBody(found)
      return { envelope, rows }
    },
    infer: (body) => wholeBody(asked(infer, body)),
    genotypesOf: (body) => wholeBody(asked(genotypesOf, body)),
    genesSeen: (seen, field, language) => genesSeen(ruleset, seen, field, language),
    passportWords: (language) => passportWordsOf(model.source.locales, language),
    animal: (language) => lexiconOf(lexicons, language).animal,
  } satisfies Robe)
}
