/**
 * Reloads the rules while the service runs: prepares a snapshot in a worker thread, checks it and swaps it in.
 * Guarantees: one reload at a time, and requests during a reload trigger another one; after any failure the last good snapshot stays
 * in service. File changes are detected however they are made (in place, by rename, by replacing a folder or link), on any file
 * system, once the files have stopped changing.
 */
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../access/ports.js'
import type { Log } from '../http/log/access-log.js'
import { warmUp } from '../../operations/warm-up.js'
import { stampOf } from '../../rules/source.js'
import type { BuildAnswer, Builder } from './builder.js'
import { assembleSnapshot, type PreparedSnapshot, type Snapshot } from './snapshot.js'

/** The trigger of a reload: SIGHUP, or files that changed and then stayed unchanged. */
export type Occasion = 'signal' | 'watch'

export type Outcome = 'swapped' | 'refused' | 'unchanged'
export const OUTCOMES: readonly Outcome[] = ['swapped', 'refused', 'unchanged']

/** Why the current files are not served. */
export interface Refusal {
  /** ISO 8601. */
  readonly at: string
  /** The first reasons, one line each. */
  readonly why: readonly string[]
  /** Number of further reasons. */
  readonly more: number
}

export interface ReloadParts {
  readonly builder: Builder
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  /** The current snapshot. */
  readonly serving: () => Snapshot
  /** Replaces the current snapshot. */
  readonly swap: (snapshot: Snapshot) => void
  readonly observe: (outcome: Outcome) => void
  /** The fingerprint of the files served at first. */
  readonly fingerprint: string
}

export type Reloads = ReturnType<typeof createReloads>

const MAX_REASONS = 5

/** Delay before an invalid file is read again, because some editors write a file in several steps. */
const SECOND_READING_MS = 300

export function createReloads({ builder, clock, log, serving, swap, observe, fingerprint }: ReloadParts) {
  let wanted: Occasion | undefined
  let busy = false
  let closed = false
  let refusal: Refusal | undefined
  let known: string | undefined = fingerprint

  const processRequests = async (): Promise<void> => {
    busy = true
    while (wanted !== undefined && !closed) {
      const occasion = wanted
      wanted = undefined
      const started = performance.now()
      const answer = await build(occasion)
      if (closed) break
      await conclude(answer, started)
    }
    busy = false
  }

  /** A signal always rebuilds; a file change only if the fingerprint differs. */
  const build = async (occasion: Occasion): Promise<BuildAnswer> => {
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
    log.info({ ruleset: ruleset.version }, `no change: ${ruleset.version} is served already`)
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
      log.error({ err: error }, 'a snapshot could not be assembled')
      refuse(['an internal error, logged above, prevents serving these rules'])
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
      if (!busy) void processRequests()
    },
    /** Undefined if the current files are served. */
    refusal: (): Refusal | undefined => refusal,
    close: (): void => {
      closed = true
      builder.close()
    },
  }
}

const CHECK_EVERY_MS = 200

/**
 * Polls names, sizes and modification times. File-system events would follow a folder that was moved away, and do not exist for
 * mounted volumes. Does not keep the process alive.
 * @param since the stamp of the known files, so that no change is missed @returns a function that ends the watch
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
    const isSettled = now === seen
    seen = now
    if (!isSettled || now === reported) return
    reported = now
    onSettled()
  }
  const timer = setInterval(check, CHECK_EVERY_MS).unref()
  return () => clearInterval(timer)
}
