/**
 * `robe keys create` and `robe keys rotate`: creates a key, or a new secret for a key; the secret is shown once.
 */
import { Option, type Command } from 'commander'
import { utcText } from '../../access/api-info.js'
import { systemClock } from '../../access/clock.js'
import { mergedLimits } from '../../access/keys/change-key.js'
import { createKey, rotateKey } from '../../access/keys/issue.js'
import type { AdminStore, KeyRecord, PlanName } from '../../access/ports.js'
import { keyJson } from './key-text.js'
import { withKeyOptions, settingsOf, type KeyOptions } from './key-options.js'
import { actor, keyCommand, onStore, type Json } from '../store.js'
import { readId, readSpan } from '../option-values.js'
import { jsonText } from '../report.js'

interface CreateOptions extends KeyOptions {
  readonly name: string
  readonly plan: PlanName
  readonly test?: boolean
  readonly newStore?: boolean
}

export function registerSecrets(keys: Command): void {
  withKeyOptions(keyCommand(keys, 'create', 'create a key and show its secret once'), true)
    .option('--test', 'label the secret robe_test_ instead of robe_live_')
    .option('--new-store', 'create the first key of a Redis database; never needed with the embedded store')
    .action((options: CreateOptions, command: Command) => {
      const { newStore = false } = options
      return onStore(create, { create: true, newStore })(options, command)
    })
  keyCommand(keys, 'rotate', 'give a key a new secret, shown once; the old one stays valid for the overlap')
    .argument('<id>', 'the number of the key', readId)
    .addOption(
      new Option(
        '--overlap <span>',
        'how long the old secret stays valid, such as 30m, 24h or 7d; 0: not at all',
      )
        .argParser(readSpan)
        .default(readSpan('24h'), '24h'),
    )
    .action(onStore(rotate))
}

async function create(store: AdminStore, options: CreateOptions): Promise<string> {
  const { name, plan, test, json } = options
  const { limits = {}, ...wish } = settingsOf(options)
  const label = test ? 'test' : 'live'
  const request = { ...wish, name, plan, label, limits: mergedLimits({}, limits), actor: actor() } as const
  const { record, secret } = await createKey(store, request, systemClock())
  if (json) return secretJson(store, record, secret)
  return secretText(`Key ${record.id} "${name}" (${plan}) created. Its secret`, secret)
}

async function rotate(
  store: AdminStore,
  id: number,
  { overlap, json }: Json & { readonly overlap: number },
): Promise<string> {
  const { record, secret } = await rotateKey(store, id, overlap, actor(), systemClock())
  if (json) return secretJson(store, record, secret)
  const shown = secretText(`Key ${id} "${record.name}" (${record.plan}) has a new secret`, secret)
  return [shown, '', ...oldSecretLines(record)].join('\n')
}

function secretText(headline: string, secret: string): string {
  return [`${headline}, shown this once:`, '', `  ${secret}`].join('\n')
}

async function secretJson(store: AdminStore, record: KeyRecord, secret: string): Promise<string> {
  const { key_id, ...rest } = await keyJson(store, record)
  return jsonText({ key_id, key: secret, ...rest })
}

function oldSecretLines({ secrets }: KeyRecord): readonly string[] {
  const expiries = secrets.map(({ expiresAt }) => expiresAt).filter((end) => end !== null)
  if (expiries.length === 0) return ['No other secret of this key is valid.']
  return expiries.map((end) => `An old secret works until ${utcText(end)} UTC.`)
}
