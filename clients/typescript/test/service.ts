/**
 * A Robe of its own for a test file: a process with a store in a fresh folder, and its keys.
 * Guarantees: it ends with the test, and its folder goes.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'

const CLI = fileURLToPath(new URL('../../../../build/src/cli.js', import.meta.url))

export interface Service {
  readonly url: string
  /** Of the premium plan. */
  readonly key: string
  /** One more key, with these options of `robe keys create`. */
  readonly newKey: (...options: readonly string[]) => string
}

export async function startService(t: Test): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'robe-client-'))
  const settings = {
    STORE: `sqlite:${folder}/robe.db`,
    PORT: '0',
    OPS_PORT: '0',
    LOG_LEVEL: 'silent',
    STOP_GRACE: '0',
  }
  const env = { ...process.env, ...settings }
  const newKey = (...options: readonly string[]): string => {
    const words = [CLI, 'keys', 'create', '--name', 'test', '--json', ...options]
    const made: unknown = JSON.parse(execFileSync(process.execPath, words, { env, encoding: 'utf8' }))
    return (made as { readonly key: string }).key
  }
  const key = newKey('--plan', 'premium')
  const child = spawn(process.execPath, [CLI, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  let told = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    told += String(text)
    const url = /listens on (http\S+)/.exec(told)?.[1]
    if (url !== undefined) return { url, key, newKey }
  }
  throw new Error(`no service: ${told}`)
}
