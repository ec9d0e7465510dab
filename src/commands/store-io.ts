/**
 * How a command works on the store: opens it, prints what the work returns, closes it.
 * Guarantees: what a command cannot do is one line on stderr and exit code 1; nothing is printed before the
 * work is done.
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

/** What goes to stdout, and remarks for people that go to stderr. */
export interface Report {
  readonly text: string
  readonly remarks: readonly string[]
}

/** A command's action of work on the store. `create`: the store is made where there is none. */
export function onStore<Words extends unknown[]>(
  open: OpenForCommand,
  work: (store: Store, ...words: Words) => Promise<string | Report>,
  { create = false } = {},
): (...words: [...Words, Command]) => Promise<void> {
  return async (...passed) => {
    const command = passed.at(-1) as Command
    const words = passed.slice(0, -1) as Words
    let done: string | Report
    try {
      const store = await open(create)
      try {
        done = await work(store, ...words)
      } finally {
        await store.close()
      }
    } catch (error) {
      if (error instanceof Complaint || error instanceof StoreError) refuse(command, error)
      throw error
    }
    const { text, remarks } = typeof done === 'string' ? { text: done, remarks: [] } : done
    const output = command.configureOutput()
    for (const line of remarks) output.writeErr?.(`${line}\n`)
    output.writeOut?.(text.endsWith('\n') ? text : `${text}\n`)
  }
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

/** What a command answers that was given a number of no key. */
export function unknownKey(id: number): Complaint {
  return new Complaint(`there is no key ${id}`)
}

export function revokedKey(id: number): Complaint {
  return new Complaint(`key ${id} is revoked, which is for good: make a new key`)
}
