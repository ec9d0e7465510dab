/**
 * Robe in a browser, or wherever there is no Node: opens the text of a rule set and answers as the service does. This is
 * what the package exports as `robe/browser`.
 * Guarantees: bodies of questions and answers are those of the HTTP interface; nothing is loaded, sent or kept anywhere.
 * Leaves to others: fetching the text; a thread for large crosses, which whoever calls starts.
 */
import type { GenesAnswer } from '../../coats/genes.js'
import type { Fields, OffspringAnswer, OffspringListing, ResultAnswer } from '../../coats/answers.js'
import { coatsOf } from '../../coats/coats.js'
import { decodeCrossFields, decodeHorseFields } from '../../coats/request/decode-fields.js'
import { createRuleBook } from '../../coats/rule-book.js'
import { drawHorse } from '../../picture/picture.js'
import { readModelText } from './model-text.js'

export { ContractError } from '../../coats/contract-error.js'
export type { Fields, GenesAnswer, OffspringAnswer, OffspringListing, ResultAnswer }

/** The questions of the HTTP interface. Each throws ContractError for what its body gets wrong. */
export interface Robe {
  /** As the service tells it in `X-Ruleset-Version`. */
  readonly rulesetVersion: string
  /** What `lang` may be; the first one is taken where it is not said. */
  readonly languages: readonly string[]
  /** GET /coats/genes */
  readonly genes: (body?: Fields) => GenesAnswer
  /** POST /coats/result */
  readonly result: (body: Fields) => ResultAnswer
  /** POST /coats/picture. @param prefix of all ids in it, so that several can stand on one page */
  readonly picture: (body: Fields, prefix?: string) => Picture
  /** POST /coats/generateChild */
  readonly offspring: (body: Fields) => OffspringAnswer
  /** The same, its rows made as they are taken: for a large cross. */
  readonly listOffspring: (body: Fields) => Pick<OffspringListing, 'envelope' | 'rows'>
}

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

const MOST_RESULTS = 50_000

/** @param modelText `robe/browser/model.json`, or what a running service gives out as `page/model-….json` */
export function openRobe(modelText: string, { maxResults = MOST_RESULTS }: RobeOptions = {}): Robe {
  const { model, lexicons } = readModelText(modelText)
  const coats = coatsOf(createRuleBook(model, lexicons, maxResults))
  const { rulesetVersion, languages } = coats
  const first = languages[0] ?? ''
  return Object.freeze({
    rulesetVersion,
    languages,
    genes: (body = {}) => coats.genes(body, first).body,
    result: (body) => coats.result(decodeHorseFields(body), first).body,
    picture: (body, prefix) => {
      const pictured = coats.picture(decodeHorseFields(body), first)
      const { description, shown } = pictured
      return { svg: drawHorse(pictured, prefix), description, isDrawn: shown !== undefined }
    },
    offspring: (body) => coats.offspring(decodeCrossFields(body), first).body,
    listOffspring: (body) => coats.offspringAsked(decodeCrossFields(body), first).list(),
  } satisfies Robe)
}
