/**
 * Where a server's time goes while it is loaded: the functions with the most time of their own.
 * Guarantees: only when asked for (`--profile`), and outside what is timed.
 */
import { runBurst, type Client, type Loading } from '../http/pairs.js'
import type { Effort } from '../row.js'

const PROFILED_MS = 3000

/** Text to stand beside a figure; '' unless profiles are wanted. */
export async function profileText({ profile }: Effort, client: Client, side: Loading): Promise<string> {
  if (!profile) return ''
  await side.server.startProfile()
  await runBurst(client, side, 1_000_000, PROFILED_MS)
  const frames = await side.server.stopProfile()
  return `\n${frames.map(({ frame, share }) => `    ${(100 * share).toFixed(1).padStart(5)} % ${frame}`).join('\n')}\n`
}
