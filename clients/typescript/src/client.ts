/**
 * The client: one method for each operation of the contract.
 * Guarantees: an answer other than 200 is a RobeError; a key is sent to `baseUrl` and nowhere else.
 */
import { refusal, unreadable } from './error.js'
import { exchange, type Answer, type CallOptions } from './exchange.js'
import { DEFAULT_RETRY, NO_RETRY, withRetry, type Retry } from './retry.js'
import { Rows } from './rows.js'
import type {
  BatchAnswer,
  BatchOptions,
  BatchQuestion,
  AnyCoatQuestion,
  AnyOffspringQuestion,
  ApiInfo,
  Coat,
  CoatQuestion,
  Genes,
  GenotypesOf,
  GenotypesOfQuestion,
  Inferred,
  InferQuestion,
  Language,
  Offspring,
  OffspringQuestion,
  OffspringSummary,
  OpenCoat,
  OpenOffspring,
  OpenOffspringSummary,
  OpenRow,
  PartlyTestedCoatQuestion,
  PartlyTestedOffspringQuestion,
  PictureQuestion,
  Possibility,
} from './types.js'

export interface RobeClientOptions {
  /** Where the service is, such as `https://coats.example.org` or, behind a proxy, `https://example.org/v1`. */
  readonly baseUrl: string
  /** To be left out only where something on the way adds it, as it must where browsers ask. */
  readonly key?: string
  /** In place of the global one. */
  readonly fetch?: typeof globalThis.fetch
  /** How often a refused call is retried, and after which wait at most; false for never. Default: twice, 10 s. */
  readonly retry?: Retry | false
  /**
   * How long one call may wait in all for the next rate-limit window. Such waits do not count as retries. Default: 0, which
   * leaves a 429 to `retry`.
   */
  readonly waitForWindowMs?: number
  /** How long the service may be silent before a call fails. Default: 30 000; Infinity for no limit. */
  readonly timeoutMs?: number
}

const JSON_TYPE = 'application/json'
const LINES_TYPE = 'application/x-ndjson'
const TIMEOUT_MS = 30_000

interface WithHeaders {
  readonly headers: Readonly<Record<string, string>>
}

export class RobeClient {
  readonly #baseUrl: string
  readonly #key: Readonly<Record<string, string>>
  readonly #fetch: typeof globalThis.fetch
  readonly #retry: Retry
  readonly #waitForWindowMs: number
  readonly #timeoutMs: number

