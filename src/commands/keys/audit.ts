/**
 * `robe keys audit`: who changed what, when.
 * Guarantees: the lines as they are kept, oldest first; no secret is among them.
 */
import type { Command } from 'commander'
import type { Store } from '../../access/ports.js'
import { readId } from './key-options.js'
import { jsonText, onStore, type Json, type OpenForCommand, type Subcommand } from '../store-io.js'

interface AuditLine {
  readonly key_id: number | null
  readonly key_ids?: readonly number[]
}

export function registerAudit(subcommand: Subcommand, open: OpenForCommand): void {
  subcommand('audit', 'print the audit, one line of JSON for each change')
    .argument('[id]', 'only what concerns this key', readId)
    .action((id: number | undefined, options: Json, command: Command) =>
      onStore({ command, open }, (store) => audit(store, id, options)),
    )
}

async function audit(store: Store, id: number | undefined, options: Json): Promise<string> {
  const lines = (await store.audit.lines()).filter((line) => {
    const { key_id, key_ids = [] } = JSON.parse(line) as AuditLine
    return id === undefined || key_id === id || key_ids.includes(id)
  })
  return options.json ? jsonText(lines.map((line) => JSON.parse(line) as AuditLine)) : lines.join('\n')
}
