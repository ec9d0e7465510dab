/**
 * Redis commands over the client package that Robe's store uses; and how often the server ran which command.
 */
import { connect } from 'node:net'
import { createClient } from 'redis'

export interface RedisWire {
  readonly send: (...words: readonly string[]) => Promise<unknown>
  readonly close: () => void
}

/** @param options as the package takes them; none: as it comes */
export async function openRedis(
  url: string,
  options: Omit<Parameters<typeof createClient>[0] & object, 'url'> = {},
): Promise<RedisWire> {
  const client = createClient({ ...options, url })
  await client.connect()
  return { send: (...words) => client.sendCommand(words), close: () => client.destroy() }
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
