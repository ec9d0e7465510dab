/**
 * Answers kept for repeated calls, in a table beside the counters.
 * Guarantees: names and answers older than a day are deleted; a claim that a killed process left behind is dropped at the next start.
 * The table is not part of the schema's versions, so that an earlier release still opens the store.
 */
import type { Clock } from '../../access/ports.js'
import type { Replays } from '../../access/replays.js'
import { DAY_MS } from '../../access/window.js'
import { KEPT_ANSWERS } from './kept-answers.js'
import type { Database } from '../sqlite/database.js'

const TABLE = `
  CREATE TABLE IF NOT EXISTS replays (
    key_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    at INTEGER NOT NULL,
    is_done INTEGER NOT NULL DEFAULT 0,
    answer TEXT,
    PRIMARY KEY (key_id, name)
  ) STRICT;
  DELETE FROM replays WHERE is_done = 0;
`

export function createReplays(database: Database, clock: Clock): Replays {
  database.exec(TABLE)
  return {
    claim(keyId, name, body) {
      const now = clock.now()
      database.run('DELETE FROM replays WHERE at <= ?', now - DAY_MS)
      const [known] = database.all(
        'SELECT body, is_done AS isDone, answer FROM replays WHERE key_id = ? AND name = ?',
        keyId,
        name,
      )
      if (known === undefined) {
        database.run(
          'INSERT INTO replays (key_id, name, body, at) VALUES (?, ?, ?, ?)',
          keyId,
          name,
          body,
          now,
        )
        return { state: 'new' }
      }
      if (known['body'] !== body) return { state: 'other body' }
      if (known['isDone'] !== 1) return { state: 'running' }
      const { answer } = known
      return typeof answer === 'string' ? { state: 'kept', answer } : { state: 'not kept' }
    },
    keep(keyId, name, _body, answer) {
      database.run(
        'UPDATE replays SET is_done = 1, at = ?, answer = ? WHERE key_id = ? AND name = ?',
        clock.now(),
        answer ?? null,
        keyId,
        name,
      )
      database.run(
        `UPDATE replays SET answer = NULL WHERE key_id = ? AND answer IS NOT NULL AND name NOT IN
           (SELECT name FROM replays WHERE key_id = ? AND answer IS NOT NULL ORDER BY at DESC, rowid DESC LIMIT ?)`,
        keyId,
        keyId,
        KEPT_ANSWERS,
      )
    },
    release(keyId, name) {
      database.run('DELETE FROM replays WHERE key_id = ? AND name = ?', keyId, name)
    },
  }
}
