/**
 * A change between two rule sets, and the version bump that it requires.
 */

/** The part of the version that must be raised. */
export type Bump = 'none' | 'patch' | 'minor' | 'major'

export interface StructureChange {
  readonly bump: Bump
  /** One sentence. */
  readonly what: string
}
