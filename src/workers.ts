/**
 * WORKERS=n: several processes on one port, watched by the one that was started.
 * Guarantees: a worker that dies or no longer answers is replaced, ever more slowly while it keeps dying; a start
 * that fails fails once, with the worker's own words; a stop drains all; a hang-up reaches all.
 * Leaves to others: what a worker serves (main.ts) and counting over all of them (a shared store).
 */
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as delay } from 'node:timers/promises'

/** What a worker says of itself: when it begins to serve, and once a second from then on. */
export interface Standing {
  readonly ready: boolean
  readonly details: Readonly<Record<string, unknown>>
  /** Where the port is and what is served there, for the one line of a start. */
  readonly banner: string
}

/** A worker's own side. */
export interface Voice {
  readonly id: number
  /** Says at once, and then once a second, what `standing` returns. */
  speak(standing: () => Standing): void
}

export interface Crew {
  /** The latest words of each worker that serves. */
  standings(): readonly Standing[]
  hangUp(): void
  /** Ends all and waits until they have ended; true when none had to be killed. */
  stop(): Promise<boolean>
}

export interface CrewOptions {
  readonly size: number
  readonly warn: (line: string) => void
}

const SPEAK_MS = 1_000
/** A worker silent for so long is stuck. */
const SILENCE_MS = 15_000
const LEAST_PAUSE_MS = 200
const MOST_PAUSE_MS = 10_000
/** After so long in good health the next death is a new story. */
const HEALTHY_MS = 60_000
/** A worker may take ten seconds to drain. */
const STOP_MS = 12_000

/** Undefined in a process that is nobody's worker. */
export function voiceOfWorker(): Voice | undefined {
  const { worker } = cluster
  if (worker === undefined) return undefined
  return {
    id: worker.id,
    speak(standing) {
      const say = (): void => void (worker.isConnected() && worker.send({ robe: standing() }))
      say()
      setInterval(say, SPEAK_MS).unref()
    },
  }
}

/** Starts the crew: one worker first, the others once that one serves. Undefined when the first cannot. */
export async function startCrew({ size, warn }: CrewOptions): Promise<Crew | undefined> {
  const heard = new Map<Worker, { readonly standing: Standing; readonly at: number }>()
  let stopping = false
  let deaths = 0

  /** Resolves when it serves or has died. */
  function fork(): Promise<boolean> {
    const worker = cluster.fork()
    const bornAt = Date.now()
    return new Promise((resolve) => {
      worker.on('message', (message: unknown) => {
        const standing = standingIn(message)
        if (standing === undefined) return
        heard.set(worker, { standing, at: Date.now() })
        resolve(true)
      })
      worker.once('exit', (code, signal) => {
        const served = heard.delete(worker)
        resolve(false)
        if (stopping || !served) return
        if (Date.now() - bornAt > HEALTHY_MS) deaths = 0
        warn(`worker ${worker.id} has died (${signal || `exit code ${code}`}) and is replaced`)
        void replace()
      })
    })
  }

  async function replace(): Promise<void> {
    for (;;) {
      await delay(Math.min(MOST_PAUSE_MS, LEAST_PAUSE_MS * 2 ** deaths))
      deaths += 1
      if (stopping || (await fork())) return
      warn('a worker could not be started and is tried again')
    }
  }

  if (!(await fork())) return undefined
  await Promise.all(Array.from({ length: size - 1 }, async () => (await fork()) || void replace()))

  const watch = setInterval(() => {
    for (const [worker, { at }] of heard) {
      if (Date.now() - at < SILENCE_MS) continue
      warn(`worker ${worker.id} no longer answers and is killed`)
      worker.process.kill('SIGKILL')
    }
  }, SPEAK_MS)
  watch.unref()

  const alive = (): readonly Worker[] =>
    Object.values(cluster.workers ?? {}).filter((each) => each !== undefined)

  return {
    standings: () => [...heard.values()].map(({ standing }) => standing),
    hangUp() {
      for (const worker of alive()) worker.process.kill('SIGHUP')
    },
    async stop() {
      stopping = true
      clearInterval(watch)
      const ends = alive().map((worker) => new Promise((resolve) => worker.once('exit', resolve)))
      for (const worker of alive()) worker.process.kill('SIGTERM')
      const late = new AbortController()
      const inTime = await Promise.race([
        Promise.all(ends).then(() => true),
        delay(STOP_MS, false, { signal: late.signal }).catch(() => false),
      ])
      late.abort()
      for (const worker of alive()) worker.process.kill('SIGKILL')
      return inTime
    },
  }
}

function standingIn(message: unknown): Standing | undefined {
  return typeof message === 'object' && message !== null && 'robe' in message
    ? (message.robe as Standing)
    : undefined
}
