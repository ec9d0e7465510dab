/**
 * `robe keys set`, `suspend`, `resume` and `revoke`: what a key may do, with before and after, and whether it works.
 */
import { Option, type Command } from 'commander'
import { ENDPOINTS } from '../../access/endpoints.js'
import { changeKey, changeStatus, type Wish } from '../../access/keys/change-key.js'
import { PLAN_NAMES } from '../../access/plan.js'
import type { AdminStore, KeyStatus, PlanName } from '../../access/ports.js'
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
  type Expiry,
  type LimitOptions,
} from '../option-values.js'
import { jsonText } from '../report.js'
import { aligned } from '../terminal.js'

interface SetOptions extends Json, LimitOptions<OwnLimit> {
  readonly name?: string
  readonly plan?: PlanName
  readonly note?: string
  readonly endpoints?: readonly string[] | 'all'
  /** Empty: any. */
  readonly ips?: readonly string[]
  readonly expires?: Expiry
}

/** plan: as the plan has it. */
type OwnLimit = number | 'plan'

const STATUSES: readonly (readonly [verb: string, status: KeyStatus, description: string])[] = [
  ['suspend', 'suspended', 'refuse the calls of a key until it is resumed'],
  ['resume', 'active', 'take the calls of a suspended key again'],
  ['revoke', 'revoked', 'end a key for good'],
]

export function registerChange(keys: Command): void {
  const limit = (text: string): OwnLimit => (text === 'plan' ? text : readLimit(text))
  keyCommand(keys, 'set', 'change a key; what is not named stays as it is')
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
    .option('--expires <when>', 'its last day, a moment, or never', readExpiry)
    .action((id: number, options: SetOptions, command: Command) => {
      if (Object.keys(wishOf(options)).length === 0) {
        command.error('error: nothing to set: name what is to change, such as --plan standard')
      }
      return onStore(set)(id, options, command)
    })
  for (const [verb, status, description] of STATUSES) {
    keyCommand(keys, verb, description)
      .argument('<id>', 'the number of the key', readId)
      .action(onStore((store, id: number, options: Json) => setStatus(store, id, status, options)))
  }
}

function wishOf(options: SetOptions): Wish {
  const { name, plan, note, endpoints, ips, expires } = options
  const limits = Object.entries(limitsIn(options)).map(
    ([window, limit]) => [window, limit === 'plan' ? null : limit] as const,
  )
  return {
    ...(name !== undefined && { name }),
    ...(plan !== undefined && { plan }),
    ...(note !== undefined && { note }),
    ...(limits.length > 0 && { limits: Object.fromEntries(limits) }),
    ...(endpoints !== undefined && { allowedEndpoints: endpoints === 'all' ? null : endpoints }),
    ...(ips !== undefined && { allowedIps: ips }),
    ...(expires !== undefined && { expiresAt: expires === 'never' ? null : expires }),
  }
}

async function set(store: AdminStore, id: number, options: SetOptions): Promise<string> {
  const { record, changes } = await changeKey(store, id, wishOf(options), actor())
  if (options.json) return jsonText({ ...(await keyJson(store, record)), changes })
  if (Object.keys(changes).length === 0) return `Key ${id} "${record.name}" is so already.`
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
  const text = Array.isArray(value) ? value.join(',') : `${(value ?? '') as string | number}`
  return text === '' ? (ABSENT[field] ?? 'none') : text
}

async function setStatus(store: AdminStore, id: number, status: KeyStatus, { json }: Json): Promise<string> {
  const { record, isChanged } = await changeStatus(store, id, status, actor())
  if (json) return jsonText(await keyJson(store, record))
  return `Key ${id} "${record.name}" is ${record.status}${isChanged ? '' : ' already'}.`
}
