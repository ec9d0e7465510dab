/**
 * `robe keys …`: making keys, showing them, and changing their standing.
 * Guarantees: a bad option is refused with its name, its value and what is expected, before any store is
 * opened; a secret is printed once, by `create`; `--json` output keeps its fields.
 * Leaves to others: what a key is (access/), where it is kept (stores/), what is printed how (key-text.ts).
 */
import { userInfo } from 'node:os'
import type { Command } from 'commander'
import { Option } from 'commander'
import { systemClock } from '../access/clock.js'
import { ENDPOINTS } from '../access/endpoints.js'
import { changeStatus, createKey } from '../access/issue.js'
import { PLAN_NAMES } from '../access/plan.js'
import type { Awaitable, KeyRecord, KeyStatus, Limits, PlanName, Store } from '../access/ports.js'
import { DEFAULT_STORE, openStore } from '../stores/open.js'
import { StoreError } from '../stores/store-error.js'
import { readEndpoints, readId, readIps, readLimit, readName } from './key-options.js'
import { createdText, keyJson, keyTable, keyText } from './key-text.js'

export { createKey } from '../access/issue.js'

/** Opens the store of the environment. `create` false: one that does not exist yet is an error. */
export type OpenForCommand = (create: boolean) => Awaitable<Store>

const openFromEnvironment: OpenForCommand = (create) =>
  openStore(process.env['STORE'] || DEFAULT_STORE, { purpose: 'command', create })

interface Json {
  readonly json?: boolean
}

interface CreateOptions extends Json {
  readonly name: string
  readonly plan: PlanName
  readonly test?: boolean
  readonly limitHour?: number
  readonly limitDay?: number
  readonly limitMonth?: number
  readonly endpoints?: readonly string[]
  readonly ips?: readonly string[]
}

/** Adds `keys` and its sub-commands to the program. */
export function registerKeys(program: Command, open: OpenForCommand = openFromEnvironment): void {
  const keys = program.command('keys').description('make API keys, show them, suspend and revoke them')
  const subcommand = (signature: string, description: string): Command =>
    keys.command(signature).description(description).option('--json', 'print JSON')

  subcommand('create', 'make a key and show its secret, once')
    .requiredOption('--name <name>', 'whose key it is, for what', readName)
    .addOption(new Option('--plan <plan>', 'its limits').choices(PLAN_NAMES).makeOptionMandatory())
    .option('--test', 'label the secret robe_test_ instead of robe_live_')
    .option('--limit-hour <n>', "requests per hour, instead of the plan's", readLimit)
    .option('--limit-day <n>', "requests per day, instead of the plan's", readLimit)
    .option('--limit-month <n>', "requests per month, instead of 31 times the day's", readLimit)
    .option('--endpoints <list>', `comma-separated, of ${ENDPOINTS.join(', ')}; default all`, readEndpoints)
    .option('--ips <list>', 'comma-separated addresses or CIDR ranges; default any', readIps)
    .action((options: CreateOptions, command: Command) =>
      run(command, open, true, (store) => create(store, options)),
    )

  subcommand('list', 'show all keys').action((options: Json, command: Command) =>
    run(command, open, false, async (store) => {
      const entries = await Promise.all((await store.keys.list()).map((key) => entryOf(store, key)))
      return options.json ? jsonText(entries.map(([key, usage]) => keyJson(key, usage))) : keyTable(entries)
    }),
  )

  subcommand('show', 'show one key')
    .argument('<id>', 'the number of the key', readId)
    .action((id: number, options: Json, command: Command) =>
      run(command, open, false, (store) => show(store, id, options)),
    )

  for (const [verb, status, description] of CHANGES) {
    subcommand(verb, description)
      .argument('<id>', 'the number of the key', readId)
      .action((id: number, options: Json, command: Command) =>
        run(command, open, false, (store) => change(store, id, status, options)),
      )
  }
}

const CHANGES: readonly (readonly [verb: string, status: KeyStatus, description: string])[] = [
  ['suspend', 'suspended', 'refuse the calls of a key until it is resumed'],
  ['resume', 'active', 'take the calls of a suspended key again'],
  ['revoke', 'revoked', 'end a key for good'],
]

/** What is said on one line before the command ends with exit code 1. */
class Complaint extends Error {
  override readonly name = 'Complaint'
}

/** Opens the store, prints what the work returns, closes; complaints become one line and exit code 1. */
async function run(
  command: Command,
  open: OpenForCommand,
  create: boolean,
  work: (store: Store) => Promise<string>,
): Promise<void> {
  let text: string
  try {
    const store = await open(create)
    try {
      text = await work(store)
    } finally {
      await store.close()
    }
  } catch (error) {
    if (error instanceof Complaint || error instanceof StoreError) command.error(`error: ${error.message}`)
    throw error
  }
  command.configureOutput().writeOut?.(`${text}\n`)
}

async function create(store: Store, options: CreateOptions): Promise<string> {
  const { name, plan, endpoints, ips } = options
  const { record, secret } = await createKey(
    store,
    {
      name,
      plan,
      label: options.test ? 'test' : 'live',
      limits: limitsIn(options),
      ...(endpoints && { endpoints }),
      ...(ips && { ips }),
      actor: actor(),
    },
    systemClock(),
  )
  if (!options.json) return createdText(record, secret)
  const { key_id, ...rest } = keyJson(...(await entryOf(store, record)))
  return jsonText({ key_id, key: secret, ...rest })
}

async function show(store: Store, id: number, options: Json): Promise<string> {
  const key = await store.keys.get(id)
  if (key === undefined) throw new Complaint(`there is no key ${id}`)
  const [, usage] = await entryOf(store, key)
  return options.json ? jsonText(keyJson(key, usage)) : keyText(key, usage)
}

async function change(store: Store, id: number, status: KeyStatus, options: Json): Promise<string> {
  const changed = await changeStatus(store, id, status, actor())
  if (!('record' in changed)) {
    throw new Complaint(
      changed.outcome === 'unknown'
        ? `there is no key ${id}`
        : `key ${id} is revoked, which is for good: make a new key`,
    )
  }
  const { record } = changed
  if (options.json) return jsonText(keyJson(...(await entryOf(store, record))))
  return `Key ${id} "${record.name}" is ${record.status}${changed.outcome === 'unchanged' ? ' already' : ''}.`
}

async function entryOf(store: Store, key: KeyRecord): Promise<readonly [KeyRecord, Limits]> {
  return [key, await store.counters.usage(key.id)]
}

function limitsIn(options: CreateOptions): Partial<Limits> {
  const { limitHour, limitDay, limitMonth } = options
  return {
    ...(limitHour !== undefined && { hour: limitHour }),
    ...(limitDay !== undefined && { day: limitDay }),
    ...(limitMonth !== undefined && { month: limitMonth }),
  }
}

/** Who is at the keyboard, for the audit. A container's user may have no name. */
function actor(): string {
  try {
    return `command:${userInfo().username}`
  } catch {
    return `command:uid ${process.getuid?.() ?? 'unknown'}`
  }
}

function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
