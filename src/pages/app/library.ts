/**
 * Robe in a browser, or wherever there is no Node: opens the text of a rule set and answers as the service does. This is
 * what the package exports as `robe/browser`.
 * Guarantees: bodies of questions and answers are those of the HTTP interface; nothing is loaded, sent or kept anywhere.
 * Leaves to others: fetching the text; a thread for large crosses, which whoever calls starts.
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

export { ClientError as ClientError } from '../../operations/client-error.js'
export type { Fields, GenesAnswer, OffspringAnswer, OffspringListing, ResultAnswer }
export type { InferAnswer, OpenCrossAnswer, OpenResultAnswer, AnswerRow as OpenRow }

/** The questions of the HTTP interface. Each throws ClientError for what its body gets wrong. */
export interface Robe {
  /** As the service tells it in `X-Ruleset-Version`. */
  readonly rulesetVersion: string
  /** What `lang` may be; the first one is taken where it is not said. */
  readonly languages: readonly string[]
  /** GET /coats/genes */
  readonly genes: (body?: Fields) => GenesAnswer
  /** POST /coats/result; the other answer where something is not known. */
  readonly result: (body: Fields) => ResultAnswer | OpenResultAnswer
  /** POST /coats/picture. @param prefix of all ids in it, so that several can stand on one page */
  readonly picture: (body: Fields, prefix?: string) => Picture
  /** POST /coats/generateChild; the other answer where something is not known of a parent. */
  readonly offspring: (body: Fields) => OffspringAnswer | OpenCrossAnswer
  /** The same, its rows made as they are taken: for a large cross. */
  readonly listOffspring: (body: Fields) => ListedOffspring
  /** POST /coats/infer */
  readonly infer: (body: Fields) => InferAnswer
  /** Keys of the genes that a coat seen speaks of, for `others` of `infer`. @param field its place, for faults */
  readonly genesSeen: (seen: unknown, field: string, language: string) => readonly string[]
  /** Words that passports print in this language, which `seen` and `wanted` understand beside names of coats. */
  readonly passportWords: (language: string) => readonly string[]
  /** Words for the animal: those that the language has. */
  readonly animal: (language: string) => AnimalWords
}

export interface ListedOffspring {
  readonly envelope: OffspringListing['envelope'] | Omit<OpenCrossAnswer, 'results'>
  readonly rows: Iterable<Possibility | AnswerRow>
}

export type AnimalWords = Lexicon['animal']

export interface Picture {
  readonly svg: string
  /** For who cannot see it; where nothing is drawn, why. */
  readonly description: string
  readonly isDrawn: boolean
}

export interface RobeOptions {
  /** The most elements that one answer about foals may hold. Default: as a service has it. */
  readonly maxResults?: number
}

const MAX_RESULTS = 50_000

/** @param modelText `robe/browser/model.json`, or what a running service gives out as `page/model-….json` */
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
    genesSeen: (seen, field, language) => genesSeen(ruleset, seen, field, language),
    passportWords: (language) => passportWordsOf(model.source.locales, language),
    animal: (language) => lexiconOf(lexicons, language).animal,
  } satisfies Robe)
}
