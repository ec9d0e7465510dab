/**
 * `robe keys suspend`, `resume` and `revoke`: a key's standing.
 */
import type { Command } from 'commander'
import { changeStatus } from '../../access/keys/change-status.js'
import type { KeyStatus, Store } from '../../access/ports.js'
import { readId } from './key-options.js'
import { keyJsonOf } from './key-text.js'
import {
  actor,
  jsonText,
  onStore,
  revokedKey,
  unknownKey,
  type Json,
  type OpenForCommand,
  type Subcommand,
} from '../store-io.js'

const CHANGES: readonly (readonly [verb: string, status: KeyStatus, description: string])[] = [
  ['suspend', 'suspended', 'refuse the calls of a key until it is resumed'],
  ['resume', 'active', 'take the calls of a suspended key again'],
  ['revoke', 'revoked', 'end a key for good'],
]

export function registerStatus(subcommand: Subcommand, open: OpenForCommand): void {
  for (const [verb, status, description] of CHANGES) {
    subcommand(verb, description)
      .argument('<id>', 'the number of the key', readId)
      .action((id: number, options: Json, command: Command) =>
        onStore({ command, open }, (store) => change(store, id, status, options)),
      )
  }
}

async function change(store: Store, id: number, status: KeyStatus, options: Json): Promise<string> {
  const changed = await changeStatus(store, id, status, actor())
  if (!('record' in changed)) throw changed.outcome === 'unknown' ? unknownKey(id) : revokedKey(id)
  const { record, outcome } = changed
  if (options.json) return jsonText(await keyJsonOf(store, record))
  return `Key ${id} "${record.name}" is ${record.status}${outcome === 'unchanged' ? ' already' : ''}.`
}
