/**
 * `robe keys create`: makes a key and shows its secret, once.
 */
import { Option, type Command } from 'commander'
import { systemClock } from '../../access/clock.js'
import { ENDPOINTS } from '../../access/endpoints.js'
import { createKey } from '../../access/keys/issue.js'
import { PLAN_NAMES } from '../../access/plan.js'
import type { Limits, PlanName, Store } from '../../access/ports.js'
import { readEndpoints, readIps, readLimit, readName, readNote } from './key-options.js'
import { keyJsonOf, secretText } from './key-text.js'
import { readExpiry, type Expiry } from '../moment-options.js'
import { actor, jsonText, onStore, type Json, type OpenForCommand, type Subcommand } from '../store-io.js'

interface CreateOptions extends Json {
  readonly name: string
  readonly plan: PlanName
  readonly note?: string
  readonly test?: boolean
  readonly limitHour?: number
  readonly limitDay?: number
  readonly limitMonth?: number
  readonly endpoints?: readonly string[]
  readonly ips?: readonly string[]
  readonly expires?: Expiry
}

export function registerCreate(subcommand: Subcommand, open: OpenForCommand): void {
  subcommand('create', 'make a key and show its secret, once')
    .requiredOption('--name <name>', 'whose key it is, for what', readName)
    .addOption(new Option('--plan <plan>', 'its limits').choices(PLAN_NAMES).makeOptionMandatory())
    .option('--note <text>', 'for the operator alone', readNote)
    .option('--test', 'label the secret robe_test_ instead of robe_live_')
    .option('--limit-hour <n>', "requests per hour, instead of the plan's", readLimit)
    .option('--limit-day <n>', "requests per day, instead of the plan's", readLimit)
    .option('--limit-month <n>', "requests per month, instead of 31 times the day's", readLimit)
    .option('--endpoints <list>', `comma-separated, of ${ENDPOINTS.join(', ')}; default all`, readEndpoints)
    .option('--ips <list>', 'comma-separated addresses or CIDR ranges; default any', readIps)
    .option('--expires <when>', 'its last day, a moment, or never; default never', (text) => readExpiry(text))
    .action((options: CreateOptions, command: Command) =>
      onStore({ command, open, create: true }, (store) => create(store, options)),
    )
}

async function create(store: Store, options: CreateOptions): Promise<string> {
  const { name, plan, note, test, endpoints, ips, expires } = options
  const { record, secret } = await createKey(
    store,
    {
      name,
      plan,
      label: test ? 'test' : 'live',
      limits: limitsIn(options),
      ...(note !== undefined && { note }),
      ...(endpoints && { endpoints }),
      ...(ips && { ips }),
      expiresAt: expires === 'never' ? null : (expires ?? null),
      actor: actor(),
    },
    systemClock(),
  )
  const { id } = record
  if (!options.json) return secretText(`Key ${id} "${name}" (${plan}) is made. Its secret`, secret)
  const { key_id, ...rest } = await keyJsonOf(store, record)
  return jsonText({ key_id, key: secret, ...rest })
}

function limitsIn({ limitHour, limitDay, limitMonth }: CreateOptions): Partial<Limits> {
  return {
    ...(limitHour !== undefined && { hour: limitHour }),
    ...(limitDay !== undefined && { day: limitDay }),
    ...(limitMonth !== undefined && { month: limitMonth }),
  }
}
