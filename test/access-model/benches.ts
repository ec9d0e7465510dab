/**
 * The stores that are held against the oracle.
 * Guarantees: each bench begins with an empty store; what `admin` changes, `server` has to notice.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AdminStore, Clock, Store } from '../../src/access/ports.js'
import { openStore } from '../../src/stores/open.js'

export interface Bench {
  /** The store as a server has it. Another object after a restart. */
  readonly server: () => Store
  /** The store as the command line has it. */
  readonly admin: AdminStore
  /** An orderly stop and a new start; undefined where nothing would be kept. */
  readonly restart: (() => Promise<void>) | undefined
  readonly close: () => Promise<void>
}

export interface Contender {
  readonly name: string
  /** Whether its clock may be set back. */
  readonly goesBack: boolean
  readonly open: (clock: Clock) => Promise<Bench>
}

/** In memory where there is such a place: that a disk keeps what it is given is not what is judged here. */
const PLACE = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

export const memory: Contender = {
  name: 'memory',
  goesBack: true,
  async open(clock) {
    const store = await openStore('memory:', { purpose: 'server', clock })
    return { server: () => store, admin: store, restart: undefined, close: async () => {} }
  },
}

export const sqlite: Contender = {
  name: 'sqlite',
  goesBack: true,
  async open(clock) {
    const folder = mkdtempSync(join(PLACE, 'robe-model-'))
    const url = `sqlite:${join(folder, 'robe.db')}`
    let server = await openStore(url, { purpose: 'server', clock })
    const admin = await openStore(url, { purpose: 'command', clock })
    return {
      server: () => server,
      admin,
      async restart() {
        await server.close()
        server = await openStore(url, { purpose: 'server', clock })
      },
      async close() {
        await admin.close()
        await server.close()
        rmSync(folder, { recursive: true })
      },
    }
  },
}

export const contenders: readonly Contender[] = [memory, sqlite]
