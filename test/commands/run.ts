/**
 * The key commands as an operator types them, run in the test's own process.
 * Guarantees: output is caught whole, and shows no secret but the one it makes; a refusal is an exit code, anything else that is thrown fails the test.
 */
import { Command, CommanderError } from 'commander'
import type { AdminStore } from '../../src/access/ports.js'
import { withCommands } from '../../src/cli/program.js'
import { openStore } from '../../src/stores/open.js'
import { leaksOf } from '../process/secrets.js'

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs one command line, such as `keys`, `list`, against the store at the path, in this process. */
export async function robe(path: string, ...words: string[]): Promise<Ran> {
  let out = ''
  let err = ''
  const program = new Command('robe')
    .exitOverride()
    .configureOutput({ writeOut: (text) => void (out += text), writeErr: (text) => void (err += text) })
  // The command reads it before it first waits for anything.
  process.env['STORE'] = `sqlite:${path}`
  try {
    await withCommands(program).parseAsync(words, { from: 'user' })
    return silent({ code: 0, out, err })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return silent({ code: error.exitCode, out, err })
  }

  function silent(ran: Ran): Ran {
    const leaks = leaksOf(words, ran.out, ran.err)
    if (leaks.length > 0) throw new Error(`${words.join(' ')} shows a secret: ${leaks.join(', ')}`)
    return ran
  }
}

/** Opens the store as a command does and closes it again. */
export async function withStore<T>(path: string, look: (store: AdminStore) => Promise<T>): Promise<T> {
  const store = await openStore(`sqlite:${path}`, { purpose: 'command' })
  try {
    return await look(store)
  } finally {
    await store.close()
  }
}

/** The same with `keys` before the words. */
export function keys(path: string, ...words: string[]): Promise<Ran> {
  return robe(path, 'keys', ...words)
}

/** What `--json` printed; throws when the command was refused. */
export function jsonOf({
  code,
  out,
  err,
}: Omit<Ran, 'code'> & { readonly code: number | null }): Record<string, unknown> {
  if (code !== 0) throw new Error(err)
  return JSON.parse(out) as Record<string, unknown>
}

/** Makes a key and returns its secret. */
export async function secretOfNew(path: string, ...words: string[]): Promise<string> {
  const ran = await keys(path, 'create', '--name', 'Ann', '--plan', 'free', '--json', ...words)
  return String(jsonOf(ran)['key'])
}
