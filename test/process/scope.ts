/**
 * Where something that must be ended belongs: a test, or a part of a run that is no test.
 * Guarantees: what belongs to a scope is ended in the reverse order of its beginning, and begins to end when the process does.
 */

export interface Scope {
  /** Whatever this returns is waited for. */
  readonly teardown: (end: () => unknown) => void
}

/** Runs the work in a scope of its own, and ends what belongs to it however the work ends. */
export async function within<Told>(work: (scope: Scope) => Promise<Told>): Promise<Told> {
  const ends: (() => unknown)[] = []
  // A process that was told to end at once still kills its children.
  const endAll = (): void => ends.forEach((end) => void end())
  process.once('exit', endAll)
  try {
    return await work({ teardown: (end) => void ends.unshift(end) })
  } finally {
    process.off('exit', endAll)
    for (const end of ends.splice(0)) await end()
  }
}
