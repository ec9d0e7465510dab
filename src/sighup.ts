/**
 * What a SIGHUP means. Sent to a service that stands in no terminal, it asks for the rules to be read again; a
 * terminal sends it to what runs in it when its window closes, and what runs in it then ends.
 * Guarantees: a service does not outlive the window that it was started in.
 * Leaves to others: reading the rules again (ruleset/reloads.ts) and the orderly stop (stopping.ts).
 */
import { isatty } from 'node:tty'

const STDIN = 0
const STDOUT = 1

/**
 * Whether a SIGHUP stops the process, as it does any other that stands in a terminal.
 * @param isTerminal whether this descriptor is one's; to ask the streams would first make them
 */
export function sighupStops(isTerminal: (descriptor: number) => boolean = isatty): boolean {
  return isTerminal(STDIN) || isTerminal(STDOUT)
}

/**
 * Ends the process as the signal alone would have ended it, once all is put in order. An exit would first set the
 * terminal back to what it was, and over one that is gone Node aborts or spins.
 */
export function endBySighup(): void {
  process.removeAllListeners('SIGHUP')
  process.kill(process.pid, 'SIGHUP')
}
