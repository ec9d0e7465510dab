/**
 * Servers and clients of a row: peers are started here, and every process ends with its row.
 */
import { fileURLToPath } from 'node:url'
import {
  measured,
  PROBE_FLAGS,
  printedLine,
  startChild,
  type Child,
  type MeasuredServer,
} from '../../test/support/children.js'

/** Ends everything that `keep` was given, whatever happens. */
export async function withChildren<Result>(
  work: (keep: <C extends Child>(child: C) => C) => Promise<Result>,
): Promise<Result> {
  const children: Child[] = []
  try {
    return await work((child) => {
      children.push(child)
      return child
    })
  } finally {
    await Promise.all(children.map((child) => child.end()))
  }
}

export function peerScript(name: string): string {
  return fileURLToPath(new URL(`../peers/${name}.js`, import.meta.url))
}

/** A peer of bench/peers, which prints its port and its key once it listens. */
export async function startPeer(name: string, args: readonly string[] = []): Promise<MeasuredServer> {
  const child = startChild(peerScript(name), args, { LOG_LEVEL: 'info' }, PROBE_FLAGS)
  const [port = '', key = ''] = (await printedLine(child, /peer listens: (\d+ .*)\n/)).split(' ')
  return measured(child, Number(port), key)
}
