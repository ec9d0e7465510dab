/**
 * `robe keys create` and `robe keys rotate`: a key or a new secret of one; the secret is shown once.
 */
import { Option, type Command } from 'commander'
import { utcText } from '../../access/api-info.js'
import { systemClock } from '../../access/clock.js'
import { ENDPOINTS } from '../../access/endpoints.js'
import { createKey } from '../../access/keys/issue.js'
import { rotateKey } from '../../access/keys/rotate.js'
import { PLAN_NAMES } from '../../access/plan.js'
import type { AdminStore, KeyRecord, PlanName } from '../../access/ports.js'
import { keyJson } from './key-text.js'
import { actor, keyCommand, onStore, type Json } from '../on-store.js'
import {
  limitsIn,
  readEndpoints,
  readExpiry,
  readId,
  readIps,
  readLimit,
  readName,
  readNote,
  readSpan,
  type Expiry,
  type LimitOptions,
} from '../option-values.js'
import { jsonText } from '../report.js'

interface CreateOptions extends Json, LimitOptions<number> {
  readonly name: string
  readonly plan: PlanName
  readonly note?: string
  readonly test?: boolean
  readonly endpoints?: readonly string[]
  readonly ips?: readonly string[]
  readonly expires?: Expiry
}

export function registerSecrets(keys: Command): void {
  keyCommand(keys, 'create', 'make a key and show its secret, once')
    .requiredOption('--name <name>', 'whose key it is, for what', readName)
    .addOption(new Option('--plan <plan>', 'its limits').choices(PLAN_NAMES).makeOptionMandatory())
    .option('--note <text>', 'for the operator alone', readNote)
    .option('--test', 'label the secret robe_test_ instead of robe_live_')
    .option('--limit-hour <n>', "requests per hour, instead of the plan's", readLimit)
    .option('--limit-day <n>', "requests per day, instead of the plan's", readLimit)
    .option('--limit-month <n>', "requests per month, instead of 31 times the day's", readLimit)
    .option('--endpoints <list>', `comma-separated, of ${ENDPOINTS.join(', ')}; default all`, readEndpoints)
    .option('--ips <list>', 'comma-separated addresses or CIDR ranges; default any', readIps)
    .option('--expires <when>', 'its last day, a moment, or never; default never', readExpiry)
    .action(onStore(create, { create: true }))
  keyCommand(keys, 'rotate', 'give a key a new secret, shown once; the old one works on for the overlap')
    .argument('<id>', 'the number of the key', readId)
    .addOption(
      new Option('--overlap <span>', 'how long, such as 30m, 24h or 7d; 0: not at all')
        .argParser(readSpan)
        .default(readSpan('24h'), '24h'),
    )
    .action(onStore(rotate))
}

async function create(store: AdminStore, options: CreateOptions): Promise<string> {
  const { name, plan, note = '', test, endpoints, ips = [], expires = 'never', json } = options
  const { record, secret } = await createKey(
    store,
    {
      name,
      plan,
      label: test ? 'test' : 'live',
      limits: limitsIn(options),
      note,
      allowedIps: ips,
      ...(endpoints && { allowedEndpoints: endpoints }),
      expiresAt: expires === 'never' ? null : expires,
      actor: actor(),
    },
    systemClock(),
  )
  if (json) return secretJson(store, record, secret)
  return secretText(`Key ${record.id} "${name}" (${plan}) is made. Its secret`, secret)
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
  const ends = secrets.map(({ expiresAt }) => expiresAt).filter((end) => end !== null)
  if (ends.length === 0) return ['No other secret of this key works any more.']
  return ends.map((end) => `An old secret works until ${utcText(end)} UTC.`)
}
