/**
 * What the process itself says on standard output.
 * Guarantees: sentences for people on a terminal; elsewhere one line of JSON each, like every line of the log. They are written
 * whatever LOG_LEVEL says.
 */
import type { ProcessLog } from './http/log/access-log.js'

/** Says something once. @param fields values that programs read, shown below the sentence on a terminal */
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
