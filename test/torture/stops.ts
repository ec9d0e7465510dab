/**
 * Stops by SIGTERM while fifty clients ask without a pause, each on a connection it keeps: directly, until nobody listens
 * any more, and behind nginx, where three instances are stopped and started in turn.
 * Holds calls that were broken off, statuses, exit codes and the bill against what is promised.
 */
import { join } from 'node:path'
import { temporaryFolder } from '../support/children.js'
import { needsNginx, startNginx } from '../process/nginx.js'
import { freePort } from '../process/ports.js'
import { startRobe, until, type Robe } from '../process/robe.js'
import { saturate, type Outcome } from '../process/saturation.js'
import { within, type Scope } from '../process/scope.js'
import { needsRedis, startRedis } from '../stores/redis-server.js'
import { chargedIn, storeWithEndlessKey } from './endless-key.js'
import type { Finding, Part } from './part.js'

const CLIENTS = 50
/** Enough to have every connection in use. */
const WARM = 20 * CLIENTS
const MOST_STOPS = 5
const SECONDS_EACH = 9
/** Of the time that a stop gives clients; the default is tried as well. */
const GRACE_SECONDS = '1'

interface Stopped {
  readonly stops: number
  readonly clients: readonly Outcome[]
  readonly codes: readonly (number | null)[]
  readonly longest: number
  readonly charged: number
}

export const stops: Part = async ({ seconds }) => {
  const count = Math.min(MOST_STOPS, Math.max(1, Math.floor(seconds / 2 / SECONDS_EACH)))
  const direct = await within((scope) => stopDirectly(scope, count))
  const missing = needsRedis().skip || needsNginx().skip
  const behind = missing === false ? await within((scope) => stopBehindNginx(scope, count)) : undefined
  return {
    title: 'Stops under load',
    findings: [...judge('directly', direct), ...(behind === undefined ? [] : judge('behind nginx', behind))],
    notes: [
      `${CLIENTS} clients, STOP_GRACE=${GRACE_SECONDS} and, of the direct ones, once the default. The longest stop took ${(direct.longest / 1000).toFixed(1)} s directly${behind === undefined ? '' : `, ${(behind.longest / 1000).toFixed(1)} s behind nginx`}.`,
      ...(missing === false ? [] : [`Nothing was tried behind nginx: ${missing}.`]),
    ],
  }
}

async function stopDirectly(scope: Scope, count: number): Promise<Stopped> {
  const store = `sqlite:${join(temporaryFolder(), 'robe.db')}`
  const key = await storeWithEndlessKey(store)
  const clients: Outcome[] = []
  const codes: (number | null)[] = []
  let longest = 0
  for (let stop = 0; stop < count; stop++) {
    const grace = stop === count - 1 && count > 1 ? '' : GRACE_SECONDS
    const robe = await startRobe(scope, { STORE: store, STOP_GRACE: grace })
    const asking = saturate(robe.url, key, CLIENTS)
    await until('all are asking', () => asking.served() > WARM)
    longest = Math.max(longest, await timed(async () => codes.push((await robe.stop()).code)))
    clients.push(await asking.leave)
  }
  return { stops: count, clients, codes, longest, charged: await chargedIn(store) }
}

async function stopBehindNginx(scope: Scope, count: number): Promise<Stopped> {
  const { url: store } = await startRedis(scope)
  const key = await storeWithEndlessKey(store)
  const start = (port: number): Promise<Robe> =>
    startRobe(scope, { STORE: store, PORT: String(port), STOP_GRACE: GRACE_SECONDS })
  // As many as deploy/nginx.conf names.
  const ports = [await freePort(scope), await freePort(scope), await freePort(scope)]
  const robes = await Promise.all(ports.map(start))
  const url = await startNginx(
    scope,
    ports.map((port) => `127.0.0.1:${port}`),
  )
  const asking = saturate(url, key, CLIENTS)
  const codes: (number | null)[] = []
  let longest = 0
  for (let stop = 0; stop < count; stop++) {
    const before = asking.served()
    await until('all are asking', () => asking.served() > before + WARM)
    const which = stop % ports.length
    longest = Math.max(
      longest,
      await timed(async () => codes.push((await robes[which]?.stop())?.code ?? null)),
    )
    robes[which] = await start(ports[which] ?? 0)
  }
  const clients = [await asking.end()]
  await Promise.all(robes.map((robe) => robe.stop()))
  return { stops: count, clients, codes, longest, charged: await chargedIn(store) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

function judge(how: string, { stops, clients, codes, charged }: Stopped): readonly Finding[] {
  const broken = clients.flatMap((each) => each.broken)
  const served = clients.reduce((sum, each) => sum + each.served, 0)
  const refusals = new Set(clients.flatMap((each) => [...each.refusals]))
  return [
    {
      promise: `${how}: no call is broken off`,
      measured: `${broken.length} of ${served} in ${stops} stops${kindsText(broken)}`,
      held: broken.length === 0,
    },
    {
      promise: `${how}: every call is answered with 200`,
      measured: [...refusals].join('; ') || 'all were',
      held: refusals.size === 0,
    },
    {
      promise: `${how}: charged is what was answered`,
      measured: `${charged} charged, ${served} answered`,
      held: charged === served,
    },
    {
      promise: `${how}: the exit code is 0`,
      measured: codes.join(', '),
      held: codes.every((code) => code === 0),
    },
  ]
}

function kindsText(broken: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const each of broken) counts.set(each, (counts.get(each) ?? 0) + 1)
  return counts.size === 0 ? '' : `: ${[...counts].map(([kind, times]) => `${times} × ${kind}`).join(', ')}`
}
