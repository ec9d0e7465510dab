/**
 * nginx as deploy/nginx.conf has it, before instances of a test.
 * Guarantees: nothing of the file is changed but addresses and the folder it writes to; none is left behind; where
 * nginx is not installed the test is skipped, visibly, unless NEED_NGINX is set: then that is a failure.
 * Leaves to others: the instances.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { freePort } from './ports.js'
import { ROOT, until } from './robe.js'

/** Debian puts it where only administrators look. */
const PLACES = ['nginx', '/usr/sbin/nginx']

function installed(): string | undefined {
  return PLACES.find((place) => {
    try {
      execFileSync(place, ['-v'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })
}

/** What `t.test` takes to skip without nginx; fails instead of skipping where it is needed. */
export function needsNginx(): { readonly skip: string | false } {
  if (installed() !== undefined) return { skip: false }
  const why = 'needs nginx: install the package nginx'
  if (process.env['NEED_NGINX'] === '1') throw new Error(why)
  return { skip: why }
}

/** Starts nginx before these `host:port`s. @returns its address */
export async function startNginx(t: Test, instances: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'robe-nginx-'))
  const port = await freePort(t)
  const shipped = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8')
  const written = instances
    .reduce((text, instance, place) => replaced(text, `robe-${place + 1}:3000`, instance), shipped)
    .replaceAll('/tmp/', `${folder}/`)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, replaced(written, 'listen 8080', `listen 127.0.0.1:${port}`))
  const user = process.getuid?.() === 0 ? 'user root; ' : ''
  const child = spawn(
    installed() ?? 'nginx',
    ['-p', folder, '-e', join(folder, 'error.log'), '-c', file, '-g', `${user}daemon off;`],
    { stdio: 'ignore' },
  )
  t.teardown(async () => {
    const exit = child.exitCode === null ? once(child, 'exit') : undefined
    child.kill('SIGTERM')
    await exit
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `http://127.0.0.1:${port}`
  await until('nginx answers', async () => {
    if (child.exitCode !== null) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'))
    return fetch(`${url}/openapi.json`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return url
}

function replaced(text: string, what: string, by: string): string {
  if (text.split(what).length !== 2) throw new Error(`deploy/nginx.conf does not have "${what}" once`)
  return text.replace(what, by)
}
