/**
 * Colour and progress for people at a terminal.
 * Guarantees: a pipe or a file gets plain text and no progress; NO_COLOR is obeyed.
 */
import { styleText } from 'node:util'

export type Style = 'red' | 'green' | 'yellow' | 'bold' | 'dim'
export type Paint = (style: Style, text: string) => string

/** Paints where people read, and nowhere else. */
export function paintFor(stream: Pick<NodeJS.WriteStream, 'isTTY'>, environment: NodeJS.ProcessEnv): Paint {
  const plain = stream.isTTY !== true || (environment['NO_COLOR'] ?? '') !== ''
  return (style, text) => (plain ? text : styleText(style, text))
}

const PATIENCE_MS = 1000

/**
 * Says what is being waited for once it takes longer than a second, and wipes the line when it is done.
 * The work must give way now and then for the line to be seen at all.
 */
export async function withProgress<Result>(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  what: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (stream.isTTY !== true) return work()
  const started = Date.now()
  const show = (): void => {
    if (Date.now() - started < PATIENCE_MS) return
    stream.write(`\r${what} … ${Math.round((Date.now() - started) / 1000)} s`)
  }
  const timer = setInterval(show, 250)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    if (Date.now() - started >= PATIENCE_MS) stream.write('\r\x1b[K')
  }
}
