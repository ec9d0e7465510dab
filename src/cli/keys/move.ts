/**
 * `robe keys export` and `robe keys import`: everything the store knows of its keys, carried to another store.
 * Guarantees: an exported file is the owner's alone and never replaces another; people are warned of what it
 * holds; the audit says that it was made. An import takes all keys or none, and names each key that stands against it.
 */
import type { Command } from 'commander'
import type { AdminStore, Carried, Clash } from '../../access/ports.js'
import { FileRefusal, MIB, readLimited } from '../../rules/read-limited.js'
import { codeOf } from '../../stores/sqlite/database.js'
import { writeNew } from '../../stores/sqlite/store-file.js'
import { KeyFileFault, keyFileOf, readKeyFile } from './key-file.js'
import { actor, keyCommand, onStore, type Json } from '../store.js'
import { jsonText, Refusal, type Report } from '../report.js'
import { plural } from '../terminal.js'

const WARNING =
  'warning: this holds the digests of all secrets, names and usage: keep it as you keep the store, and delete it when it has served'

export function registerMove(keys: Command): void {
  keyCommand(keys, 'export', 'write all keys with digests and usage, one line of JSON for each')
    .option('--out <file>', 'into a new file, readable by its owner only, instead of standard output')
    .action(onStore(exportKeys))
  keyCommand(keys, 'import', 'take up the keys of an exported file, all or none')
    .argument('<file>', 'what keys export wrote; - for standard input')
    .action((path: string, options: Json, command: Command) => {
      // The file is read before any store is opened.
      return onStore(importKeys, { create: true })(read(path, command), options, command)
    })
}

interface ExportOptions extends Json {
  readonly out?: string
}

async function exportKeys(store: AdminStore, { out, json }: ExportOptions): Promise<Report> {
  const { head, entries } = await keyFileOf(store, Date.now())
  // As one document the keys themselves stand in place of their number.
  const text = json
    ? `${jsonText({ ...head, keys: entries })}\n`
    : [head, ...entries].map((line) => `${JSON.stringify(line)}\n`).join('')
  const why = out === undefined ? undefined : writeNew(out, text)
  if (why !== undefined) throw new Refusal(`error: --out "${out}" cannot be written: ${why}`)
  const keyIds = entries.map((entry) => entry.key_id)
  await store.audit.record({ event: 'keys.exported', keyId: null, keyIds, actor: actor() })
  const printed = out === undefined ? text : `Wrote ${plural(keyIds.length, 'key')} to ${out}.`
  return { text: printed, remarks: [WARNING] }
}

/** Some 10 000 keys that were used daily for two years take 280 MB. A longer text than 512 MiB cannot be held in one string. */
const MAX_KEY_FILE_BYTES = 384 * MIB

function read(path: string, command: Command): Carried {
  try {
    return readKeyFile(
      readLimited(path === '-' ? 0 : path, { maxBytes: MAX_KEY_FILE_BYTES, acceptsPipes: true }).toString(),
    )
  } catch (error) {
    if (error instanceof FileRefusal) command.error(`error: ${path} ${error.message}`)
    if (error instanceof KeyFileFault) command.error(`error: ${path}: ${error.message}`)
    if (codeOf(error) === '') throw error
    return command.error(`error: ${path} cannot be read: ${codeOf(error)}`)
  }
}

async function importKeys(store: AdminStore, carried: Carried, { json }: Json): Promise<string> {
  const keyIds = carried.keys.map((key) => key.id)
  const audit = { event: 'keys.imported', keyId: null, keyIds, actor: actor() }
  const clashes = await store.keys.import(carried, audit)
  if (clashes.length > 0) throw new Refusal(`error: nothing is imported: ${clashesText(clashes)}`)
  return json
    ? jsonText({ imported: keyIds.length, key_ids: keyIds })
    : `Imported ${plural(keyIds.length, 'key')}.`
}

const MAX_NAMED = 10

function clashesText(clashes: readonly Clash[]): string {
  const all = clashes.map(({ keyId, taken }) =>
    taken === 'id' ? `there is a key ${keyId} already` : `a secret of key ${keyId} is there already`,
  )
  const rest = all.length > MAX_NAMED ? [`and ${all.length - MAX_NAMED} more`] : []
  return [...all.slice(0, MAX_NAMED), ...rest].join('; ')
}
