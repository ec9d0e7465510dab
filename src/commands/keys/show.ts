/**
 * `robe keys list` and `robe keys show`: what the store knows of keys.
 */
import type { Command } from 'commander'
import type { Store } from '../../access/ports.js'
import { readId } from './key-options.js'
import { keyTable } from './key-table.js'
import { keyJson, keyText } from './key-text.js'
import {
  jsonText,
  onStore,
  unknownKey,
  type Json,
  type OpenForCommand,
  type Subcommand,
} from '../store-io.js'

export function registerShow(subcommand: Subcommand, open: OpenForCommand): void {
  subcommand('list', 'show all keys').action((options: Json, command: Command) =>
    onStore({ command, open }, (store) => list(store, options)),
  )
  subcommand('show', 'show one key')
    .argument('<id>', 'the number of the key', readId)
    .action((id: number, options: Json, command: Command) =>
      onStore({ command, open }, (store) => show(store, id, options)),
    )
}

async function list(store: Store, options: Json): Promise<string> {
  const keys = await store.keys.list()
  const entries = await Promise.all(
    keys.map(async (key) => [key, await store.counters.usage(key.id)] as const),
  )
  return options.json ? jsonText(entries.map(([key, usage]) => keyJson(key, usage))) : keyTable(entries)
}

async function show(store: Store, id: number, options: Json): Promise<string> {
  const key = await store.keys.get(id)
  if (key === undefined) throw unknownKey(id)
  const usage = await store.counters.usage(id)
  return options.json ? jsonText(keyJson(key, usage)) : keyText(key, usage)
}
