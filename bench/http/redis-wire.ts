/**
 * Redis commands over the client package that Robe's store uses, so that both sides pay for the same client; and how
 * often the server ran which command.
 */
import { connect } from 'node:net'

export interface RedisWire {
  readonly send: (...words: readonly string[]) => Promise<unknown>
  readonly close: () => void
}

/** As far as the packages are alike. */
interface ClientPackage {
  readonly createClient?: (options: { readonly url: string }) => {
    readonly connect: () => Promise<unknown>
    readonly sendCommand: (words: readonly string[]) => Promise<unknown>
    readonly destroy: () => void
  }
  readonly Redis?: new (url: string) => {
    readonly call: (...words: readonly string[]) => Promise<unknown>
    readonly disconnect: () => void
  }
}

/** In the order in which they are looked for; only the one that the store needs is installed. */
const PACKAGES = ['ioredis', 'redis']

export async function openRedis(url: string): Promise<RedisWire> {
  for (const name of PACKAGES) {
    const { Redis, createClient } = await load(name)
    if (Redis !== undefined) {
      const client = new Redis(url)
      return { send: (...words) => client.call(...words), close: () => client.disconnect() }
    }
    if (createClient !== undefined) {
      const client = createClient({ url })
      await client.connect()
      return { send: (...words) => client.sendCommand(words), close: () => client.destroy() }
    }
  }
  throw new Error(`none of ${PACKAGES.join(', ')} is installed`)
}

async function load(name: string): Promise<ClientPackage> {
  try {
    return (await import(name)) as ClientPackage
  } catch {
    return {}
  }
}

/** How often each command was run since the server began, those inside scripts included. */
export function commandCounts(port: number): Promise<ReadonlyMap<string, number>> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write('INFO commandstats\r\nQUIT\r\n'))
    socket.setEncoding('utf8')
    socket.once('error', reject)
    socket.on('data', (chunk) => (text += String(chunk)))
    socket.on('close', () => {
      const found = text.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)
      resolve(new Map([...found].map(([, name = '', calls]) => [name, Number(calls)])))
    })
  })
}
