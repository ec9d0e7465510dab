/**
 * One request and its answer, whose body is read piece by piece.
 * Guarantees: no faster than the pieces are taken; a silence of the service longer than the timeout, an abort, or a
 * reader that stops ends the exchange and its connection.
 * Leaves to others: what the answer says.
 */
import type { Head } from './error.js'

export interface CallOptions {
  /** Ends the call; its reason is thrown. */
  readonly signal?: AbortSignal
  /** How long the service may be silent, in place of the client's own setting. */
  readonly timeoutMs?: number
}

export interface Answer extends Head {
  readonly text: AsyncGenerator<string, void, undefined>
}

/** Rejects as `fetch` does. A redirect is a failure: it would take the key elsewhere. */
export async function exchange(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  { signal, timeoutMs = Infinity }: CallOptions,
): Promise<Answer> {
  const watch = new Watch(signal, timeoutMs)
  try {
    const asked = fetch(url, { ...init, redirect: 'error', signal: watch.signal })
    const response = await watch.over(asked)
    return { status: response.status, headers: response.headers, text: piecesOf(response, watch) }
  } catch (error) {
    watch.end()
    throw error
  }
}

async function* piecesOf({ body }: Response, watch: Watch): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  const reader = body?.getReader()
  try {
    while (reader !== undefined) {
      const { done, value } = await watch.over(reader.read())
      if (done) break
      yield decoder.decode(value, { stream: true })
    }
    yield decoder.decode()
  } finally {
    watch.end()
    // Of what was aborted only this surely ends the connection.
    void reader?.cancel().catch(() => {})
  }
}

/** One signal out of the caller's and the timeout. */
class Watch {
  readonly #ending = new AbortController()
  readonly signal = this.#ending.signal
  /** Heard here too, since Node's fetch can lose its copy of the signal to the garbage collector once the headers are there. */
  readonly #ended = new Promise<never>((_, reject) => {
    this.signal.addEventListener('abort', () => reject(this.signal.reason as Error))
  })
  readonly #asked: AbortSignal | undefined
  readonly #timeoutMs: number
  readonly #onAbort = (): void => this.#ending.abort(this.#asked?.reason)

  constructor(asked: AbortSignal | undefined, timeoutMs: number) {
    this.#asked = asked
    this.#timeoutMs = timeoutMs
    this.#ended.catch(() => {})
    asked?.addEventListener('abort', this.#onAbort)
    if (asked?.aborted === true) this.#onAbort()
  }

  /** Waits for what the service has to do. */
  async over<Told>(work: Promise<Told>): Promise<Told> {
    const heard = Promise.race([work, this.#ended])
    if (this.#timeoutMs === Infinity) return await heard
    const timer = setTimeout(() => {
      const words = `The service was silent for ${this.#timeoutMs} ms`
      this.#ending.abort(new DOMException(words, 'TimeoutError'))
    }, this.#timeoutMs)
    try {
      return await heard
    } finally {
      clearTimeout(timer)
    }
  }

  end(): void {
    this.#asked?.removeEventListener('abort', this.#onAbort)
    this.#ending.abort()
  }
}
