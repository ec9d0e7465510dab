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

/**
 * Says what is being waited for, and wipes the line when it is done. Said at once and not after a while: the work
 * mostly leaves no moment in which a clock could be looked at.
 */
export async function withProgress<Result>(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  what: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  if (stream.isTTY !== true) return work()
  stream.write(`${what} …`)
  try {
    return await work()
  } finally {
    stream.write('\r\x1b[K')
  }
}
