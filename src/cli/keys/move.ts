/**
 * `robe keys export` and `robe keys import`: moves all keys with their usage to another store.
 * Guarantees: an exported file is readable by its owner only and never replaces another file; a warning states what
 * it contains; the audit log records the export. An import takes all keys or none, and names each conflicting key.
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
  'warning: this contains the digests of all secrets, names and usage: protect it like the store, and delete it after the import'

export function registerMove(keys: Command): void {
  keyCommand(keys, 'export', 'write all keys with digests and usage, one line of JSON per key')
    .option('--out <file>', 'into a new file, readable by its owner only, instead of standard output')
    .action(onStore(exportKeys))
  keyCommand(keys, 'import', 'import the keys of an exported file, all or none')
    .argument('<file>', 'a file from keys export; - for standard input')
    .action((path: string, options: Json, command: Command) => {
      // Read the file before opening any store.
      return onStore(importKeys, { create: true })(read(path, command), options, command)
    })
}

interface ExportOptions extends Json {
  readonly out?: string
}

async function exportKeys(store: AdminStore, { out, json }: ExportOptions): Promise<Report> {
  const { head, entries } = await keyFileOf(store, Date.now())
  // As a single document, `keys` holds the keys instead of their number.
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

/** About 10 000 keys used daily for two years take 280 MB. A string cannot hold more than 512 MiB. */
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
  if (clashes.length > 0) throw new Refusal(`error: nothing was imported: ${clashesText(clashes)}`)
  return json
    ? jsonText({ imported: keyIds.length, key_ids: keyIds })
    : `Imported ${plural(keyIds.length, 'key')}.`
}

const MAX_NAMED = 10

function clashesText(clashes: readonly Clash[]): string {
  const all = clashes.map(({ keyId, taken }) =>
    taken === 'id' ? `key ${keyId} already exists` : `a secret of key ${keyId} already exists`,
  )
  const rest = all.length > MAX_NAMED ? [`and ${all.length - MAX_NAMED} more`] : []
  return [...all.slice(0, MAX_NAMED), ...rest].join('; ')
}
