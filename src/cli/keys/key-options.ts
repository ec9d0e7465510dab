/**
 * Command-line options for the settings of a new or existing key.
 */
import { Option, type Command } from 'commander'
import { ENDPOINTS } from '../../operations/registry.js'
import type { Wish } from '../../access/keys/change-key.js'
import { PLAN_NAMES } from '../../access/plan.js'
import type { PlanName } from '../../access/ports.js'
import type { Json } from '../store.js'
import {
  readEndpoints,
  readExpiry,
  readIps,
  readLimit,
  readName,
  readNote,
  type Expiry,
} from '../option-values.js'

/** plan: the limit of the plan applies. */
type OwnLimit = number | 'plan'

export interface KeyOptions extends Json {
  readonly name?: string
  readonly plan?: PlanName
  readonly note?: string
  readonly limitHour?: OwnLimit
  readonly limitDay?: OwnLimit
  readonly limitMonth?: OwnLimit
  readonly endpoints?: readonly string[] | 'all'
  /** Empty: any address. */
  readonly ips?: readonly string[]
  readonly expires?: Expiry
}

/** @param isNew makes name and plan mandatory */
export function withKeyOptions(command: Command, isNew: boolean): Command {
  const name = new Option('--name <name>', 'name of the key: owner and purpose').argParser(readName)
  const plan = new Option('--plan <plan>', 'plan with its limits').choices(PLAN_NAMES)
  const limit = (text: string): OwnLimit => (text === 'plan' ? text : readLimit(text))
  return command
    .addOption(name.makeOptionMandatory(isNew))
    .addOption(plan.makeOptionMandatory(isNew))
    .option('--note <text>', "visible to the operator only; '' for none", readNote)
    .option('--limit-hour <n>', "requests per hour; plan: the plan's", limit)
    .option('--limit-day <n>', "requests per day; plan: the plan's", limit)
    .option('--limit-month <n>', 'requests per month; plan: 31 times those of the day', limit)
    .option('--endpoints <list>', `comma-separated, of ${ENDPOINTS.join(', ')}; or all`, (text) =>
      text === 'all' ? text : readEndpoints(text),
    )
    .option('--ips <list>', 'comma-separated addresses or CIDR ranges; or any', (text) =>
      text === 'any' ? [] : readIps(text),
    )
    .option('--expires <when>', 'last day of validity, a point in time, or never', readExpiry)
}

/** Contains only the settings that were given. */
export function settingsOf(options: KeyOptions): Wish {
  const { name, plan, note, limitHour, limitDay, limitMonth, endpoints, ips, expires } = options
  const limits = Object.entries({ hour: limitHour, day: limitDay, month: limitMonth })
    .filter(([, limit]) => limit !== undefined)
    .map(([window, limit]) => [window, limit === 'plan' ? null : limit] as const)
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
