/**
 * How a command works on the store: opens it, prints what the work returns, closes it.
 * Guarantees: what a command cannot do is one line on stderr and exit code 1; nothing is printed before the
 * work is done.
 * Leaves to others: the work (keys-*.ts, usage-report.ts).
 */
import { userInfo } from 'node:os'
import type { Command } from 'commander'
import type { Awaitable, Store } from '../access/ports.js'
import { DEFAULT_STORE, openStore } from '../stores/open.js'
import { StoreError } from '../stores/store-error.js'

/** Opens the store of the environment. `create` false: one that does not exist yet is an error. */
export type OpenForCommand = (create: boolean) => Awaitable<Store>

export const openStoreOfEnvironment: OpenForCommand = (create) =>
  openStore(process.env['STORE'] || DEFAULT_STORE, { purpose: 'command', create })

export interface Json {
  readonly json?: boolean
}

/** Begins a sub-command that takes `--json`. */
export type Subcommand = (signature: string, description: string) => Command

/** What is said on one line before the command ends with exit code 1. */
export class Complaint extends Error {
  override readonly name = 'Complaint'
}

export interface Work {
  readonly command: Command
  readonly open: OpenForCommand
  /** Default false: a store that does not exist yet is a complaint. */
  readonly create?: boolean
}

/** The work returns what goes to stdout; `remark` goes to stderr, for people, once the work is done. */
export async function onStore(
  { command, open, create = false }: Work,
  work: (store: Store, remark: (line: string) => void) => Promise<string>,
): Promise<void> {
  const remarks: string[] = []
  let text: string
  try {
    const store = await open(create)
    try {
      text = await work(store, (line) => remarks.push(line))
    } finally {
      await store.close()
    }
  } catch (error) {
    if (error instanceof Complaint || error instanceof StoreError) refuse(command, error)
    throw error
  }
  const output = command.configureOutput()
  for (const line of remarks) output.writeErr?.(`${line}\n`)
  output.writeOut?.(text.endsWith('\n') ? text : `${text}\n`)
}

/** Ends the command with this one line: what failed is no matter of spelling, so there is no word of help. */
export function refuse(command: Command, { message }: Error): never {
  return command.showHelpAfterError(false).error(`error: ${message}`)
}

/** Who is at the keyboard, for the audit. A container's user may have no name. */
export function actor(): string {
  try {
    return `command:${userInfo().username}`
  } catch {
    return `command:uid ${process.getuid?.() ?? 'unknown'}`
  }
}

export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

export function unknownKey(id: number): Complaint {
  return new Complaint(`there is no key ${id}`)
}

export function revokedKey(id: number): Complaint {
  return new Complaint(`key ${id} is revoked, which is for good: make a new key`)
}
