/**
 * What an example states beside names or tokens, as written → as everybody else reads it.
 * Guarantees: what the author left out is absent; a viability given in one word is a status.
 * Leaves to others: whether it comes out so (workbench/).
 */
import { stated } from '../yaml/parsed-file.js'
import { EXPECTED_LISTS, type ExpectedViability, type Expectations } from '../tables.js'
import type { ExpectationsYaml } from '../file-types.js'

/** Keys of an example that expect something; none can be a language's. */
export const EXPECTATION_KEYS = ['viability', ...EXPECTED_LISTS] as const

export function expectationsOf({
  viability,
  notes,
  carries,
  health,
  reports,
}: ExpectationsYaml): Expectations {
  const expected = typeof viability === 'string' ? ({ status: viability } as ExpectedViability) : viability
  return stated({ viability: expected, notes, carries, health, reports })
}
