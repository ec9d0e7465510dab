/**
 * The soak's clients: as fast as answers come, to learn what the machine can do, or so many calls a second.
 * Guarantees: every call is noted; a paced call is timed from when it was due; calls that the clients themselves could not
 * begin in time, since too many were under way, are counted and not made.
 */
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { SoakQuestion } from './soak-mix.js'

export interface Load {
  readonly port: number
  readonly key: string
  readonly next: () => SoakQuestion
}

export interface Loaded {
  answers: number
  /** Answers with another status than the question's, by status, and calls that broke off, by what they broke on. */
  readonly others: Map<string, number>
  /** Milliseconds, by kind of question. */
  readonly took: Map<SoakQuestion['kind'], number[]>
  leftOut: number
}

const MOST_UNDER_WAY = 300
const EVERY_MS = 5
/**
 * As deploy/nginx.conf has it: shorter than the five seconds after which the server closes an idle connection, perhaps at the
 * moment at which it is asked again.
 */
const LONGEST_IDLE_MS = 4_000

export function nothingYet(): Loaded {
  return { answers: 0, others: new Map(), took: new Map(), leftOut: 0 }
}

/** @returns answers a second */
export async function runFlatOut(load: Load, lanes: number, milliseconds: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  const told = nothingYet()
  const began = performance.now()
  const lane = async (): Promise<void> => {
    while (performance.now() - began < milliseconds) await ask(agent, load, told, performance.now())
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  agent.destroy()
  return (1000 * told.answers) / (performance.now() - began)
}

export async function runPaced(
  load: Load,
  perSecond: number,
  milliseconds: number,
  told: Loaded,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, timeout: LONGEST_IDLE_MS })
  const underWay = new Set<Promise<void>>()
  const began = performance.now()
  for (let begun = 0, passed = 0; (passed = performance.now() - began) < milliseconds;) {
    for (const due = (passed * perSecond) / 1000; begun < due; begun++) {
      if (underWay.size >= MOST_UNDER_WAY) told.leftOut += 1
      else {
        const call = ask(agent, load, told, began + (1000 * begun) / perSecond)
        underWay.add(call)
        void call.then(() => underWay.delete(call))
      }
    }
    await delay(EVERY_MS)
  }
  await Promise.all(underWay)
  agent.destroy()
}

function ask(agent: Agent, { port, key, next }: Load, told: Loaded, due: number): Promise<void> {
  const { kind, path, body, status: expected } = next()
  return new Promise((resolve) => {
    const end = (status: number, broke = ''): void => {
      told.answers += 1
      const other = broke || String(status)
      if (status !== expected) told.others.set(other, (told.others.get(other) ?? 0) + 1)
      const took = told.took.get(kind) ?? []
      told.took.set(kind, took)
      took.push(performance.now() - due)
      resolve()
    }
    const form = {
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': Buffer.byteLength(body ?? ''),
    }
    const asked = request({
      host: '127.0.0.1',
      port,
      path,
      agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'X-API-Key': key, ...(body === undefined ? {} : form) },
    })
    asked.once('response', (response) => {
      response.resume().once('end', () => end(response.statusCode ?? 0))
      response.once('error', (error) => end(0, `${error.message} in the answer`))
    })
    asked.once('error', (error) =>
      end(0, `${error.message} on a ${asked.reusedSocket ? 'kept' : 'new'} connection`),
    )
    asked.end(body)
  })
}
