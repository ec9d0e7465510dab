/**
 * The same for two thousand.
 */
import t from 'tap'
import { openShippedBook } from './books.js'
import { compareMany } from './random-run.js'

t.setTimeout(600_000)

t.test(
  'two thousand random questions have the answers of plain enumeration',
  { timeout: 1_200_000 },
  async (t) => {
    compareMany(t, await openShippedBook(), 2_000, Number(process.env['SEED'] ?? 100_000))
  },
)
