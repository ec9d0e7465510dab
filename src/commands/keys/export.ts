/**
 * `robe keys export`: everything the store knows of its keys, to be carried to another store.
 * Guarantees: a file it makes is the owner's alone and never replaces another; people are warned of what it
 * holds; the audit tells that it was made.
 */
import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Store } from '../../access/ports.js'
import { codeOf } from '../../stores/sqlite/database.js'
import { jsonDocument, jsonLines, keyFileOf } from './key-file.js'
import { keysText } from './key-text.js'
import { actor, Complaint, onStore, type Json, type OpenForCommand, type Subcommand } from '../store-io.js'

interface ExportOptions extends Json {
  readonly out?: string
}

export function registerExport(subcommand: Subcommand, open: OpenForCommand): void {
  subcommand('export', 'write all keys with digests and usage, one line of JSON for each')
    .option('--out <file>', 'into a new file, readable by its owner only, instead of standard output')
    .action((options: ExportOptions, command: Command) =>
      onStore({ command, open }, (store, remark) => exportKeys(store, options, remark)),
    )
}

async function exportKeys(
  store: Store,
  { out, json }: ExportOptions,
  remark: (line: string) => void,
): Promise<string> {
  const file = await keyFileOf(store, Date.now())
  const text = json ? jsonDocument(file) : jsonLines(file)
  if (out !== undefined) writeNew(out, text)
  const keyIds = file.entries.map((entry) => entry.key_id)
  await store.audit.record({ event: 'keys.exported', keyId: null, keyIds, actor: actor() })
  remark(
    'warning: this holds the digests of all secrets, names and usage: keep it as you keep the store, and delete it when it has served',
  )
  return out === undefined ? text : `Wrote ${keysText(keyIds.length)} to ${out}.`
}

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const code = codeOf(error)
    if (code === '') throw error
    const why = code === 'EEXIST' ? 'it is there already, and is not replaced' : code
    throw new Complaint(`--out "${path}" cannot be written: ${why}`)
  }
}
