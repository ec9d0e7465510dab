/**
 * A real server with an operator's port, and keys of the plans that a part asks for.
 * Guarantees: a process of its own on loopback, in a folder of its own; it ends with whoever started it.
 * Leaves to others: the process and its probe (test/support/children.ts).
 */
import { readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { systemClock } from '../../src/access/clock.js'
import { createKey } from '../../src/access/keys/issue.js'
import type { PlanName } from '../../src/access/ports.js'
import { openStore } from '../../src/stores/open.js'
import { startRobe, temporaryFolder, type MeasuredServer } from '../support/children.js'

export interface Served extends MeasuredServer {
  readonly opsPort: number
  /** Secrets in the order of the plans asked for; `key` is one more, without limits to speak of. */
  readonly keys: readonly string[]
  /** Milliseconds of CPU of all its threads so far, in steps of ten; asks nothing of the server. */
  readonly cpuSoFar: () => number
  /** Milliseconds of CPU of its event loop so far, exactly; asks nothing of the server. */
  readonly loopCpu: () => number
}

/** @param cores the processor cores it may run on, as taskset names them; absent: all */
export async function serve(plans: readonly PlanName[], cores?: string): Promise<Served> {
  const url = `sqlite:${join(temporaryFolder(), 'robe.db')}`
  const store = await openStore(url, { purpose: 'command' })
  const keys: string[] = []
  for (const plan of plans) {
    const { secret } = await createKey(store, { name: plan, plan, actor: 'torture' }, systemClock())
    keys.push(secret)
  }
  await store.close()
  const opsPort = await freePort()
  const server = await startRobe({ OPS_PORT: String(opsPort) }, url, cores)
  const { pid = 0 } = server.process
  return {
    ...server,
    opsPort,
    keys,
    cpuSoFar: () => cpuMilliseconds(pid),
    loopCpu: () => loopMilliseconds(pid),
  }
}

/** The system counts in hundredths of a second. */
const TICK_MS = 10

function cpuMilliseconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field is a name in brackets, which may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return TICK_MS * (Number(fields[11]) + Number(fields[12]))
}

function loopMilliseconds(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
}

async function freePort(): Promise<number> {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as AddressInfo
  holder.close()
  await once(holder, 'close')
  return port
}
