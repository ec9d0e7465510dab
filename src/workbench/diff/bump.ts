/**
 * A change between two rule sets, with the part of the version that it requires to be raised.
 */

/** The part of the version that a change must raise. */
export type Bump = 'none' | 'patch' | 'minor' | 'major'

export interface StructureChange {
  readonly bump: Bump
  /** One sentence. */
  readonly what: string
}
