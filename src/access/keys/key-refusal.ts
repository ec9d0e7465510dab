/**
 * Why something cannot be done with a key: for whoever asked for it, in one sentence.
 */

/** So many secrets can work at a time: more is a script that has run away. */
export const MOST_SECRETS = 5

const REASONS = {
  unknown: (id: number) => `there is no key ${id}`,
  revoked: (id: number) => `key ${id} is revoked, which is for good: make a new key`,
  crowded: (id: number) =>
    `key ${id} has ${MOST_SECRETS} secrets that still work: wait for an old one to end, or use --overlap 0`,
}

export class KeyRefusal extends Error {
  override readonly name = 'KeyRefusal'

  constructor(id: number, why: keyof typeof REASONS) {
    super(REASONS[why](id))
  }
}
