/**
 * `robe keys set`, `suspend`, `resume` and `revoke`: changes the settings or the status of a key.
 */
import type { Command } from 'commander'
import { changeKey, changeStatus } from '../../access/keys/change-key.js'
import type { AdminStore, KeyStatus } from '../../access/ports.js'
import { keyJson } from './key-text.js'
import { withKeyOptions, settingsOf, type KeyOptions } from './key-options.js'
import { actor, keyCommand, onStore, type Json } from '../store.js'
import { readId } from '../option-values.js'
import { jsonText } from '../report.js'
import { aligned } from '../terminal.js'

const STATUSES: readonly (readonly [verb: string, status: KeyStatus, description: string])[] = [
  ['suspend', 'suspended', 'refuse calls with a key until it is resumed'],
  ['resume', 'active', 'accept calls with a suspended key again'],
  ['revoke', 'revoked', 'end a key permanently'],
]

export function registerChange(keys: Command): void {
  withKeyOptions(keyCommand(keys, 'set', 'change a key; settings not named stay as they are'), false)
    .argument('<id>', 'the number of the key', readId)
    .action((id: number, options: KeyOptions, command: Command) => {
      if (Object.keys(settingsOf(options)).length === 0) {
        command.error('error: nothing to set: name at least one setting, such as --plan standard')
      }
      return onStore(set)(id, options, command)
    })
  for (const [verb, status, description] of STATUSES) {
    keyCommand(keys, verb, description)
      .argument('<id>', 'the number of the key', readId)
      .action(onStore((store, id: number, options: Json) => setStatus(store, id, status, options)))
  }
}

async function set(store: AdminStore, id: number, options: KeyOptions): Promise<string> {
  const { record, changes } = await changeKey(store, id, settingsOf(options), actor())
  if (options.json) return jsonText({ ...(await keyJson(store, record)), changes })
  if (Object.keys(changes).length === 0) return `Key ${id} "${record.name}" already has these settings.`
  const rows = Object.entries(changes).map(([field, { from, to }]) => [
    `  ${field}`,
    `${shown(field, from)} → ${shown(field, to)}`,
  ])
  return [`Key ${id} "${record.name}" changed:`, aligned(rows)].join('\n')
}

/** How a missing value is shown. */
const ABSENT: Readonly<Record<string, string>> = {
  note: 'none',
  limit_hour: "plan's",
  limit_day: "plan's",
  limit_month: "plan's",
  expires_at: 'never',
  allowed_endpoints: 'all',
  allowed_ips: 'any',
}

function shown(field: string, value: unknown): string {
  const text = Array.isArray(value) ? value.join(',') : `${(value ?? '') as string | number}`
  return text === '' ? (ABSENT[field] ?? 'none') : text
}

async function setStatus(store: AdminStore, id: number, status: KeyStatus, { json }: Json): Promise<string> {
  const { record, isChanged } = await changeStatus(store, id, status, actor())
  if (json) return jsonText(await keyJson(store, record))
  return `Key ${id} "${record.name}" is ${isChanged ? '' : 'already '}${record.status}.`
}
