/**
 * nginx as deploy/nginx.conf has it, before instances of a test.
 * Guarantees: nothing of the file is changed but addresses and the folder it writes to; none is left behind; where
 * nginx is not installed the test is skipped, visibly, unless NEED_NGINX is set: then that is a failure.
 * Leaves to others: the instances.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scope } from './scope.js'
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

interface Adapted {
  readonly folder: string
  readonly url: string
  /** What nginx is called with. @param directives to stand before those of the file */
  readonly words: (directives: string) => readonly string[]
}

/** Writes the shipped file with addresses and a folder of this machine. @param line one more in its `server` */
async function adapt(t: Scope, instances: readonly string[], line = ''): Promise<Adapted> {
  const folder = mkdtempSync(join(tmpdir(), 'robe-nginx-'))
  // The last of all: teardowns run backwards, and nginx ends before.
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort(t)
  const shipped = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8')
  const written = instances
    .reduce((text, instance, place) => replaced(text, `robe-${place + 1}:3000`, instance), shipped)
    .replaceAll('/tmp/', `${folder}/`)
  const file = join(folder, 'nginx.conf')
  const located = replaced(written, '  server {', `  server {\n${line}`)
  writeFileSync(file, replaced(located, 'listen 8080', `listen 127.0.0.1:${port}`))
  const user = process.getuid?.() === 0 ? 'user root; ' : ''
  return {
    folder,
    url: `http://127.0.0.1:${port}`,
    words: (directives) => {
      const globals = `${user}daemon off; ${directives}`
      return ['-p', folder, '-e', join(folder, 'error.log'), '-c', file, '-g', globals]
    },
  }
}

/** What nginx says of the shipped file, warnings included, where a process may open so many files. */
export async function checkNginx(t: Scope, openFiles: number): Promise<string> {
  const { words } = await adapt(t, ['127.0.0.1:1', '127.0.0.1:2', '127.0.0.1:3'])
  const called = [installed() ?? 'nginx', '-t', ...words('error_log stderr warn;')]
  return spawnSync('sh', ['-c', `ulimit -S -n ${openFiles}; exec "$0" "$@"`, ...called], { encoding: 'utf8' })
    .stderr
}

/** Starts nginx before these `host:port`s. @param line one more in its `server` @returns its address */
export async function startNginx(t: Scope, instances: readonly string[], line?: string): Promise<string> {
  const { folder, url, words } = await adapt(t, instances, line)
  const child = spawn(installed() ?? 'nginx', words(''), { stdio: 'ignore' })
  t.teardown(async () => {
    const isGone = child.exitCode !== null || child.signalCode !== null
    const exit = isGone ? undefined : once(child, 'exit')
    child.kill('SIGTERM')
    await exit
  })
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
