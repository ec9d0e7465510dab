/**
 * The client: one method for each operation of the contract.
 * Guarantees: an answer other than 200 is a RobeError; a key is sent to `baseUrl` and nowhere else.
 */
import { refusal, unreadable } from './error.js'
import { exchange, type Answer, type CallOptions } from './exchange.js'
import { DEFAULT_RETRY, NO_RETRY, withRetry, type Retry } from './retry.js'
import { Rows } from './rows.js'
import type {
  ApiInfo,
  Coat,
  CoatQuestion,
  Genes,
  Inferred,
  InferQuestion,
  Offspring,
  OffspringQuestion,
  OpenCoat,
  OpenOffspring,
  PictureQuestion,
} from './types.js'

export interface RobeClientOptions {
  /** Where the service is, such as `https://coats.example.org` or, behind a proxy, `https://example.org/v1`. */
  readonly baseUrl: string
  /** To be left out only where something on the way adds it, as it must where browsers ask. */
  readonly key?: string
  /** In place of the global one. */
  readonly fetch?: typeof globalThis.fetch
  /** After which refusals a call is made again; false for none. Default: twice, after at most 10 s each. */
  readonly retry?: Retry | false
  /** How long the service may be silent before a call fails. Default: 30 000; Infinity for no end. */
  readonly timeoutMs?: number
}

const JSON_TYPE = 'application/json'
const TIMEOUT_MS = 30_000

export class RobeClient {
  readonly #baseUrl: string
  readonly #key: Readonly<Record<string, string>>
  readonly #fetch: typeof globalThis.fetch
  readonly #retry: Retry
  readonly #timeoutMs: number

  constructor({ baseUrl, key, fetch, retry = DEFAULT_RETRY, timeoutMs = TIMEOUT_MS }: RobeClientOptions) {
    this.#baseUrl = baseUrl.replace(/\/+$/, '')
    this.#key = key === undefined ? {} : { 'X-API-Key': key }
    // Browsers want their own fetch called as a plain function.
    this.#fetch = fetch ?? ((input, init) => globalThis.fetch(input, init))
    this.#retry = retry === false ? NO_RETRY : retry
    this.#timeoutMs = timeoutMs
  }

  /** The coat of one horse. */
  result(question: CoatQuestion, options?: CallOptions): Promise<Coat> {
    return this.#json('/coats/result', options, question)
  }

  /** The coats of one horse of which not everything is known: a `?` among its alleles, `seen`, or `untested`. */
  openResult(question: CoatQuestion, options?: CallOptions): Promise<OpenCoat> {
    return this.#json('/coats/result', options, question)
  }

  /** A picture of one horse, as the text of an SVG. */
  async picture(question: PictureQuestion, options?: CallOptions): Promise<string> {
    return wholeText(await this.#ask('/coats/picture', options, question))
  }

  /** The foals that two parents can have, all in one answer. */
  generateChild(question: OffspringQuestion, options?: CallOptions): Promise<Offspring> {
    return this.#json('/coats/generateChild', options, question)
  }

  /** The same foals one by one, for crosses with more of them than should be in memory. */
  rows(question: OffspringQuestion, options?: CallOptions): Rows {
    return new Rows(() => this.#ask('/coats/generateChild', options, question))
  }

  /** The foals of parents of which not everything is known, or where `foals` or `foals_for` is asked. */
  openOffspring(question: OffspringQuestion, options?: CallOptions): Promise<OpenOffspring> {
    return this.#json('/coats/generateChild', options, question)
  }

  /** What follows from the tests, relatives and coats seen of some horses. */
  infer(question: InferQuestion, options?: CallOptions): Promise<Inferred> {
    return this.#json('/coats/infer', options, question)
  }

  /** The key, its limits and its usage. Free of charge. */
  apiInfo(options?: CallOptions): Promise<ApiInfo> {
    return this.#json('/coats/api-info', options)
  }

  /** The genes, alleles and names that the service knows, to build a form from. Free of charge. */
  genes({ lang, ...options }: CallOptions & { readonly lang?: string } = {}): Promise<Genes> {
    const query = lang === undefined ? '' : `?lang=${encodeURIComponent(lang)}`
    return this.#json(`/coats/genes${query}`, options)
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
  #ask(path: string, options: CallOptions = {}, question?: object): Promise<Answer> {
    const headers = { ...this.#key, Accept: JSON_TYPE }
    const init: RequestInit =
      question === undefined
        ? { headers }
        : {
            method: 'POST',
            headers: { ...headers, 'Content-Type': JSON_TYPE },
            body: JSON.stringify(question),
          }
    return withRetry(this.#retry, options.signal, async () => {
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