  constructor({
    baseUrl,
    key,
    fetch,
    retry = DEFAULT_RETRY,
    waitForWindowMs = 0,
    timeoutMs = TIMEOUT_MS,
  }: RobeClientOptions) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '')
    this.#key = key === undefined ? {} : { 'X-API-Key': key }
    // Browsers want their own fetch called as a plain function.
    this.#fetch = fetch ?? ((input, init) => globalThis.fetch(input, init))
    this.#retry = retry === false ? NO_RETRY : retry
    this.#waitForWindowMs = waitForWindowMs
    this.#timeoutMs = timeoutMs
  }

  /** The coat of one horse; of a partly tested horse the coats it can have. */
  result(question: CoatQuestion, options?: CallOptions): Promise<Coat>
  result(question: PartlyTestedCoatQuestion, options?: CallOptions): Promise<OpenCoat>
  result(question: AnyCoatQuestion, options?: CallOptions): Promise<Coat | OpenCoat>
  result(question: AnyCoatQuestion, options?: CallOptions): Promise<Coat | OpenCoat> {
    return this.#json('/coats/result', options, question)
  }

  /** A picture of one horse, as the text of an SVG. */
  async picture(question: PictureQuestion, options?: CallOptions): Promise<string> {
    return wholeText(await this.#ask('/coats/picture', options, question))
  }

  /** The foals that two parents can have, all in one answer; of partly tested parents one row for each coat. */
  generateChild(question: OffspringQuestion, options?: CallOptions): Promise<Offspring>
  generateChild(question: PartlyTestedOffspringQuestion, options?: CallOptions): Promise<OpenOffspring>
  generateChild(question: AnyOffspringQuestion, options?: CallOptions): Promise<Offspring | OpenOffspring>
  generateChild(question: AnyOffspringQuestion, options?: CallOptions): Promise<Offspring | OpenOffspring> {
    return this.#json('/coats/generateChild', options, question)
  }

  /** The rows of `generateChild` one by one, for crosses that are too large for memory. */
  rows(question: OffspringQuestion, options?: CallOptions): Rows<Possibility, OffspringSummary>
  rows(question: PartlyTestedOffspringQuestion, options?: CallOptions): Rows<OpenRow, OpenOffspringSummary>
  rows(
    question: AnyOffspringQuestion,
    options?: CallOptions,
  ): Rows<Possibility | OpenRow, OffspringSummary | OpenOffspringSummary>
  rows(
    question: AnyOffspringQuestion,
    options?: CallOptions,
  ): Rows<Possibility | OpenRow, OffspringSummary | OpenOffspringSummary> {
    return new Rows(() => this.#ask('/coats/generateChild', options, question))
  }

  /** What the tests, relatives and observed coats of some horses tell about them. */
  infer(question: InferQuestion, options?: CallOptions): Promise<Inferred> {
    return this.#json('/coats/infer', options, question)
  }

  /**
   * Up to 1 000 questions in one call, for one unit each; one answer for each, in order, a refusal among them. The call is sent with
   * an idempotency key, so that a retry is not charged again.
   */
  async batch(
    questions: readonly BatchQuestion[],
    { idempotencyKey = crypto.randomUUID(), lang, ...options }: CallOptions & BatchOptions = {},
  ): Promise<readonly BatchAnswer[]> {
    const headers = {
      'Content-Type': LINES_TYPE,
      'Idempotency-Key': idempotencyKey,
      ...(lang !== undefined && { 'Accept-Language': lang }),
    }
    const body = questions.map((each) => JSON.stringify(each)).join('\n')
    const answer = await this.#send('/coats/batch', options, { method: 'POST', headers, body })
    const text = await wholeText(answer)
    try {
      return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as BatchAnswer]))
    } catch (error) {
      throw unreadable(answer, error)
    }
  }

  /** The key, its limits and its usage. Free of charge. */
  apiInfo(options?: CallOptions): Promise<ApiInfo> {
    return this.#json('/coats/api-info', options)
  }

  /** The genes, alleles and names that the service knows, to build a form from. Free of charge. */
  genes({ lang, ...options }: CallOptions & { readonly lang?: Language } = {}): Promise<Genes> {
    const query = lang === undefined ? '' : `?lang=${encodeURIComponent(lang)}`
    return this.#json(`/coats/genes${query}`, options)
  }

  /** All genotypes of the coats that a name can mean. */
  genotypesOf(question: GenotypesOfQuestion, options?: CallOptions): Promise<GenotypesOf> {
    return this.#json('/coats/genotypesOf', options, question)
  }

  async #json<Told>(path: string, options?: CallOptions, question?: object): Promise<Told> {
    const answer = await this.#ask(path, options, question)
    const text = await wholeText(answer)
    try {
      return JSON.parse(text) as Told
    } catch (error) {
      throw unreadable(answer, error)
    }
  }

  /** Posts the question if there is one, else gets. */
  #ask(path: string, options?: CallOptions, question?: object): Promise<Answer> {
    const headers = { Accept: JSON_TYPE, 'Content-Type': JSON_TYPE }
    if (question === undefined) return this.#send(path, options, { headers: { Accept: JSON_TYPE } })
    return this.#send(path, options, { method: 'POST', headers, body: JSON.stringify(question) })
  }

  #send(path: string, options: CallOptions = {}, request: RequestInit & WithHeaders): Promise<Answer> {
    const init = { ...request, headers: { ...this.#key, ...request.headers } }
    return withRetry({ ...this.#retry, waitForWindowMs: this.#waitForWindowMs }, options.signal, async () => {
      const answer = await exchange(this.#fetch, `${this.#baseUrl}${path}`, init, {
        timeoutMs: this.#timeoutMs,
        ...options,
      })
      if (answer.status === 200) return answer
      throw refusal(answer, await wholeText(answer))
    })
  }
}

async function wholeText({ text }: Answer): Promise<string> {
  let whole = ''
  for await (const piece of text) whole += piece
  return whole
}
