/**
 * One attack on a real server, and what the other clients notice of it: single coats of another key and `/healthz`.
 * Guarantees: the other client is a process of its own; each run has a server of its own, so that no run inherits the
 * memory of the one before it.
 * Leaves to others: the attack, and what the figures must be.
 */
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { startChild } from '../support/children.js'
import { raisePriority } from '../support/children.js'
import type { Lull } from '../torture/calm-client.js'
import { startWatched, type WatchedServer } from '../torture/watched-server.js'
import { storeWithKey, type Settings } from './robe.js'

export interface Attacked {
  readonly server: WatchedServer
  readonly opsPort: number
  readonly port: number
  /** The attacker's. */
  readonly key: string
}

export interface Noticed extends Lull {
  /** Of the same client before the attack: what the machine itself brings. */
  readonly p99Before: number
  /** The most that was resident, in MB. */
  readonly residentMB: number
}

const CALM_CLIENT = fileURLToPath(new URL('../torture/calm-client.js', import.meta.url))
const TIMES = 3
const SECONDS = 6
const WARM_UP_MS = 1_500

/** Runs the attack three times. @returns the median of what was noticed, and the most memory of all runs */
export async function attackThrice(
  t: Test,
  attack: (attacked: Attacked) => Promise<() => void>,
  settings: Settings = {},
): Promise<Noticed> {
  const runs: Noticed[] = []
  while (runs.length < TIMES) runs.push(await attackOnce(t, runs.length, attack, settings))
  const medianOf = (figure: keyof Noticed): number =>
    runs.map((run) => run[figure]).sort((a, b) => a - b)[Math.floor(TIMES / 2)] ?? NaN
  const noticed = {
    ...(runs[0] as Noticed),
    p99: medianOf('p99'),
    healthLongest: medianOf('healthLongest'),
    notOk: Math.max(...runs.map(({ notOk }) => notOk)),
    healthNotOk: Math.max(...runs.map(({ healthNotOk }) => healthNotOk)),
    residentMB: Math.max(...runs.map(({ residentMB }) => residentMB)),
  }
  for (const { p50, p99, p99Before, healthLongest, residentMB, notOk, coats } of runs)
    t.comment(
      `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (before ${p99Before.toFixed(1)} ms), /healthz at most ${healthLongest.toFixed(1)} ms, ` +
        `RSS ${residentMB.toFixed(0)} MB, ${notOk} of ${coats} coats not answered with 200`,
    )
  return noticed
}

async function attackOnce(
  t: Test,
  run: number,
  attack: (attacked: Attacked) => Promise<() => void>,
  settings: Settings,
): Promise<Noticed> {
  const store = `sqlite:${join(t.testdir({ [`run-${run}`]: {} }), `run-${run}`, 'robe.db')}`
  const key = await storeWithKey(store, 'premium')
  const calmKey = await storeWithKey(store, 'premium')
  const server = await startWatched(t, { STORE: store, ...settings })
  const opsPort = Number(new URL(server.ops).port)
  const calm = startChild(CALM_CLIENT, [])
  raisePriority(calm.process.pid ?? 0)
  try {
    const watch = async (milliseconds: number): Promise<Lull> => {
      await calm.ask({ calm: { port: server.port, opsPort, key: calmKey } })
      await delay(milliseconds)
      return (await calm.ask({ rest: true })) as Lull
    }
    // The first calls of a process are slow, attack or not.
    await watch(WARM_UP_MS)
    const { p99: p99Before } = await watch(WARM_UP_MS)
    const attacking = attack({ server, opsPort, port: server.port, key })
    const lull = await watch(1_000 * SECONDS)
    const residentMB = server.mostResident() / 1e6
    ;(await attacking)()
    return { ...lull, p99Before, residentMB }
  } finally {
    await calm.end()
    server.signal('SIGKILL')
  }
}

/** Opens connections over some seconds, sends the same bytes on each and reads nothing. */
export async function openUnread(port: number, count: number, bytes: string, seconds: number) {
  const sockets: Socket[] = []
  let closed = 0
  for (let i = 0; i < count; i++) {
    const socket = connect(port, '127.0.0.1')
    socket.pause()
    socket.on('error', () => undefined).once('close', () => (closed += 1))
    socket.write(bytes, 'latin1')
    sockets.push(socket)
    if (i % 10 === 9) await delay((10_000 * seconds) / count)
  }
  return {
    sockets,
    closed: () => closed,
    end: () => sockets.forEach((socket) => socket.destroy()),
  }
}
