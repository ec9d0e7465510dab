/**
 * From one snapshot to the next while the service runs: asked for or noticed, prepared aside, judged, put together, served.
 * Guarantees: never two at once, and what is asked for meanwhile is looked at afterwards; whatever goes wrong, the last good
 * snapshot goes on, and a refusal changes only what is reported. Any way of saving is seen (in place, renamed over, a whole
 * folder or link replaced), on any file system, once files stand still.
 */
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../access/ports.js'
import type { Log } from '../http/log/access-log.js'
import { warmUp } from '../../operations/warm-up.js'
import { stampOf } from '../../rules/source.js'
import type { BuildAnswer, Builder } from './builder.js'
import { assembleSnapshot, type PreparedSnapshot, type Snapshot } from './snapshot.js'

/** An operator's word that the files are whole, or files that changed and then stood still. */
export type Occasion = 'signal' | 'watch'

export type Outcome = 'swapped' | 'refused' | 'unchanged'
export const OUTCOMES: readonly Outcome[] = ['swapped', 'refused', 'unchanged']

/** Why the files as they are now are not served. */
export interface Refusal {
  /** ISO 8601. */
  readonly at: string
  /** The first reasons, one line each. */
  readonly why: readonly string[]
  /** How many reasons there are beyond those. */
  readonly more: number
}

export interface ReloadParts {
  readonly builder: Builder
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  /** The snapshot that answers now. */
  readonly serving: () => Snapshot
  /** Lets another one answer. */
  readonly swap: (snapshot: Snapshot) => void
  readonly observe: (outcome: Outcome) => void
  /** The fingerprint of the files that are served. */
  readonly fingerprint: string
}

export type Reloads = ReturnType<typeof createReloads>

const MAX_REASONS = 5

/** How long a file that cannot be used is given to become whole: some editors write one in several goes. */
const SECOND_READING_MS = 300

export function createReloads({ builder, clock, log, serving, swap, observe, fingerprint }: ReloadParts) {
  let wanted: Occasion | undefined
  let busy = false
  let closed = false
  let refusal: Refusal | undefined
  let known: string | undefined = fingerprint

  const workOff = async (): Promise<void> => {
    busy = true
    while (wanted !== undefined && !closed) {
      const occasion = wanted
      wanted = undefined
      const started = performance.now()
      const answer = await judged(occasion)
      if (closed) break
      await conclude(answer, started)
    }
    busy = false
  }

  /** A signal is always answered; of a change it is enough to know that there was none. */
  const judged = async (occasion: Occasion): Promise<BuildAnswer> => {
    const first = await builder.build(occasion === 'watch' ? known : undefined)
    if (occasion === 'signal' || first.kind !== 'refused' || first.fingerprint === undefined) return first
    await pause(SECOND_READING_MS, undefined, { ref: false })
    if (closed) return first
    const second = await builder.build(first.fingerprint)
    return second.kind === 'unchanged' ? first : second
  }

  const conclude = async (answer: BuildAnswer, started: number): Promise<void> => {
    if (answer.kind === 'unchanged') return
    known = answer.fingerprint
    if (answer.kind === 'refused') return refuse(answer.why)
    const { revision, ruleset } = serving()
    if (answer.snapshot.model.revision !== revision) return take(answer.snapshot, started)
    refusal = undefined
    observe('unchanged')
    log.info({ ruleset: ruleset.version }, `the rules say what ${ruleset.version} says already`)
  }

  const take = async (prepared: PreparedSnapshot, started: number): Promise<void> => {
    try {
      const snapshot = await assembleSnapshot(prepared)
      if (closed) return
      const before = serving().ruleset.version
      warmUp(snapshot.ruleset)
      swap(snapshot)
      refusal = undefined
      observe('swapped')
      const after = snapshot.ruleset.version
      const milliseconds = Math.round(performance.now() - started)
      log.info({ ruleset: after, before, milliseconds }, `the rules ${after} answer from now on`)
    } catch (error) {
      log.error({ err: error }, 'a snapshot could not be put together')
      refuse(['a fault of the service, logged above, keeps these rules from being served'])
    }
  }

  const refuse = (all: readonly string[]): void => {
    const why = all.slice(0, MAX_REASONS)
    refusal = { at: new Date(clock.now()).toISOString(), why, more: all.length - why.length }
    observe('refused')
    const ruleset = serving().ruleset.version
    const others = all.length > 1 ? ` (and ${all.length - 1} more)` : ''
    log.warn({ ruleset, ...refusal }, `rules refused, ${ruleset} goes on: ${why[0] ?? ''}${others}`)
  }

  return {
    request: (occasion: Occasion): void => {
      if (wanted !== 'signal') wanted = occasion
      if (!busy) void workOff()
    },
    /** Undefined when the files are what is served. */
    refusal: (): Refusal | undefined => refusal,
    close: (): void => {
      closed = true
      builder.close()
    },
  }
}

const CHECK_EVERY_MS = 200

/**
 * Looks at names, sizes and times of change, since the system's notices stay with a folder that was moved away and never
 * come from mounted volumes; keeps no process alive.
 * @param since the stamp of the files that are known, so that no change is lost @returns ends the watch
 */
export function watchFolders(
  rulesDir: string,
  localesDir: string,
  since: string,
  onSettled: () => void,
): () => void {
  let reported = since
  let seen = since
  const check = (): void => {
    const now = stampOf(rulesDir, localesDir)
    const stands = now === seen
    seen = now
    if (!stands || now === reported) return
    reported = now
    onSettled()
  }
  const timer = setInterval(check, CHECK_EVERY_MS).unref()
  return () => clearInterval(timer)
}
