/**
 * `robe keys set`: changes what a key is called and what it may do, and shows before and after.
 */
import { Option, type Command } from 'commander'
import { changeKey, type Wish } from '../../access/keys/change-key.js'
import { ENDPOINTS } from '../../access/endpoints.js'
import { PLAN_NAMES } from '../../access/plan.js'
import type { PlanName, Store } from '../../access/ports.js'
import { aligned } from '../columns.js'
import { readEndpoints, readId, readIps, readLimit, readName, readNote } from './key-options.js'
import { keyJsonOf } from './key-text.js'
import { readExpiry, type Expiry } from '../moment-options.js'
import {
  actor,
  jsonText,
  onStore,
  unknownKey,
  type Json,
  type OpenForCommand,
  type Subcommand,
} from '../store-io.js'

type OwnLimit = number | 'plan'

interface SetOptions extends Json {
  readonly name?: string
  readonly plan?: PlanName
  readonly note?: string
  readonly limitHour?: OwnLimit
  readonly limitDay?: OwnLimit
  readonly limitMonth?: OwnLimit
  readonly endpoints?: readonly string[] | 'all'
  /** Empty: any. */
  readonly ips?: readonly string[]
  readonly expires?: Expiry
}

export function registerSet(subcommand: Subcommand, open: OpenForCommand): void {
  const limit = (text: string): OwnLimit => (text === 'plan' ? text : readLimit(text))
  subcommand('set', 'change a key; what is not named stays as it is')
    .argument('<id>', 'the number of the key', readId)
    .option('--name <name>', 'whose key it is, for what', readName)
    .addOption(new Option('--plan <plan>', 'another plan').choices(PLAN_NAMES))
    .option('--note <text>', "for the operator alone; '' takes it away", readNote)
    .option('--limit-hour <n>', "requests per hour; plan: the plan's", limit)
    .option('--limit-day <n>', "requests per day; plan: the plan's", limit)
    .option('--limit-month <n>', 'requests per month; plan: what follows from the day', limit)
    .option('--endpoints <list>', `comma-separated, of ${ENDPOINTS.join(', ')}; or all`, (text) =>
      text === 'all' ? text : readEndpoints(text),
    )
    .option('--ips <list>', 'comma-separated addresses or CIDR ranges; or any', (text) =>
      text === 'any' ? [] : readIps(text),
    )
    .option('--expires <when>', 'its last day, a moment, or never', (text) => readExpiry(text))
    .action((id: number, options: SetOptions, command: Command) => {
      const wish = wishOf(options)
      if (Object.keys(wish).length === 0) {
        command.error('error: nothing to set: name what is to change, such as --plan standard')
      }
      return onStore({ command, open }, (store) => set(store, id, wish, options))
    })
}

function wishOf(options: SetOptions): Wish {
  const { name, plan, note, limitHour, limitDay, limitMonth, endpoints, ips, expires } = options
  const own = (limit: OwnLimit): number | null => (limit === 'plan' ? null : limit)
  const limits = {
    ...(limitHour !== undefined && { hour: own(limitHour) }),
    ...(limitDay !== undefined && { day: own(limitDay) }),
    ...(limitMonth !== undefined && { month: own(limitMonth) }),
  }
  return {
    ...(name !== undefined && { name }),
    ...(plan !== undefined && { plan }),
    ...(note !== undefined && { note }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(endpoints !== undefined && { allowedEndpoints: endpoints === 'all' ? null : endpoints }),
    ...(ips !== undefined && { allowedIps: ips }),
    ...(expires !== undefined && { expiresAt: expires === 'never' ? null : expires }),
  }
}

async function set(store: Store, id: number, wish: Wish, options: SetOptions): Promise<string> {
  const changed = await changeKey(store, id, wish, actor())
  if (changed.outcome === 'unknown') throw unknownKey(id)
  const { record, changes } = changed
  if (options.json) return jsonText({ ...(await keyJsonOf(store, record)), changes })
  if (changed.outcome === 'unchanged') return `Key ${id} "${record.name}" is so already.`
  const rows = Object.entries(changes).map(([field, { from, to }]) => [
    `  ${field}`,
    `${shown(field, from)} → ${shown(field, to)}`,
  ])
  return [`Key ${id} "${record.name}" is changed:`, aligned(rows)].join('\n')
}

/** What the absence of a value means, field by field. */
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
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) {
    return ABSENT[field] ?? 'none'
  }
  return typeof value === 'string' ? value : Array.isArray(value) ? value.join(',') : JSON.stringify(value)
}
