/**
 * Creates a development key on first start, for trying the service on one's own machine.
 * Guarantees: only outside production, on a loopback address and with an unshared store; the key expires after 30 days; its secret is
 * shown once. If no key is created, the operator is told how to create one.
 */
import { isIP } from 'node:net'
import type { Announce } from './announce.js'
import { systemClock } from '../access/clock.js'
import { createKey } from '../access/keys/issue.js'
import { limitsOf } from '../access/plan.js'
import type { Store } from '../access/ports.js'
import type { Config } from './config.js'
import type { Json } from '../common/json.js'
import { isShared } from '../stores/open.js'

const VALID_DAYS = 30

/** @param store created by this start @param document as served at the address, for an example with the key */
export async function offerFirstKey(
  store: Store,
  config: Pick<Config, 'store' | 'host' | 'isProduction'>,
  document: Json,
  address: string,
  announce: Announce,
): Promise<void> {
  if (isShared(config.store)) return
  const reason = reasonAgainst(config)
  if (reason !== undefined) {
    const how =
      config.store === 'memory:'
        ? 'set STORE to sqlite: and a path, since no command reaches the keys of memory:'
        : 'create one with: robe keys create --name <name> --plan <plan>'
    announce(`The store holds no key yet, and ${reason} makes none; ${how}`, {})
    return
  }
  const now = systemClock().now()
  const expiresAt = now + VALID_DAYS * 86_400_000
  const request = {
    name: 'development',
    plan: 'free',
    label: 'test',
    expiresAt,
    actor: 'first start',
  } as const
  const { record, secret } = await createKey(store, request, { now: () => now })
  const { exampleCurl } = await import('../pages/reference/example-curl.js')
  const { hour, day } = limitsOf(record)
  announce(
    `This first start made a development key, shown only now: ${hour} calls an hour, ${day} a day, for ${VALID_DAYS} days`,
    { curl: exampleCurl(document, address, secret) },
  )
}

/** Why no key is created, as the subject of a sentence; undefined if one is. */
function reasonAgainst({ host, isProduction }: Pick<Config, 'host' | 'isProduction'>): string | undefined {
  if (isProduction) return 'a start with NODE_ENV=production'
  return isLoopback(host) ? undefined : `a start with HOST=${host}, which other machines reach,`
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
