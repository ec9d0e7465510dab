/**
 * One key for those who try the service on their own machine; no later start makes another.
 * Guarantees: made only for a service that only this machine reaches, with a store that no other process shares; its
 * secret is shown once.
 */
import { isIP } from 'node:net'
import { systemClock } from './access/clock.js'
import { createKey } from './access/keys/issue.js'
import { limitsOf } from './access/plan.js'
import type { Store } from './access/ports.js'
import type { Config } from './config.js'
import type { Json } from './http/contract/contract.js'
import { isShared } from './stores/open.js'

/** @param store made by this start @param document as served at the address: its example is shown with the key */
export async function offerFirstKey(
  store: Store,
  config: Pick<Config, 'store' | 'host'>,
  document: Json,
  address: string,
): Promise<void> {
  if (isShared(config.store) || !isLoopback(config.host)) return
  const request = { name: 'development', plan: 'free', label: 'test', actor: 'first start' } as const
  const { record, secret } = await createKey(store, request, systemClock())
  const { exampleCurl } = await import('./web/example-curl.js')
  const { hour, day } = limitsOf(record)
  process.stdout.write(
    `\nThis first start made a development key, shown only now: ${hour} calls an hour, ${day} a day. Try it:\n\n` +
      `${exampleCurl(document, address, secret)}\n\n`,
  )
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}
