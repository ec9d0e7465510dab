/**
 * Announcements of the process on standard output, such as its address.
 * Guarantees: readable sentences on a terminal, otherwise one JSON log line each; independent of LOG_LEVEL.
 */
import type { ProcessLog } from './http/log/access-log.js'

/** @param fields values for programs, shown below the sentence on a terminal */
export type Announce = (sentence: string, fields: Readonly<Record<string, string>>) => void

export function announceOn(output: NodeJS.WriteStream, log: ProcessLog): Announce {
  if (!output.isTTY) return (sentence, fields) => log.announce(fields, sentence)
  return (sentence, fields) => {
    const shown = Object.entries(fields).map(([name, value]) =>
      name === 'curl' ? `\n${value}\n` : `  ${name}: ${value}`,
    )
    output.write([sentence, ...shown, ''].join('\n'))
  }
}
