/**
 * Answers kept for repeated calls, shared by all instances.
 * Guarantees: of several instances exactly one claims a name; a claim that a killed process left behind expires.
 */
import type { Claim, Replays } from '../../access/replays.js'
import { DAY_MS } from '../../access/window.js'
import { KEPT_ANSWERS } from './kept-answers.js'
import type { Connection } from '../redis/connection.js'
import { CLAIM, KEEP, RELEASE } from './redis-scripts.js'
import { answerOrderOf, answersOf, claimOf } from '../redis/names.js'
import { RedisFault, textsIn } from '../redis/replies.js'

/** After this time without an outcome, the process that claimed a name has died. No batch takes as long. */
const ABANDONED_MS = 15 * 60_000

export function createRedisReplays(connection: Connection): Replays {
  return {
    async claim(keyId, name, body) {
      const args = [body, name, String(ABANDONED_MS)]
      const names = [claimOf(keyId, name), answersOf(keyId)]
      // A claim that arrives after the deadline belongs to a call that was refused.
      const late = (reply: unknown): void => {
        if (claimIn(textsIn(reply)).state === 'new') void release(keyId, name).catch(() => undefined)
      }
      return claimIn(textsIn(await connection.run(CLAIM, names, args, late)))
    },
    async keep(keyId, name, body, answer) {
      const args = [
        body,
        name,
        String(DAY_MS),
        String(KEPT_ANSWERS),
        ...(answer === undefined ? [] : [answer]),
      ]
      await connection.run(KEEP, [claimOf(keyId, name), answersOf(keyId), answerOrderOf(keyId)], args)
    },
    release,
  }

  async function release(keyId: number, name: string): Promise<void> {
    await connection.run(RELEASE, [claimOf(keyId, name)], [])
  }
}

function claimIn([state, answer]: readonly (string | undefined)[]): Claim {
  if (state === 'new' || state === 'running' || state === 'other body' || state === 'not kept')
    return { state }
  if (state === 'kept' && answer !== undefined) return { state, answer }
  throw new RedisFault('misunderstood', 'a claim has no known state')
}
