/**
 * A log that cannot be written, as on a full disk.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { freePort } from './ports.js'
import { ROOT, until } from './robe.js'

t.test('a log that cannot be written harms no call and no stop', async (t) => {
  const port = await freePort(t)
  const settings = {
    PORT: String(port),
    OPS_PORT: String(await freePort(t)),
    STORE: 'memory:',
    STOP_GRACE: '0',
  }
  const child = spawn(process.execPath, ['build/src/cli.js', 'serve'], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const told = child.stderr === null ? '' : text(child.stderr)
  const status = (): Promise<number> =>
    fetch(`http://127.0.0.1:${port}/coats/genes`).then(
      (answer) => answer.status,
      () => 0,
    )
  await until('it listens', async () => (await status()) === 401)
  for (let calls = 0; calls < 5; calls++) t.equal(await status(), 401)
  child.kill('SIGTERM')
  const [code] = (await once(child, 'exit')) as [number]
  t.equal(code, 0)
  t.match(
    await told,
    /^error: the log cannot be written, and its lines may be lost: ENOSPC.*\n$/,
    'told once',
  )
})
