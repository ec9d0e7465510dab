/**
 * Announces the address of the service on standard output, and creates the first key of a new store.
 */
import type { Announce } from './announce.js'
import type { Store } from '../access/ports.js'
import type { Config } from './config.js'
import type { Snapshot } from './snapshot/snapshot.js'

export async function welcome(
  config: Config,
  { ruleset, contract }: Pick<Snapshot, 'ruleset' | 'contract'>,
  store: Store,
  address: string,
  announce: Announce,
): Promise<void> {
  const page = config.playground ? { page: `${address}/` } : {}
  const sentence = `Robe ${contract.version} listens on ${address} (rules ${ruleset.version})`
  announce(sentence, { ...page, documentation: `${address}/docs` })
  if (!store.created) return
  const { offerFirstKey } = await import('./first-key.js')
  await offerFirstKey(store, config, contract.document, address, announce)
}
