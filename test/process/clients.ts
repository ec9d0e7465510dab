/**
 * Clients that keep asking a server while something happens to it, each on a connection it keeps.
 * Guarantees: every answer is judged; what a client minds is kept, and stops nobody.
 */
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

export interface Question {
  readonly url: string
  readonly init: RequestInit
  /** What is wrong with the answer; undefined when nothing. */
  readonly judge: (answer: {
    readonly status: number
    readonly headers: Headers
    readonly text: string
  }) => string | undefined
}

export interface Heard {
  readonly faults: readonly string[]
  /** Milliseconds from question to last byte, ascending. */
  readonly latencies: readonly number[]
  /** Answers by the rule set that gave them. */
  readonly versions: ReadonlyMap<string, number>
  readonly seconds: number
}

/** @returns ends the asking and tells what was heard */
export function startClients(
  questions: readonly Question[],
  { clients, perSecond }: { readonly clients: number; readonly perSecond: number },
): () => Promise<Heard> {
  const started = performance.now()
  const faults: string[] = []
  const latencies: number[] = []
  const versions = new Map<string, number>()
  let stopped = false
  const ask = async ({ url, init, judge }: Question): Promise<void> => {
    const asked = performance.now()
    try {
      const { status, headers, ...response } = await fetchText(url, init)
      latencies.push(performance.now() - asked)
      const version = headers.get('x-ruleset-version') ?? 'none'
      versions.set(version, (versions.get(version) ?? 0) + 1)
      const fault = judge({ status, headers, text: response.text })
      if (fault !== undefined) faults.push(`${url} by ${version}: ${fault}`)
    } catch (error) {
      faults.push(`${url}: ${String(error)}`)
    }
  }
  const client = async (number: number): Promise<void> => {
    const gap = (1000 * clients) / perSecond
    for (let i = number; !stopped; i++) {
      const next = pause(gap)
      await ask(questions[i % questions.length] as Question)
      await next
    }
  }
  const all = Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  return async () => {
    stopped = true
    await all
    const seconds = (performance.now() - started) / 1000
    return { faults, latencies: latencies.sort((a, b) => a - b), versions, seconds }
  }
}

/** The value below which this share of ascending numbers lies. */
export function quantile(ascending: readonly number[], share: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? 0
}

async function fetchText(
  url: string,
  init: RequestInit,
): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
  const response = await fetch(url, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
