/**
 * What a SIGHUP means. Sent to a service that stands in no terminal, it asks for the rules to be read again; a
 * terminal sends it to what runs in it when its window closes, and what runs in it then ends.
 * Guarantees: a service does not outlive the window that it was started in.
 * Leaves to others: reading the rules again (edition/reloads.ts) and the orderly stop (main.ts).
 */

interface Stream {
  readonly isTTY?: boolean
}

/** Whether a SIGHUP stops the process, as it does any other that stands in a terminal. */
export function hangUpStops({ stdin, stdout }: { readonly stdin: Stream; readonly stdout: Stream }): boolean {
  return stdin.isTTY === true || stdout.isTTY === true
}

/**
 * Ends the process as the signal alone would have ended it, once all is put in order. An exit would first set the
 * terminal back to what it was, and over one that is gone Node aborts or spins.
 */
export function endByHangUp(): void {
  process.removeAllListeners('SIGHUP')
  process.kill(process.pid, 'SIGHUP')
}
