/**
 * `robe keys import`: takes up keys that `keys export` wrote, with their ids, secrets and usage.
 * Guarantees: all of them or none; what stands against it is told key by key.
 */
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Carried, Clash, Store } from '../../access/ports.js'
import { codeOf } from '../../stores/sqlite/database.js'
import { keysText } from './key-text.js'
import { KeyFileFault, readKeyFile } from './key-file-read.js'
import {
  actor,
  Complaint,
  jsonText,
  onStore,
  type Json,
  type OpenForCommand,
  type Subcommand,
} from '../store-io.js'

export function registerImport(subcommand: Subcommand, open: OpenForCommand): void {
  subcommand('import', 'take up the keys of an exported file, all or none')
    .argument('<file>', 'what keys export wrote; - for standard input')
    .action((path: string, options: Json, command: Command) => {
      const carried = read(path, command)
      return onStore({ command, open, create: true }, (store) => importKeys(store, carried, options))
    })
}

/** Before any store is opened. */
function read(path: string, command: Command): Carried {
  try {
    return readKeyFile(readFileSync(path === '-' ? 0 : path, 'utf8'))
  } catch (error) {
    if (error instanceof KeyFileFault) command.error(`error: ${path}: ${error.message}`)
    if (codeOf(error) === '') throw error
    return command.error(`error: ${path} cannot be read: ${codeOf(error)}`)
  }
}

async function importKeys(store: Store, carried: Carried, options: Json): Promise<string> {
  const keyIds = carried.keys.map((key) => key.id)
  const audit = { event: 'keys.imported', keyId: null, keyIds, actor: actor() }
  const clashes = await store.keys.import(carried, audit)
  if (clashes.length > 0) throw new Complaint(`nothing is imported: ${clashesText(clashes)}`)
  if (options.json) return jsonText({ imported: keyIds.length, key_ids: keyIds })
  return `Imported ${keysText(keyIds.length)}.`
}

const TOLD = 10

function clashesText(clashes: readonly Clash[]): string {
  const told = clashes
    .slice(0, TOLD)
    .map(({ keyId, taken }) =>
      taken === 'id' ? `there is a key ${keyId} already` : `a secret of key ${keyId} is there already`,
    )
  const rest = clashes.length - told.length
  return [...told, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ')
}
